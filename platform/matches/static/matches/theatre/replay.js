// A record as a line of steps. Step i is the table right after event i.

import { stagesOf } from "./marks.js";
import { applyEvent, tableBefore } from "./table.js";
import { seenFrom, withNames } from "./sight.js";
import { thinkingOf } from "./thinking.js";

export class Replay {
  /** @param record a quintet-record of version 1, as parsed JSON. Throws on anything else. */
  constructor(record) {
    if (record?.format !== "quintet-record" || record.version !== 1) {
      throw new Error("This is not a Quintet record of version 1.");
    }
    this.record = record;
    this.kinds = record.kinds;
    this.names = record.names;
    /** Moments worth jumping to; found later, see highlights.js. */
    this.moments = [];
    this.readFrom(0);
  }

  /** Read the record's events, again from a deal on where it has grown. */
  readFrom(first) {
    const kept = (this.steps ?? []).filter(({ deal }) => deal < first);
    const read = this.record.deals.slice(first).flatMap((deal, i) =>
      deal.events.map((event, index) => ({ deal: first + i, index, event })),
    );
    this.steps = [...kept, ...read];
    this.dealStarts = this.steps.flatMap(({ index }, i) => (index === 0 ? [i] : []));
    this.stages = stagesOf(this.steps, this.kinds);
    this.thinking = (this.thinking ?? []).slice(0, first);
  }

  /** Which event shows which move, of one deal: found when it is asked for. */
  thinkingIn(deal) {
    this.thinking[deal] ??= thinkingOf(this.record.deals[deal], this.kinds);
    return this.thinking[deal];
  }

  get last() {
    return this.steps.length - 1;
  }

  /** The table after step `position`, as the perspective sees it. */
  tableAt(position, perspective) {
    const { deal, index } = this.steps[position];
    const table = tableBefore(this.record, deal);
    for (let i = 0; i <= index; i += 1) {
      applyEvent(table, this.eventSeen(deal, i, perspective), i);
    }
    return table;
  }

  eventSeen(deal, index, perspective) {
    return withNames(seenFrom(this.record.deals[deal].events[index], perspective, this.kinds), this.kinds);
  }

  /** Microseconds, "forced", "stand-in", or undefined where the event was no move. */
  thinkingAt(position) {
    const { deal, index } = this.steps[position];
    return this.thinkingIn(deal).byEvent.get(index);
  }

  /** The seat whose move this event was; undefined where it was no move. */
  moverAt(position) {
    const { deal, index } = this.steps[position];
    return this.thinkingIn(deal).movers.get(index);
  }

  /** Faults of this sitting with their step: [{position, seat, fault}]. */
  get faults() {
    return this.record.faults
      .filter(({ carried }) => !carried)
      .map((fault) => ({ ...fault, position: this.positionOfMove(fault.deal, fault.move) }));
  }

  /** Seats that a stand-in plays at this step, their bots having broken down here or in an earlier sitting. */
  standInsAt(position) {
    const broken = this.record.faults.filter(
      ({ carried, deal, move }) => carried || this.positionOfMove(deal, move) <= position,
    );
    return new Set(broken.map(({ seat }) => seat));
  }

  /** Where a viewer begins: at the first fault of this sitting, else at the first card that is played. */
  get opening() {
    const [fault] = this.faults;
    return fault ? fault.position : this.positionOfMove(0, 0);
  }

  positionOfMove(deal, move) {
    const start = this.dealStarts[deal] ?? this.last;
    return start + (deal in this.record.deals ? (this.thinkingIn(deal).eventOfMove[move] ?? 0) : 0);
  }

  nextIn(marks, position) {
    return marks.find((mark) => mark > position) ?? this.last;
  }

  previousIn(marks, position) {
    return marks.findLast((mark) => mark < position) ?? 0;
  }
}
