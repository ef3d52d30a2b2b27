// Card faces and backs, drawn as SVG. Rank and suit stand in the upper left corner,
// which stays in sight when a hand is fanned; the suit stands in the upper right corner too,
// for columns in which each card covers the lower part of the next.

import { namedCard } from "./named_cards.js";
import { HIDDEN } from "./sight.js";
import { isNotable, shapeOf, suitAndRank } from "./suits.js";

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
}

/** A card around its own middle. size: [width, height]. */
export function drawCard(code, game, [width, height]) {
  const [left, top] = [-width / 2, -height / 2];
  const paper = (className, inset) =>
    svg("rect", {
      class: className, x: left + inset, y: top + inset,
      width: width - 2 * inset, height: height - 2 * inset, rx: Math.max(2, width / 9 - inset),
    });
  if (code === HIDDEN) return [paper("card-back", 0), paper("card-back-line", width / 11), backMark(width)];
  const named = namedCard(game, code);
  if (named) return [paper(`card-face face-${named.group}`, 0), ...nameMarks(code, named, width, height)];
  const card = suitAndRank(code);
  if (!card) return [paper("card-face", 0), plainWord(code, width)];
  const notable = isNotable(game, card) ? [paper("card-notable", width / 16)] : [];
  return [paper("card-face", 0), ...notable, ...suitMarks(game, card, width, height)];
}

function suitMarks(game, { suit, rank }, width, height) {
  const shape = (x, y, size) =>
    svg("path", {
      class: `suit suit-${suit.toLowerCase()}`, d: shapeOf(game, suit), "fill-rule": "evenodd",
      transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`,
    });
  const corner = -width / 2 + width * 0.24;
  return [
    svg("text", { class: "card-rank", x: corner, y: -height / 2 + height * 0.26, "font-size": width * (rank < 10 ? 0.37 : 0.31) }, String(rank)),
    shape(corner, -height / 2 + height * 0.42, width * 0.26),
    shape(width * 0.2, -height / 2 + height * 0.16, width * 0.24),
    shape(width * 0.14, height * 0.17, width * 0.54),
  ];
}

/** On a card of less width the name can't be read; its code and its shape can. */
const NAME_FROM = 44;

function nameMarks(code, { name, group, shape }, width, height) {
  const size = width * 0.5;
  const isNamed = width >= NAME_FROM;
  const top = height * (isNamed ? -0.16 : -0.08);
  const lines = isNamed ? name.split(" ") : [];
  return [
    svg("text", { class: `card-code code-${group}`, x: -width / 2 + width * 0.07, y: -height / 2 + height * 0.225, "font-size": width * 0.27 }, code),
    svg("path", { class: `mark mark-${group}`, d: shape, transform: `translate(${-size / 2} ${top}) scale(${size / 24})` }),
    ...lines.map((line, i) =>
      svg("text", { class: "card-name", y: height * (0.375 + (i - (lines.length - 1) / 2) * 0.125), "font-size": Math.min(width * 0.17, (width * 1.45) / line.length) }, line),
    ),
  ];
}

function backMark(width) {
  const bars = [-2, -1, 0, 1, 2].map((i) =>
    svg("rect", {
      class: `back-bar back-bar-${i + 3}`, x: i * width * 0.11 - width * 0.035, y: -width * 0.24 + Math.abs(i) * width * 0.05,
      width: width * 0.07, height: width * 0.48 - Math.abs(i) * width * 0.1,
    }),
  );
  return svg("g", {}, ...bars);
}

const plainWord = (code, width) => svg("text", { class: "card-word", y: width * 0.12, "font-size": width * 0.36 }, code);
