// Where everything lies. Pure geometry: a table in, places out, in the units of
// the scene's view box. Seats go round clockwise as seen from above, the seat we
// look from nearest to us.

import { columnPlaces } from "./columns.js";
import { seatCards } from "./hands.js";

const onEllipse = ([cx, cy], [rx, ry], angle) => [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];

/** The angle of a seat; a quarter turn is straight down, towards us. */
const angleOf = (seat, { count, nearest }) => Math.PI / 2 + ((seat - nearest) * 2 * Math.PI) / count;

/** Nearest and opposite below and above, the others one under the other at the sides. */
function alongTheSides(seat, { count, nearest, frame: { centre: [cx, cy], seats: [, ry], sides } }) {
  const place = (seat - nearest + count) % count;
  if (place === 0) return [cx, cy + ry];
  if (2 * place === count) return [cx, cy - ry];
  const left = 2 * place < count;
  const rows = Math.ceil(count / 2) - 1;
  const row = left ? rows - place : place - (count - rows);
  return [cx + (left ? -sides.x : sides.x), sides.top + ((sides.bottom - sides.top) * row) / (rows - 1)];
}

export function seatPlaces({ count, nearest, frame }) {
  return Array.from({ length: count }, (_, seat) => {
    const angle = angleOf(seat, { count, nearest });
    const [x, y] = frame.sides ? alongTheSides(seat, { count, nearest, frame }) : onEllipse(frame.centre, frame.seats, angle);
    return { x, y, angle, width: frame.hand };
  });
}

/**
 * @returns {seats: [{x, y, angle, width}], stock: {x, y}, pile: {x, y}, columns, cards:
 *   [{id, code, x, y, scale, layer, state, origin}]}
 *   origin: where a card comes from that was not on the table before.
 */
export function placesOf(table, frame, { nearest, game }) {
  const seats = seatPlaces({ count: table.seats.length, nearest, frame });
  const [x, y] = frame.centre;
  const beside = table.hasPile ? frame.card[0] * 0.62 : table.upturned ? frame.card[0] * 0.4 : 0;
  const stock = { x: x - beside, y };
  const pile = { x: x + beside, y };
  const columns = columnPlaces(table, frame, { game });
  const cards = table.seats.flatMap((seat, i) => [
    ...seatCards(seat, seats[i], { frame, game }).map((place) => ({ ...place, origin: stock })),
    ...seat.justWon.map((card) => ({ ...card, ...seats[i], layer: 0, state: "won", origin: stock })),
  ]);
  cards.push(...columns.cards.map((place) => ({ ...place, origin: seats[table.acting] ?? stock })));
  table.trick.forEach(({ seat, card }, order) => {
    const [cx, cy] = onEllipse(frame.centre, frame.trick, seats[seat].angle);
    cards.push({ ...card, x: cx, y: cy, layer: 100 + order, state: "trick", origin: seats[seat] });
  });
  cards.push(...middlePlaces(table, { stock, pile, frame, seats }));
  return { seats, cards, stock, pile, columns };
}

/** How much of a pile's cards shows. */
const SHOWN_OF_PILE = 4;

function middlePlaces({ pile: cards, upturned, leaving, offered }, { stock, pile, frame, seats }) {
  const places = cards.slice(-SHOWN_OF_PILE).map((card, i, { length }) => ({
    ...card, x: pile.x + (length - 1 - i) * 3, y: pile.y - (length - 1 - i) * 3, layer: 20 + i, state: "pile", origin: stock,
  }));
  if (upturned) places.push({ ...upturned, ...pile, scale: 0.68, layer: 20, state: "upturned", origin: stock });
  places.push(...leaving.map((card) => ({ ...card, ...stock, layer: 0, state: "won", origin: stock })));
  if (offered) {
    const [x, y] = between(seats[offered.to], frame.centre);
    places.push({ ...offered.card, x, y, layer: 120, state: "offered", origin: seats[offered.from] });
  }
  return places;
}

/** Before a seat, towards the middle of the table. */
const between = ({ x, y }, [cx, cy]) => [x + (cx - x) * 0.62, y + (cy - y) * 0.62];
