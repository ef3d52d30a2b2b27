// What happens, in words: the caption (read aloud by screen readers), the list of
// events of this deal, and the table as a table.

import { EventList } from "./event_list.js";
import { showSeatTable } from "./seat_table.js";
import { thinkingInWords } from "./thinking.js";
import { inWords } from "./words.js";

export class Captions {
  constructor(root, position) {
    this.position = position;
    this.caption = root.querySelector("[data-caption]");
    this.place = root.querySelector("[data-place]");
    const log = root.querySelector("[data-log]");
    this.log = log && new EventList(log, { sentence: (step) => this.sentence(step), goTo: (step) => position.goTo(step) });
    this.seats = root.querySelector("[data-seats]");
    this.middle = root.querySelector("[data-middle]");
  }

  show(table) {
    const { step, replay, perspective } = this.position;
    const { deal } = replay.steps[step];
    const thought = thinkingInWords(replay.thinkingAt(step));
    const fault = replay.faults.find((it) => it.position === step);
    const extra = [thought, fault && `${replay.names[fault.seat]} broke down here: ${fault.fault.replaceAll("_", " ")}`];
    this.caption.textContent = [this.sentence(step), ...extra.filter(Boolean).map((it) => `(${it})`)].join(" ");
    this.place.textContent = `Deal ${deal + 1} of ${replay.dealStarts.length} · step ${step} of ${replay.last}`;
    this.log?.show(step, { start: replay.dealStarts[deal], perspective, replay });
    if (this.seats) {
      const { game } = replay.record;
      showSeatTable(table, { element: this.seats, middle: this.middle, game, names: replay.names });
    }
  }

  sentence(step) {
    return sentenceAt(this.position.replay, step, this.position.perspective);
  }
}

/** The event of a step in words, as a perspective sees it. */
export function sentenceAt(replay, step, perspective) {
  const { deal, index } = replay.steps[step];
  const event = replay.eventSeen(deal, index, perspective);
  return inWords(event, { kind: replay.kinds[event.kind], game: replay.record.game, names: replay.names });
}
