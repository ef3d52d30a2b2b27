// The list of the deal's events so far. A deal may have a thousand: a step adds or removes
// only the lines that differ, and after a jump the latest come at once and the others when
// there is time.

const AT_ONCE = 40;
const LATER_MS = 250;

export class EventList {
  /** sentence(step): an event in words; goTo(step): what a click does. */
  constructor(element, { sentence, goTo }) {
    Object.assign(this, { element, sentence, first: 0, start: null, perspective: null, replay: null });
    element.addEventListener("click", ({ target }) => {
      const line = target.closest("li");
      if (line) goTo(this.first + [...element.children].indexOf(line));
    });
  }

  /** replay: the list begins anew with another one, deal or perspective. */
  show(step, { start, perspective, replay }) {
    clearTimeout(this.waiting);
    const isOther = start !== this.start || perspective !== this.perspective || replay !== this.replay;
    const isFar = step < this.first || step >= this.first + this.element.children.length + AT_ONCE;
    Object.assign(this, { start, perspective, replay });
    if (isOther || isFar) {
      this.element.replaceChildren();
      this.first = Math.max(start, step - AT_ONCE + 1);
    }
    this.showUntil(step);
    if (this.first > start) this.waiting = setTimeout(() => this.showEarlier(), LATER_MS);
  }

  showUntil(step) {
    const { children } = this.element;
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    while (children.length > step - this.first + 1) this.element.lastElementChild.remove();
    this.element.append(...this.lines(this.first + children.length, step));
    this.element.lastElementChild.setAttribute("aria-current", "step");
    this.element.scrollTop = this.element.scrollHeight;
  }

  showEarlier() {
    this.element.prepend(...this.lines(this.start, this.first - 1));
    this.first = this.start;
    this.element.scrollTop = this.element.scrollHeight;
  }

  lines(from, to) {
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => {
      const line = document.createElement("li");
      const jump = document.createElement("button");
      jump.type = "button";
      jump.textContent = this.sentence(from + i);
      line.append(jump);
      return line;
    });
  }
}
