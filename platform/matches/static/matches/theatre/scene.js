// Paints a table into an SVG. Every card keeps its element while its id lives, and
// CSS moves it: the scene only says where it lies now.

import { drawCard, svg } from "./cards.js";
import { drawFelt } from "./felt.js";
import { frameFor } from "./frames.js";
import { placesOf } from "./layout.js";
import { drawPlates } from "./plates.js";

/** The cards of the largest hand, and some more. */
const MOST_IN_FLIGHT = 18;

export class Scene {
  constructor(element, { game, names }) {
    Object.assign(this, { element, game, names, cards: new Map() });
    this.felt = svg("g");
    this.layer = svg("g");
    element.replaceChildren(this.felt, this.layer);
    element.dataset.game = game;
  }

  /** Other names at the table, or another game: its cards are drawn anew. */
  seat({ game, names }) {
    if (game !== this.game || names.length !== this.names.length) this.frame = null;
    Object.assign(this, { game, names });
    this.element.dataset.game = game;
  }

  /** nearest: the seat at the lower edge; standIns: the seats whose bots broke down. */
  paint(table, { nearest, standIns }) {
    const frame = frameFor(this.element.clientWidth || this.element.parentElement.clientWidth, this.names.length);
    if (frame !== this.frame) this.begin(frame);
    const places = placesOf(table, frame, { nearest, game: this.game });
    const drawn = { frame, game: this.game, names: this.names, standIns };
    this.felt.replaceChildren(...drawFelt(table, places, drawn), ...drawPlates(table, places.seats, drawn));
    this.moveCards(places.cards);
  }

  /** A new frame has other sizes: every card is drawn anew. */
  begin(frame) {
    this.frame = frame;
    this.element.dataset.frame = frame.name;
    this.element.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.layer.replaceChildren();
    this.cards.clear();
  }

  moveCards(places) {
    const fresh = places.filter(({ id }) => !this.cards.has(id));
    const gone = this.takeAway(places);
    const isJump = fresh.length > MOST_IN_FLIGHT;
    fresh.forEach((place) => this.lay(place, isJump ? gone.get(place.code)?.pop() : null));
    gone.forEach((cards) => cards.forEach((card) => card.remove()));
    // One look at the layout for all of them: from here on they move. After a jump they lie at once.
    if (fresh.length > 0 && !isJump) this.layer.getBoundingClientRect();
    let next = this.layer.firstElementChild;
    [...places].sort((a, b) => a.layer - b.layer).forEach((place) => {
      const card = this.cards.get(place.id);
      if (card.dataset.code !== place.code) this.turn(card, place.code);
      if (card === next) next = next.nextElementSibling;
      else this.layer.insertBefore(card, next);
      card.setAttribute("class", `card card-in-${place.state}`);
      card.style.transform = at(place);
    });
  }

  /** The cards that lie no longer, by their codes. */
  takeAway(places) {
    const stay = new Set(places.map(({ id }) => id));
    const gone = new Map();
    this.cards.forEach((card, id) => {
      if (stay.has(id)) return;
      this.cards.delete(id);
      gone.set(card.dataset.code, [...(gone.get(card.dataset.code) ?? []), card]);
    });
    return gone;
  }

  /** A card that was not there: it starts from its origin. After a jump an equal one that is gone serves again, undrawn. */
  lay({ id, origin }, equal) {
    const card = equal ?? svg("g", { class: "card" });
    if (!equal) card.style.transform = at(origin);
    this.cards.set(id, card);
    if (!equal) this.layer.append(card);
  }

  turn(card, code) {
    card.dataset.code = code;
    card.replaceChildren(...drawCard(code, this.game, this.frame.card));
  }
}

const at = ({ x, y, scale = 1 }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`;
