// The table: a plain value that events change. It knows no game.

import { drawingOf } from "./drawings.js";

/**
 * The table before the first event of a deal. Cards are {id, code}: the id stays with a card
 * while it travels, so that the scene can move it; the code may be hidden.
 * seats: see `emptySeat`. trick: [{seat, card}]. offered: {from, to, card} or null.
 * laid: cards in columns, suits: theirs, start: the number from which they go up and down.
 * leaving: cards that leave the deal with this event; compass: {north, south} or null.
 */
export function tableBefore(record, dealNumber) {
  const deal = record.deals[dealNumber];
  const pack = deal.pack ?? [];
  return {
    dealNumber,
    dealer: deal.dealer,
    seats: Array.from({ length: record.players }, (_, seat) => emptySeat(totalBefore(record, dealNumber, seat))),
    trick: [], leaving: [], outOfDeal: 0, upturned: null,
    stock: pack.length, pile: [], round: 1, offered: null, compass: null,
    laid: [], start: null, suits: "lay" in record.kinds ? [...new Set(pack.map((code) => code[0]))] : [],
    hasTricks: "trick" in record.kinds, hasPile: "discard" in record.kinds,
    acting: null,
  };
}

/**
 * score: of the deal once it is counted; inDeal: what it is so far, where events tell it.
 * open: groups of cards that lie before the seat; note: a word that stays beside the points.
 * says: what the seat does right now, the longest form first; null for nothing.
 */
const emptySeat = (total) => ({
  hand: [], won: [], justWon: [], open: [], declared: 0, tricks: 0, score: null, inDeal: null, total,
  isOut: false, showsWon: false, note: "", says: null,
});

/** Totals with which the deal began: those after it less its scores, or those after the one before. */
function totalBefore(record, dealNumber, seat) {
  const after = totalsAfter(record.deals[dealNumber]);
  if (after) return after[seat] - record.deals[dealNumber].scores[seat];
  const before = dealNumber > 0 ? totalsAfter(record.deals[dealNumber - 1]) : record.opening;
  return before?.[seat] ?? 0;
}

const totalsAfter = ({ events }) => events.findLast(([kind]) => kind === "score")?.[2];

/** Let one event happen. A kind without a drawing changes nothing but who acts. */
export function applyEvent(table, event, index) {
  table.acting = Number.isInteger(event.seat) ? event.seat : null;
  table.leaving = [];
  table.seats.forEach((seat) => {
    seat.justWon = [];
    seat.says = null;
  });
  drawingOf(event)?.(table, event, `${table.dealNumber}.${index}`);
}
