// A record in the making: events of a running sitting, put together as they come.

import { Replay } from "./replay.js";
import { withNames } from "./sight.js";

/** A replay of what a spectator has seen so far. */
export class GrowingReplay extends Replay {
  /** head: a record without its deals, with the printed `pack` and the `opening` totals. */
  constructor(head) {
    super({ ...head, faults: [], deals: [] });
    this.count = 0;
  }

  /** Whether a seat's eyes are not to be had: only a spectator's. */
  get isSeenOnly() {
    return true;
  }

  /** Events from number `at` on; those that are here already are passed over. False where some are missing. */
  add(at, events) {
    if (at > this.count) return false;
    const { deals } = this.record;
    const grownFrom = Math.max(0, deals.length - 1);
    events.slice(this.count - at).forEach((event) => {
      const named = withNames(event, this.kinds);
      if (event[0] === "deal") deals.push({ dealer: named.dealer, pack: this.record.pack, events: [], moves: [], scores: [] });
      const deal = deals.at(-1);
      deal.events.push(event);
      if (event[0] === "score") deal.scores = named.scores;
      this.count += 1;
    });
    this.readFrom(grownFrom);
    return true;
  }

  /** Where a viewer begins who was there from the start. */
  get opening() {
    return 0;
  }
}
