// How the cards of a seat lie: the hand in its order, and beside it what is laid open.

import { inHandOrder } from "./suits.js";

/** Between a hand and each group of open cards, as a part of a card's width. */
const GAP = 0.16;
/** How far open cards are pushed out of the row, as a part of a card's height. */
const PUSHED = 0.1;

export function seatCards({ hand, open }, place, { frame, game }) {
  const items = [
    ...[...hand].sort(inHandOrder(game)).map((card) => ({ card, state: "hand", gap: 0 })),
    ...open.flatMap((group) => group.map((card, i) => ({ card, state: "open", gap: i === 0 ? GAP * frame.card[0] : 0 }))),
  ];
  const half = Math.ceil(items.length / 2);
  const rows = stepOf(items, place, frame) < frame.leastStep && frame.reserve > 0 ? [items.slice(0, half), items.slice(half)] : [items];
  return rows.flatMap((row, i) => rowPlaces(row, place, { frame, layer: 10 * i, down: (2 * i - rows.length + 1) * frame.reserve }));
}

const gapsOf = (items) => items.reduce((sum, { gap }) => sum + gap, 0);

function stepOf(items, { width }, { card: [cardWidth] }) {
  return Math.min(cardWidth + 3, (width - cardWidth - gapsOf(items)) / Math.max(1, items.length - 1));
}

function rowPlaces(items, place, { frame, layer, down }) {
  const step = stepOf(items, place, frame);
  let x = place.x - (step * (items.length - 1) + gapsOf(items)) / 2 - step;
  return items.map(({ card, state, gap }, i) => {
    x += step + gap;
    const pushed = state === "open" ? PUSHED * frame.card[1] : 0;
    return { ...card, x, y: place.y + down + pushed, layer: layer + i, state };
  });
}
