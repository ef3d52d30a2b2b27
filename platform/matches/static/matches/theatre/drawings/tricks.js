// Tricks with one or two takers, and duels for an upturned card.

import { taken } from "./hands.js";

export const TRICKS = {
  "play seat card"(table, { seat, card }, id) {
    table.trick.push({ seat, card: taken(table.seats[seat].hand, card, id) });
  },

  "trick seat cards"(table, { seat, cards }) {
    win(table.seats[seat], cards, table.trick);
    table.seats[seat].tricks += 1;
    table.trick = [];
  },

  "prize seat card"(table, { seat, card }) {
    win(table.seats[seat], [card], table.trick);
    table.trick = table.trick.filter((played) => played.card.code !== card);
    table.seats.forEach((each) => {
      each.showsWon = true;
    });
    table.seats[seat].says = ["low card: wins the high one", "wins the high"];
  },

  "upturn card"(table, { card }, id) {
    table.upturned = { id, code: card };
    table.stock -= 1;
  },

  "duel seat cards"(table, { seat, cards }) {
    table.leaving = table.trick.map(({ card }) => card);
    table.trick = [];
    table.outOfDeal += cards.length;
    table.seats[seat].says = ["wins the duel"];
  },

  "claim seat card"(table, { seat, card }, id) {
    table.seats[seat].hand.push({ ...(table.upturned ?? { id }), code: card });
    table.upturned = null;
  },
};

function win(winner, codes, trick) {
  const played = trick.map(({ card }) => card);
  const won = codes.map((code) => played.find((card) => card.code === code) ?? { id: `won.${code}`, code });
  winner.won.push(...won);
  winner.justWon = won;
}
