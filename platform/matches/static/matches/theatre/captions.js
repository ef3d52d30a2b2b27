// What happens, in words: the caption (read aloud by screen readers), the list of
// events of this deal, and the table as a table.

import { pointsOf } from "./points.js";
import { cardInWords, inHandOrder } from "./suits.js";
import { thinkingInWords } from "./thinking.js";
import { inWords } from "./words.js";

const LABELS = ["Hand", "Tricks", "Cards won", "Points"];

export class Captions {
  constructor(root, position) {
    this.position = position;
    this.caption = root.querySelector("[data-caption]");
    this.place = root.querySelector("[data-place]");
    this.log = root.querySelector("[data-log]");
    this.seats = root.querySelector("[data-seats]");
  }

  show(table) {
    const { step, replay } = this.position;
    const { deal } = replay.steps[step];
    const thought = thinkingInWords(replay.thinkingAt(step));
    const fault = replay.faults.find((it) => it.position === step);
    const extra = [thought, fault && `${replay.names[fault.seat]} broke down here: ${fault.fault.replaceAll("_", " ")}`];
    this.caption.textContent = [this.sentence(step), ...extra.filter(Boolean).map((it) => `(${it})`)].join(" ");
    this.place.textContent = `Deal ${deal + 1} of ${replay.dealStarts.length} · step ${step} of ${replay.last}`;
    if (this.log) this.showLog(step, replay.dealStarts[deal]);
    if (this.seats) this.showSeats(table);
  }

  sentence(step) {
    const { replay, perspective } = this.position;
    const { deal, index } = replay.steps[step];
    const event = replay.eventSeen(deal, index, perspective);
    return inWords(event, { kind: replay.kinds[event.kind], game: replay.record.game, names: replay.names });
  }

  showLog(step, start) {
    const lines = [];
    for (let i = start; i <= step; i += 1) {
      const line = document.createElement("li");
      const jump = document.createElement("button");
      jump.type = "button";
      jump.textContent = this.sentence(i);
      jump.addEventListener("click", () => this.position.goTo(i));
      if (i === step) line.setAttribute("aria-current", "step");
      line.append(jump);
      lines.push(line);
    }
    const focused = [...this.log.children].findIndex((line) => line.contains(document.activeElement));
    this.log.replaceChildren(...lines);
    this.log.children[focused]?.firstElementChild.focus({ preventScroll: true });
    this.log.scrollTop = this.log.scrollHeight;
  }

  showSeats({ seats, dealNumber }) {
    const { replay } = this.position;
    const { game } = replay.record;
    const words = (cards) => cards.map(({ code }) => cardInWords(game, code)).join(", ") || "–";
    const rows = seats.map((seat, i) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = replay.names[i];
      const hand = seat.hand.every(({ code }) => code === "?") ? `${seat.hand.length} cards` : words([...seat.hand].sort(inHandOrder(game)));
      row.append(head, ...[hand, seat.tricks, words(seat.won), pointsOf(seat, { game, dealNumber }).points ?? "–"].map((text, column) => cell(text, LABELS[column])));
      return row;
    });
    this.seats.replaceChildren(...rows);
  }
}

function cell(text, label) {
  const element = document.createElement("td");
  element.textContent = text;
  element.dataset.label = label;
  return element;
}
