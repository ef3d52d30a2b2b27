// A deal begins, cards come from the stock, a deal is counted.

export const DEALING = {
  "deal dealer"(table, { dealer }) {
    table.dealer = dealer;
  },

  "hand seat cards"(table, { seat, cards }, id) {
    table.seats[seat].hand = cards.map((code, i) => ({ id: `${id}.${i}`, code }));
    table.stock -= cards.length;
  },

  "draw seat card"(table, { seat, card }, id) {
    table.seats[seat].hand.push({ id, code: card });
    table.stock -= 1;
  },

  "out seat"(table, { seat }) {
    table.seats[seat].isOut = true;
    table.seats[seat].says = ["is out"];
  },

  "score scores totals"(table, { scores, totals }) {
    table.seats.forEach((seat, i) => {
      seat.score = scores[i];
      seat.total = totals[i];
    });
  },
};
