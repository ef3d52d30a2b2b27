// Where we are in a replay, whose eyes we look through, and whether it plays.

import { EVERYTHING } from "./sight.js";

const BEAT_MS = 900;

export class Position extends EventTarget {
  constructor(replay, { step = replay.opening, perspective = EVERYTHING } = {}) {
    super();
    this.replay = replay;
    this.step = this.within(step);
    this.perspective = perspective;
    this.speed = 1;
    this.timer = null;
    /** Whether more steps are to come: at the last one it waits instead of pausing. */
    this.isLive = false;
    /** How many times faster it plays, to catch up with what happens. */
    this.hurry = 1;
    /** Milliseconds that this step stays longer, for what is to be read. */
    this.readingMs = 0;
  }

  /** Go on with another replay: that of another sitting, or the record of what was watched live. */
  load(replay, { step = replay.opening, perspective = this.perspective } = {}) {
    this.replay = replay;
    this.perspective = perspective;
    this.tell("load");
    this.goTo(step);
  }

  /** The replay has grown. */
  grown() {
    this.tell("load");
  }

  within(step) {
    return Math.min(Math.max(0, Number.isFinite(step) ? Math.trunc(step) : 0), this.replay.last);
  }

  goTo(step) {
    this.step = this.within(step);
    if (this.step === this.replay.last && !this.isLive) this.pause();
    this.tell("change");
  }

  forward = () => this.goTo(this.step + 1);
  back = () => this.goTo(this.step - 1);
  nextStage = () => this.goTo(this.replay.nextIn(this.replay.stages.ends, this.step));
  previousStage = () => this.goTo(this.replay.previousIn(this.replay.stages.ends, this.step));
  nextDeal = () => this.goTo(this.replay.nextIn(this.replay.dealStarts, this.step));
  previousDeal = () => this.goTo(this.replay.previousIn(this.replay.dealStarts, this.step));
  nextMoment = () => this.goTo(this.replay.nextIn(this.replay.moments.map(({ step }) => step), this.step));
  previousMoment = () => this.goTo(this.replay.previousIn(this.replay.moments.map(({ step }) => step), this.step));
  toStart = () => this.goTo(0);
  toEnd = () => this.goTo(this.replay.last);

  lookFrom(perspective) {
    this.perspective = perspective;
    this.tell("change");
  }

  get playing() {
    return this.timer !== null;
  }

  toggle = () => (this.playing ? this.pause() : this.play());

  play() {
    if (this.step === this.replay.last && !this.isLive) this.step = 0;
    this.beat();
    this.tell("playing");
  }

  /** Each beat sets the next, so that pace and length may change at any step. */
  beat() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.step < this.replay.last) this.forward();
      else this.tell("end");
      if (this.playing) this.beat();
    }, this.beatMs());
  }

  /** Milliseconds until the next step; a longer one where there is something to read. */
  beatMs() {
    return (BEAT_MS + this.readingMs) / this.speed / this.hurry;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.tell("playing");
  }

  playAt(speed) {
    this.speed = speed;
    if (this.playing) this.beat();
  }

  tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
