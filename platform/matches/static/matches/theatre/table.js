// The table: a plain value that events change. It knows no game.

import { DRAWINGS } from "./drawings.js";

/**
 * The table before the first event of a deal.
 * seats: [{hand, won, tricks, score, total}]; cards are {id, code}: the id stays with
 * a card while it travels, so that the scene can move it; the code may be hidden.
 */
export function tableBefore(record, dealNumber) {
  const deal = record.deals[dealNumber];
  const seats = Array.from({ length: record.players }, (_, seat) => ({
    hand: [],
    won: [],
    justWon: [],
    tricks: 0,
    score: null,
    total: totalBefore(record, dealNumber, seat),
  }));
  return { dealNumber, dealer: deal.dealer, seats, trick: [], stock: deal.pack?.length ?? 0, acting: null };
}

/** Totals with which the deal began: those after it less its scores. */
function totalBefore(record, dealNumber, seat) {
  const { events, scores } = record.deals[dealNumber];
  const after = events.find(([kind]) => kind === "score")?.[2];
  if (after) return after[seat] - scores[seat];
  return record.deals.slice(0, dealNumber).reduce((sum, deal) => sum + deal.scores[seat], 0);
}

/** Let one event happen. A kind without a drawing changes nothing but who acts. */
export function applyEvent(table, event, index) {
  table.acting = Number.isInteger(event.seat) ? event.seat : null;
  table.seats.forEach((seat) => {
    seat.justWon = [];
  });
  DRAWINGS[event.kind]?.(table, event, `${table.dealNumber}.${index}`);
}
