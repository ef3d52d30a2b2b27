// A running match: plays what comes at a pace that a human can follow, says how far behind
// it is, and turns to the record when the match is over.

import { listen } from "../../live/live.js";
import { fetchRecord } from "./fetching.js";
import { GrowingReplay } from "./growing.js";
import { openTheatre } from "./opening.js";
import { Replay } from "./replay.js";
import { SPECTATOR } from "./sight.js";

/** So many events behind, it plays twice as fast. */
const HURRY_FROM = 40;

const STATES = {
  waiting: "The match waits for a worker. The table opens here as soon as it begins.",
  playing: "The match is being played. The table opens here with the next events.",
  dropped: "The match could not be played. The failure is ours, no bot's.",
};

export async function openLive(root) {
  const match = new LiveMatch(root);
  match.stop = listen(root.dataset.channel, (kind, data) => match[kind]?.(data));
}

class LiveMatch {
  constructor(root) {
    const part = (name) => root.querySelector(`[data-${name}]`);
    Object.assign(this, { root, badge: part("live-badge"), line: part("live-line"), behindLine: part("behind"), result: part("live-result") });
    Object.assign(this, { attempt: null, sittings: new Map(), number: null, position: null, cameEarly: false, isOver: false });
    this.nowButton = part("to-now");
    this.nowButton.addEventListener("click", () => this.toNow());
  }

  /** What the database says, at every connection. */
  hello({ state }) {
    if (state === "finished") return this.over();
    if (state === "waiting") this.cameEarly = true;
    if (state === "dropped") this.say(STATES.dropped, "");
    else if (!this.position) this.say(STATES[state], state === "playing" ? "live" : "");
    else this.showBehind();
  }

  away() {
    this.say("The connection is lost; it is tried again.", "");
  }

  play({ attempt, sitting, at, events, head }) {
    if (this.isOver) return;
    if (attempt !== this.attempt) this.beginAnew(attempt);
    if (!this.sittings.has(sitting)) {
      if (!head) return;
      this.sittings.set(sitting, new GrowingReplay(head));
    }
    const replay = this.sittings.get(sitting);
    if (!replay.add(at, events) || replay.steps.length === 0) return;
    if (!this.position || this.number === null) this.open(sitting, replay);
    else if (sitting === this.number) this.position.grown();
    this.showBehind();
  }

  /** An attempt that failed is forgotten: the match is played again from its start. */
  beginAnew(attempt) {
    this.sittings.clear();
    this.number = null;
    this.attempt = attempt;
  }

  /** Who was there before the match sees it from its start, who comes later where it is now. */
  open(sitting, replay) {
    const isLate = !this.cameEarly && !this.position;
    const moment = { step: isLate ? replay.last : 0, perspective: SPECTATOR };
    this.number = sitting;
    this.root.dataset.opened = "true";
    if (this.position) this.position.load(replay, moment);
    else {
      this.position = openTheatre(this.root, replay, moment);
      this.position.addEventListener("change", () => this.showBehind());
      this.position.addEventListener("end", () => this.nextSitting());
    }
    this.position.isLive = true;
    if (!this.position.playing) this.position.play();
  }

  nextSitting() {
    const next = this.sittings.get(this.number + 1);
    if (this.isOver || !next || next.steps.length === 0) return;
    this.number += 1;
    this.position.load(next, { step: 0 });
  }

  toNow() {
    this.number = Math.max(...this.sittings.keys());
    const replay = this.sittings.get(this.number);
    this.position.load(replay, { step: replay.last });
    if (!this.position.playing) this.position.play();
  }

  showBehind() {
    if (!this.position || this.isOver) return;
    let behind = this.position.replay.last - this.position.step;
    this.sittings.forEach(({ count }, sitting) => {
      if (sitting > this.number) behind += count;
    });
    this.position.hurry = behind > HURRY_FROM ? 2 : 1;
    this.nowButton.hidden = behind < 2;
    this.say(`Sitting ${this.number + 1} of ${this.position.replay.names.length}.`, "live");
    this.behindLine.textContent = behind < 2 ? "" : `${behind} events behind.`;
  }

  /** The match is over: the record of what is being watched takes its place, at the same moment. */
  async over() {
    if (this.isOver) return;
    this.isOver = true;
    this.stop?.();
    const number = this.number ?? 0;
    this.behindLine.textContent = "";
    this.nowButton.hidden = true;
    try {
      const replay = new Replay(await fetchRecord(this.root.dataset.record.replace("/sittings/0/", `/sittings/${number}/`)));
      this.root.dataset.opened = "true";
      if (this.position) {
        this.position.isLive = false;
        this.position.load(replay, { step: this.position.step });
      } else this.position = openTheatre(this.root, replay);
      this.position.hurry = 1;
      this.say(`The match is over. This is the record of sitting ${number + 1}.`, "");
    } catch {
      this.say("The match is over.", "");
    }
    this.result.hidden = false;
  }

  say(text, badge) {
    this.badge.hidden = badge !== "live";
    if (this.line.textContent !== text) this.line.textContent = text;
  }
}
