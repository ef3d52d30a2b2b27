// A face-up pile beside the stock.

import { taken } from "./hands.js";

export const PILE = {
  "discard seat card"(table, { seat, card }, id) {
    table.pile.push(taken(table.seats[seat].hand, card, id));
  },

  "take seat card"(table, { seat, card }, id) {
    table.seats[seat].hand.push({ ...(table.pile.pop() ?? { id }), code: card });
    table.seats[seat].says = ["takes from the pile", "takes"];
  },

  "reshuffle cards"(table, { cards }) {
    table.stock = cards.length;
    table.pile = [];
    table.round += 1;
  },
};
