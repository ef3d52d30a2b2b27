// Paints a table into an SVG. Every card keeps its element while its id lives, and
// CSS moves it: the scene only says where it lies now.

import { drawCard, svg } from "./cards.js";
import { frameFor, placesOf } from "./layout.js";

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
    const { seats, cards, stock } = placesOf(table, frame, nearest);
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

  background({ width, height, centre: [cx, cy], trick: [rx, ry] }) {
    return [
      svg("rect", { class: "felt", width, height, rx: 18 }),
      svg("ellipse", { class: "felt-line", cx, cy, rx: rx * 1.75, ry: ry * 1.75 }),
    ];
  }

  stock({ stock }, { x, y }) {
    if (stock <= 0) return [];
    const [width] = this.frame.card;
    const pile = svg("g", { transform: `translate(${x} ${y - 6}) scale(.72)` }, ...drawCard("?", this.game, this.frame.card));
    const count = svg("text", { class: "stock-count", x, y: y + width * 0.86, "font-size": width * 0.29 }, `stock ${stock}`);
    return [pile, count];
  }

  labels(table, seats, standIns) {
    const narrow = this.frame.width < 600;
    const [, cardHeight] = this.frame.card;
    const [size, limit] = narrow ? [12, NAME_LENGTH.narrow] : [16, NAME_LENGTH.wide];
    return seats.flatMap(({ x, y, width }, seat) => {
      const { total, tricks, score } = table.seats[seat];
      const name = this.names[seat];
      const shown = name.length > limit ? `${name.slice(0, limit - 1)}…` : name;
      const line = [
        `${total} ${total === 1 ? "point" : "points"}`,
        score === null ? `${tricks} ${tricks === 1 ? "trick" : "tricks"}` : `${score} in this deal`,
        ...(standIns.has(seat) ? ["stand-in"] : []),
      ].join(" · ");
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

const at = ({ x, y }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
