// Cards laid out as in the diagrams of dominoes-like games: a column for each suit, higher
// numbers above, all columns level at the starting number.

import { suitAndRank, suitsInOrder } from "./suits.js";

const HIGHEST = 10;
const WIDEST = 0.78;

/** @returns {cards, slots: [{x, y, suit}], size: [width, height], line: y or null} */
export function columnPlaces({ laid, start, suits }, frame, { game }) {
  if (suits.length === 0) return { cards: [], slots: [], size: [0, 0], line: null };
  const ordered = suitsInOrder(game, suits);
  const { top, bottom, width } = frame.columns;
  const across = Math.min(width / suits.length, frame.card[0] * WIDEST + 6);
  const scale = Math.min(WIDEST, (across - 2) / frame.card[0]);
  const size = frame.card.map((side) => side * scale);
  const step = (bottom - top - size[1]) / (HIGHEST - 1);
  const xOf = (suit) => frame.centre[0] + (ordered.indexOf(suit) - (ordered.length - 1) / 2) * across;
  const yOf = (rank) => bottom - size[1] / 2 - (rank - 1) * step;
  const cards = laid.map((card) => {
    const { suit, rank } = suitAndRank(card.code);
    return { ...card, x: xOf(suit), y: yOf(rank), scale, layer: 60 - rank, state: "laid" };
  });
  const level = yOf(start ?? HIGHEST / 2);
  const slots = ordered.map((suit) => ({ x: xOf(suit), y: level, suit }));
  // Beside the strip of the starting cards that stays in sight.
  return { cards, slots, size, line: start === null ? null : level - (size[1] - step) / 2 };
}
