// A rating's course: hover and keys tell each match, zoom shows fewer of them, Enter opens one.
// Points come as [number, match, version, rating, change, low, high], oldest first.

import { frameOf } from "./frame.js";

const STEP = 0.5; // Zooming in keeps so much of what is seen.
const FEWEST = 8;

class RatingChart {
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector("svg");
    this.tip = root.querySelector("[data-tip]");
    const data = JSON.parse(document.getElementById(root.dataset.ratingChart).textContent);
    Object.assign(this, { all: data.points, points: data.points, versions: data.versions, more: data.more });
    this.at = this.points.length - 1;
    this.summary = this.tip.textContent;
    root.querySelector("[data-buttons]").hidden = this.all.length <= FEWEST;
    root.querySelector("[data-help]").hidden = false;
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("aria-roledescription", "rating chart");
    this.svg.addEventListener("pointermove", (event) => this.point(event));
    this.svg.addEventListener("pointerleave", () => this.tell(null));
    this.svg.addEventListener("click", () => this.open());
    this.svg.addEventListener("keydown", (event) => this.press(event));
    root.addEventListener("click", (event) => this.zoom(event.target.closest("[data-zoom]")?.dataset.zoom));
    this.draw();
  }

  draw() {
    this.frame = frameOf(this.points);
    const part = (name) => this.svg.querySelector(`[data-${name}]`);
    part("line").setAttribute("points", this.frame.line());
    part("band").setAttribute("points", this.frame.band());
    part("levels").replaceChildren(...this.frame.levels());
    part("versions").replaceChildren(...this.frame.versions(this.versions));
    this.tell(null);
  }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    this.tell(this.frame.nearest(((event.clientX - box.left) / box.width) * this.frame.width));
  }

  press(event) {
    const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    const zooms = { "+": "in", "=": "in", "-": "out", 0: "all" };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in keys) {
      this.tell(Math.max(0, Math.min(this.points.length - 1, this.at + keys[event.key])));
    } else if (event.key in zooms) {
      this.zoom(zooms[event.key]);
    } else if (event.key === "Enter") {
      this.open();
    } else return;
    event.preventDefault();
  }

  // Tell of the match at this place of what is drawn; null: of the whole.
  tell(at) {
    const cursor = this.svg.querySelector("[data-cursor]");
    const dot = this.svg.querySelector("[data-dot]");
    this.told = at !== null;
    this.at = at ?? this.points.length - 1;
    const [number, match, version, rating, change, low, high] = this.points[this.at];
    const x = this.frame.across(number);
    cursor.setAttribute("visibility", this.told ? "visible" : "hidden");
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, x);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", this.frame.down(rating));
    const sign = change < 0 ? "−" : "+";
    this.tip.textContent = this.told
      ? `${number}. rated match (match ${match}, v${version}): ${sign}${Math.abs(change).toFixed(1)} to ${rating.toFixed(0)}, strength ${low.toFixed(0)} to ${high.toFixed(0)}`
      : this.summary;
  }

  open() {
    if (this.told) location.href = `/matches/${this.points[this.at][1]}/`;
  }

  async zoom(how) {
    if (!how) return;
    const first = this.points[0][0];
    const last = this.points.at(-1)[0];
    const middle = this.told ? this.points[this.at][0] : last;
    if (how === "all") this.points = this.all;
    else await this.show(...this.range(first, last, middle, how === "in" ? STEP : 1 / STEP));
    this.draw();
  }

  range(first, last, middle, factor) {
    const end = this.all.at(-1)[0];
    const length = Math.min(end, Math.max(FEWEST, Math.round((last - first + 1) * factor)));
    const from = Math.max(1, Math.min(end - length + 1, Math.round(middle - length / 2)));
    return [from, from + length - 1];
  }

  // A long history comes thinned: what lies between is asked for when one looks closer.
  async show(from, to) {
    let points = this.all.filter(([number]) => number >= from && number <= to);
    if (this.more) {
      const answer = await fetch(`${this.more}&first=${from}&last=${to}`).catch(() => null);
      if (answer?.ok) points = await answer.json();
    }
    if (points.length) this.points = points;
  }
}

for (const root of document.querySelectorAll("[data-rating-chart]")) new RatingChart(root);
