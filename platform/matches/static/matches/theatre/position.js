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
  }

  within(step) {
    return Math.min(Math.max(0, Number.isFinite(step) ? Math.trunc(step) : 0), this.replay.last);
  }

  goTo(step) {
    this.step = this.within(step);
    if (this.step === this.replay.last) this.pause();
    this.tell("change");
  }

  forward = () => this.goTo(this.step + 1);
  back = () => this.goTo(this.step - 1);
  nextStage = () => this.goTo(this.replay.nextIn(this.replay.stages.ends, this.step));
  previousStage = () => this.goTo(this.replay.previousIn(this.replay.stages.ends, this.step));
  nextDeal = () => this.goTo(this.replay.nextIn(this.replay.dealStarts, this.step));
  previousDeal = () => this.goTo(this.replay.previousIn(this.replay.dealStarts, this.step));
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
    if (this.step === this.replay.last) this.step = 0;
    this.timer = setInterval(this.forward, BEAT_MS / this.speed);
    this.tell("playing");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.tell("playing");
  }

  playAt(speed) {
    this.speed = speed;
    if (this.playing) {
      this.pause();
      this.play();
    }
  }

  tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
