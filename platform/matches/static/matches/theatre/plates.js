// The plates of the seats: name, dealer, compass, and a line of points or of what is said.

import { svg } from "./cards.js";
import { pointsOf } from "./points.js";
import { bySuit, shapeOf, suitsInOrder } from "./suits.js";

/** About how wide a letter is, as a part of its size. */
const LETTER = 0.52;

export function drawPlates(table, seats, { frame, game, names, standIns }) {
  return seats.flatMap((place, seat) => {
    const at = table.seats[seat];
    const { size } = frame.text;
    const mid = place.y - frame.card[1] / 2 - frame.reserve - size * 1.3;
    const counted = pointsOf(at, { game, dealNumber: table.dealNumber });
    const line = lineOf({ ...at, ...counted }, { hasTricks: table.hasTricks, isStandIn: standIns.has(seat), frame, width: place.width });
    const state = [at.says && "saying", seat === table.acting && "acting", at.isOut && "is-out"].filter(Boolean).join(" ");
    const plate = svg("rect", {
      class: `seat ${state}`, x: place.x - place.width / 2, y: mid - size * 1.35, width: place.width, height: size * 2.3, rx: size * 0.45,
    });
    const said = svg("text", { class: at.says ? "seat-line said" : "seat-line", x: place.x, y: mid + size * 0.65, "font-size": size * 0.8 }, line);
    const title = titleOf(seat, { table, names, frame, x: place.x, y: mid - size * 0.25 });
    return [plate, title, said, ...(at.showsWon ? wonStrip(at.won, place, { frame, game }) : [])];
  });
}

function titleOf(seat, { table: { dealer, compass }, names, frame: { narrow, text: { size, letters } }, x, y }) {
  const corner = seat === compass?.north ? "N" : seat === compass?.south ? "S" : null;
  const isDealer = seat === dealer;
  const room = letters - (corner ? 2 : 0) - (isDealer && !narrow ? 5 : 0);
  const name = names[seat];
  const shown = name.length > room ? `${name.slice(0, room - 1)}…` : name;
  const title = svg("text", { class: "seat-name", x, y, "font-size": size });
  if (corner) title.append(svg("tspan", { class: `corner corner-${corner.toLowerCase()}` }, corner), svg("tspan", { dx: 5 }, shown));
  else title.append(shown);
  if (isDealer) title.append(svg("tspan", { class: "dealer", dx: 5 }, narrow ? "●" : "● dealer"));
  return title;
}

/** What stands under a name: what the seat says now, or points and what room is left for. */
function lineOf({ says, points, inDeal, hand, tricks, note, isOut }, { hasTricks, isStandIn, frame: { narrow, text }, width }) {
  const fits = (line) => line.length * text.size * 0.8 * LETTER < width;
  if (says) return says.find(fits) ?? says.at(-1);
  const parts = [
    points !== null && numbered(points, "point"),
    inDeal !== null && `${inDeal} ${narrow ? "now" : "in this deal"}`,
    inDeal === null && (hasTricks ? numbered(tricks, "trick") : numbered(hand.length, "card")),
    note,
    isOut && "out",
  ].filter(Boolean);
  if (isStandIn) parts.splice(narrow ? 1 : parts.length, narrow ? parts.length : 0, "stand-in");
  const forms = [parts, parts.map(shortened), parts.map(shortened).filter((part) => !part.startsWith("0 ")), [points, note].filter((part) => part || part === 0)];
  const lines = forms.map((form) => form.join(" · "));
  return lines.find(fits) ?? lines.at(-1);
}

const shortened = (part) => part.replace(/ points?$/, "").replace("in this deal", "now").replace("declared", "down");

const numbered = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Under a hand, the cards won: values while there are two of a suit at most, else how many. */
function wonStrip(won, { x, y, width }, { frame, game }) {
  const groups = bySuit(won);
  const parts = suitsInOrder(game, groups.keys()).map((suit) => {
    const ranks = groups.get(suit).sort((a, b) => a - b);
    return { suit, text: ranks.length <= 2 ? ranks.join(" ") : `×${ranks.length}` };
  });
  const wide = ({ text }) => 1.8 + text.length * (LETTER + 0.06);
  const whole = parts.reduce((sum, part) => sum + wide(part), 0);
  const size = Math.min(frame.text.size * 0.85, width / whole);
  const base = y + frame.card[1] / 2 + frame.reserve + frame.text.size * 0.85;
  let left = x - (whole * size) / 2;
  return parts.flatMap((part) => {
    const place = `translate(${left} ${base - size * 0.85}) scale(${size / 24})`;
    const suit = svg("path", { class: `suit suit-${part.suit.toLowerCase()} won-suit`, d: shapeOf(game, part.suit), transform: place });
    const ranks = svg("text", { class: "won-ranks", x: left + size * 1.2, y: base, "font-size": size }, part.text);
    left += wide(part) * size;
    return [suit, ranks];
  });
}
