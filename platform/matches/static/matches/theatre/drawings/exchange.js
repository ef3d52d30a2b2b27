// A hidden card is offered to the player opposite, who refuses it or gives one for it.

import { taken } from "./hands.js";

export const EXCHANGE = {
  "offer seat opposite card"(table, { seat, opposite, card }, id) {
    table.offered = { to: opposite, from: seat, card: taken(table.seats[seat].hand, card, id) };
    table.seats[seat].says = ["offers a card"];
  },

  "refuse seat opposite"(table, { seat, opposite }) {
    if (table.offered) table.seats[opposite].hand.push(table.offered.card);
    table.offered = null;
    table.seats[seat].says = ["refuses"];
  },

  "exchange seat opposite given got"(table, { seat, opposite, given, got }, id) {
    const card = table.offered?.card ?? taken(table.seats[seat].hand, given, id);
    table.seats[seat].hand.push(taken(table.seats[opposite].hand, got, `${id}.got`));
    table.seats[opposite].hand.push({ ...card, code: given });
    table.offered = null;
    [seat, opposite].forEach((each) => {
      table.seats[each].says = ["exchanges"];
    });
  },
};
