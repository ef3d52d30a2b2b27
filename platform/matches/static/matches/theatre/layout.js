// Where everything lies. Pure geometry: a table in, places out, in the units of
// the scene's view box. Seats go round clockwise as seen from above, the seat we
// look from nearest to us.

import { inHandOrder } from "./suits.js";

/** Radii of the ellipses of seats and tricks, width of a hand; for tables of CROWD seats and more a narrower one. */
const WIDE = {
  width: 960, height: 610, centre: [480, 318], card: [60, 84],
  seats: [332, 210], hand: 276, crowdedHand: 170,
  trick: [106, 80], largeTrick: [134, 84], ring: [185, 118],
};
const NARROW = {
  width: 360, height: 436, centre: [180, 230], card: [36, 50],
  seats: [120, 168], hand: 114, crowdedHand: 88,
  trick: [42, 50], largeTrick: [35, 60], ring: [74, 92],
};
const CROWD = 7;

export const frameFor = (pixels) => (pixels < 620 ? NARROW : WIDE);

const onEllipse = ([cx, cy], [rx, ry], angle) => [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];

/** The angle of each seat; a quarter turn is straight down, towards us. */
export function seatAngles(count, nearest) {
  return Array.from({ length: count }, (_, seat) => Math.PI / 2 + ((seat - nearest) * 2 * Math.PI) / count);
}

/**
 * @returns {seats: [{x, y, width}], cards: [{id, code, x, y, layer, state, origin}], stock: {x, y}}
 *   state: "hand", "trick" or "won"; origin: where a card comes from that was not on the table before.
 */
export function placesOf(table, frame, { nearest, game }) {
  const angles = seatAngles(table.seats.length, nearest);
  const width = table.seats.length >= CROWD ? frame.crowdedHand : frame.hand;
  const stock = { x: frame.centre[0], y: frame.centre[1] };
  const seats = angles.map((angle) => {
    const [x, y] = onEllipse(frame.centre, frame.seats, angle);
    return { x, y, width };
  });
  const cards = table.seats.flatMap(({ hand, justWon }, seat) => [
    ...handPlaces(hand, seats[seat], { frame, game }).map((place) => ({ ...place, origin: stock })),
    ...justWon.map((card) => ({ ...card, ...seats[seat], layer: 0, state: "won", origin: stock })),
  ]);
  const radii = table.seats.length > 4 ? frame.largeTrick : frame.trick;
  table.trick.forEach(({ seat, card }, order) => {
    const [x, y] = onEllipse(frame.centre, radii, angles[seat]);
    cards.push({ ...card, x, y, layer: 100 + order, state: "trick", origin: seats[seat] });
  });
  return { seats, cards, stock };
}

function handPlaces(hand, { x, y, width }, { frame, game }) {
  const [cardWidth] = frame.card;
  const sorted = [...hand].sort(inHandOrder(game));
  const step = Math.min(cardWidth + 3, (width - cardWidth) / Math.max(1, sorted.length - 1));
  const left = x - (step * (sorted.length - 1)) / 2;
  return sorted.map((card, i) => ({ ...card, x: left + i * step, y, layer: i, state: "hand" }));
}
