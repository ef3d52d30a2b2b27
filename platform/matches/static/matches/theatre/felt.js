// The table itself and what is printed or counted on it: cloth, compass, stock, columns.

import { drawCard, svg } from "./cards.js";
import { shapeOf } from "./suits.js";

export function drawFelt(table, { seats, stock, pile, columns }, { frame, game }) {
  const { width, height, centre: [cx, cy], ring: [rx, ry] } = frame;
  return [
    svg("rect", { class: "felt", width, height, rx: 18 }),
    ...(columns.slots.length > 0 ? drawSlots(table, columns, { frame, game }) : [svg("ellipse", { class: "felt-line", cx, cy, rx, ry })]),
    ...(table.compass ? drawCompass(table.compass, seats, frame) : []),
    ...drawStock(table, stock, { frame, game }),
    ...drawPileCount(table, pile, frame),
  ];
}

/** Where a column begins, and the number at which all begin. */
function drawSlots({ start }, { slots, size: [width, height], line }, { frame: { narrow, text }, game }) {
  const places = slots.flatMap(({ x, y, suit }) => [
    svg("rect", { class: "slot", x: x - width / 2, y: y - height / 2, width, height, rx: width / 9 }),
    svg("path", { class: "slot-suit", d: shapeOf(game, suit), transform: `translate(${x - width / 4} ${y - width / 4}) scale(${width / 48})` }),
  ]);
  if (line === null) return places;
  const [left, right] = [slots[0].x - width / 2, slots.at(-1).x + width / 2];
  const word = svg("text", { class: "start-number", x: left - 3, y: line + text.size * 0.3, "font-size": text.size * 0.8 }, narrow ? start : `${start} ▸`);
  return [svg("line", { class: "start-line", x1: left - 3, x2: right + 3, y1: line, y2: line }), ...places, word];
}

/** A needle across the ring, its head towards N. */
function drawCompass({ north, south }, seats, { centre: [cx, cy], ring: [rx, ry], text: { size } }) {
  const tip = ({ angle }, part) => [cx + rx * part * Math.cos(angle), cy + ry * part * Math.sin(angle)];
  const [head, tail] = [tip(seats[north], 0.94), tip(seats[south], 0.94)];
  const [across, down] = [tail[1] - head[1], head[0] - tail[0]];
  const wide = size / 2.2 / (Math.hypot(across, down) || 1);
  const side = (sign) => [cx + sign * across * wide, cy + sign * down * wide];
  const half = (name, end) => svg("path", { class: `needle needle-${name}`, d: `M${end} L${side(1)} L${side(-1)}Z` });
  const letter = (name, [x, y]) => svg("text", { class: "needle-letter", x, y: y + size * 0.3, "font-size": size * 0.9 }, name);
  return [half("n", head), half("s", tail), letter("N", tip(seats[north], 0.72)), letter("S", tip(seats[south], 0.72))];
}

function drawStock({ stock, hasPile, round, outOfDeal, upturned }, { x, y }, { frame: { narrow, card, text }, game }) {
  const words = [stock > 0 && `stock ${stock}`, round > 1 && `round ${round}`, outOfDeal > 0 && `${outOfDeal} out`].filter(Boolean);
  const scale = (hasPile ? 1 : narrow ? 0.7 : 0.52) * (upturned ? 0.75 : 1);
  const size = text.size * (upturned ? 0.66 : hasPile ? 0.85 : 0.95);
  const up = hasPile ? 0 : size;
  const heap = stock > 0 ? [svg("g", { transform: `translate(${x} ${y - up}) scale(${scale})` }, ...drawCard("?", game, card))] : [];
  const under = (card[1] / 2) * scale - up + size * 1.1;
  return [...heap, ...words.map((word, i) => svg("text", { class: "stock-count", x, y: y + under + i * size * 1.1, "font-size": size }, word))];
}

function drawPileCount({ hasPile, pile }, { x, y }, { card: [width, height], text }) {
  if (!hasPile) return [];
  const size = text.size * 0.85;
  return [
    svg("rect", { class: "slot", x: x - width / 2, y: y - height / 2, width, height, rx: width / 9 }),
    svg("text", { class: "stock-count", x, y: y + height / 2 + size * 1.15, "font-size": size }, `pile ${pile.length}`),
  ];
}
