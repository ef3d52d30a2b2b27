// What a seat has while a deal is on. Events tell points when a deal ends; where they
// can be read off the cards won so far, a game is named here.

import { suitAndRank } from "./suits.js";

const RUNNING = {
  "davy-crockett": (won) => won.filter(({ code }) => suitAndRank(code)?.rank >= 8).length,
};

/**
 * {points, inDeal}: the points of the sitting so far, and of this deal alone.
 * Null is what cannot be said: points of a deal whose game only counts at its end.
 */
export function pointsOf({ total, score, won }, { game, dealNumber }) {
  const inDeal = score ?? RUNNING[game]?.(won) ?? null;
  if (score !== null) return { points: total, inDeal };
  if (inDeal !== null) return { points: total + inDeal, inDeal };
  return { points: dealNumber > 0 ? total : null, inDeal };
}
