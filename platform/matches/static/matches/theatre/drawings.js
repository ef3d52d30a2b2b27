// How each kind of event changes the table. The only place that knows kinds by
// name; a kind that is missing here still replays, as its words.

import { HIDDEN } from "./sight.js";

export const DRAWINGS = {
  deal(table, { dealer }) {
    table.dealer = dealer;
  },

  hand(table, { seat, cards }, id) {
    table.seats[seat].hand = cards.map((code, i) => ({ id: `${id}.${i}`, code }));
    table.stock -= cards.length;
  },

  play(table, { seat, card }, id) {
    table.trick.push({ seat, card: taken(table.seats[seat].hand, card, id) });
  },

  trick(table, { seat, cards }) {
    const winner = table.seats[seat];
    const played = table.trick.map(({ card }) => card);
    const won = cards.map((code) => played.find((card) => card.code === code) ?? { id: `won.${code}`, code });
    winner.won.push(...won);
    winner.justWon = won;
    winner.tricks += 1;
    table.trick = [];
  },

  draw(table, { seat, card }, id) {
    table.seats[seat].hand.push({ id, code: card });
    table.stock -= 1;
  },

  score(table, { scores, totals }) {
    table.seats.forEach((seat, i) => {
      seat.score = scores[i];
      seat.total = totals[i];
    });
  },
};

/** The card taken out of a hand; out of a hidden hand, a hidden card that now shows its face. */
function taken(hand, code, id) {
  let at = hand.findIndex((card) => card.code === code);
  if (at < 0) at = hand.findIndex((card) => card.code === HIDDEN);
  if (at < 0) return { id, code };
  const [card] = hand.splice(at, 1);
  return { ...card, code };
}
