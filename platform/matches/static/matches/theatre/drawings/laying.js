// Cards laid out in columns by suit, up and down from a starting number.

import { suitAndRank } from "../suits.js";
import { reveal, taken } from "./hands.js";

export const LAYING = {
  "lay seat card"(table, { seat, card }, id) {
    table.start ??= suitAndRank(card)?.rank ?? null;
    table.laid.push(taken(table.seats[seat].hand, card, id));
  },

  "pass seat"(table, { seat }) {
    table.seats[seat].says = ["passes"];
  },

  "left seat cards worth"(table, { seat, cards, worth }) {
    table.seats[seat].hand = reveal(table.seats[seat].hand, cards);
    table.seats[seat].note = `${worth} left`;
  },
};
