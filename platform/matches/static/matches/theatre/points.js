// What a seat has while a deal is on. Events tell points when a deal ends; where they
// can be read off the tricks or the cards won so far, a game is named here.

import { bySuit, suitAndRank } from "./suits.js";

const RUNNING = {
  "davy-crockett": ({ won }) => won.filter(({ code }) => suitAndRank(code)?.rank >= 8).length,
  "david-and-goliath": ({ won }) => [...bySuit(won).values()].reduce((sum, ranks) => sum + worthOf(ranks), 0),
  "dan-dare": ({ tricks }) => tricks,
};

/** One or two cards of a colour count their values, more count one each. */
const worthOf = (ranks) => (ranks.length <= 2 ? ranks.reduce((sum, rank) => sum + rank, 0) : ranks.length);

/**
 * {points, inDeal}: the points of the sitting so far, and of this deal alone.
 * Null is what cannot be said: points of a deal whose game only counts at its end.
 */
export function pointsOf(seat, { game, dealNumber }) {
  const { total, score } = seat;
  const inDeal = score ?? seat.inDeal ?? RUNNING[game]?.(seat) ?? null;
  if (score !== null) return { points: total, inDeal };
  if (inDeal !== null) return { points: total + inDeal, inDeal };
  return { points: dealNumber > 0 ? total : null, inDeal };
}
