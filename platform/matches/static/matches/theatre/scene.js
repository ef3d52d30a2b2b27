// Paints a table into an SVG. Every card keeps its element while its id lives, and
// CSS moves it: the scene only says where it lies now.

import { drawCard, svg } from "./cards.js";
import { frameFor, placesOf } from "./layout.js";
import { pointsOf } from "./points.js";

const NAME_LENGTH = { wide: 20, narrow: 13 };

export class Scene {
  constructor(element, { game, names }) {
    Object.assign(this, { element, game, names, cards: new Map() });
    this.felt = svg("g");
    this.layer = svg("g");
    element.replaceChildren(this.felt, this.layer);
    element.dataset.game = game;
  }

  /** nearest: the seat at the lower edge; standIns: the seats whose bots broke down. */
  paint(table, { nearest, standIns }) {
    const frame = frameFor(this.element.clientWidth || this.element.parentElement.clientWidth);
    if (frame !== this.frame) this.begin(frame);
    const { seats, cards, stock } = placesOf(table, frame, { nearest, game: this.game });
    this.felt.replaceChildren(...this.background(frame), ...this.stock(table, stock), ...this.labels(table, seats, standIns));
    this.moveCards(cards);
  }

  /** A new frame has other sizes: every card is drawn anew. */
  begin(frame) {
    this.frame = frame;
    this.element.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.layer.replaceChildren();
    this.cards.clear();
  }

  background({ width, height, centre: [cx, cy], ring: [rx, ry] }) {
    return [
      svg("rect", { class: "felt", width, height, rx: 18 }),
      svg("ellipse", { class: "felt-line", cx, cy, rx, ry }),
    ];
  }

  stock({ stock }, { x, y }) {
    if (stock <= 0) return [];
    const narrow = this.frame.width < 600;
    const place = `translate(${x} ${y - 9}) scale(${narrow ? 0.7 : 0.52})`;
    const pile = svg("g", { transform: place }, ...drawCard("?", this.game, this.frame.card));
    const count = svg("text", { class: "stock-count", x, y: y + (narrow ? 22 : 30), "font-size": narrow ? 10 : 15 }, `stock ${stock}`);
    return [pile, count];
  }

  labels(table, seats, standIns) {
    const narrow = this.frame.width < 600;
    const [, cardHeight] = this.frame.card;
    const [size, limit] = narrow ? [12, NAME_LENGTH.narrow] : [16, NAME_LENGTH.wide];
    return seats.flatMap(({ x, y, width }, seat) => {
      const name = this.names[seat];
      const shown = name.length > limit ? `${name.slice(0, limit - 1)}…` : name;
      const counted = pointsOf(table.seats[seat], { game: this.game, dealNumber: table.dealNumber });
      const line = seatLine({ ...table.seats[seat], ...counted }, { isStandIn: standIns.has(seat), narrow });
      const mid = y - cardHeight / 2 - size * 1.3;
      const plate = svg("rect", {
        class: seat === table.acting ? "seat acting" : "seat",
        x: x - width / 2, y: mid - size * 1.35, width, height: size * 2.3, rx: size * 0.45,
      });
      const title = svg("text", { class: "seat-name", x, y: mid - size * 0.25, "font-size": size }, shown);
      if (seat === table.dealer) title.append(svg("tspan", { class: "dealer", dx: 5 }, "● dealer".slice(0, narrow ? 1 : 8)));
      return [plate, title, svg("text", { class: "seat-line", x, y: mid + size * 0.65, "font-size": size * 0.8 }, line)];
    });
  }

  moveCards(places) {
    const gone = new Set(this.cards.keys());
    const ordered = [...places].sort((a, b) => a.layer - b.layer);
    ordered.forEach((place, i) => {
      gone.delete(place.id);
      const card = this.cards.get(place.id) ?? this.lay(place);
      if (card.dataset.code !== place.code) this.turn(card, place.code);
      if (this.layer.children[i] !== card) this.layer.insertBefore(card, this.layer.children[i] ?? null);
      card.setAttribute("class", `card card-in-${place.state}`);
      card.style.transform = at(place);
    });
    gone.forEach((id) => {
      this.cards.get(id).remove();
      this.cards.delete(id);
    });
  }

  /** A card that was not there: it starts from its origin and then moves to its place. */
  lay({ id, origin }) {
    const card = svg("g", { class: "card" });
    card.style.transform = at(origin);
    this.cards.set(id, card);
    this.layer.append(card);
    card.getBoundingClientRect();
    return card;
  }

  turn(card, code) {
    card.dataset.code = code;
    card.replaceChildren(...drawCard(code, this.game, this.frame.card));
  }
}

/** What stands under a name: points, and what room is left for. */
function seatLine({ points, inDeal, tricks }, { isStandIn, narrow }) {
  const parts = [
    points !== null && numbered(points, "point"),
    inDeal !== null && `${inDeal} ${narrow ? "now" : "in this deal"}`,
    inDeal === null && numbered(tricks, "trick"),
  ].filter(Boolean);
  if (isStandIn) parts.splice(narrow ? 1 : parts.length, narrow ? parts.length : 0, "stand-in");
  return parts.join(" · ");
}

const numbered = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

const at = ({ x, y }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
