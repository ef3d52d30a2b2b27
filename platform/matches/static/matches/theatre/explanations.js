// For newcomers: what a kind of event means, the first time that it happens, and all of
// them in a list. The words come with the page, by game and kind; a game without them says nothing.

const MS_A_LETTER = 28;
const KEPT = "quintet-explain";

export class Explanations {
  constructor(root, position) {
    const part = (name) => root.querySelector(`[data-${name}]`);
    Object.assign(this, { position, panel: part("explanation"), aim: part("aim"), meaning: part("meaning"), list: part("meanings") });
    this.words = JSON.parse(document.getElementById("newcomers")?.textContent ?? "{}");
    /** Kind of event -> the step at which it was explained. */
    this.toldAt = new Map();
    this.wireSwitch(part("explain"));
    position.addEventListener("load", () => this.showGame());
    this.showGame();
  }

  wireSwitch(box) {
    box.checked = remembered() !== "off";
    box.addEventListener("change", () => {
      remember(box.checked ? "on" : "off");
      this.panel.hidden = !box.checked;
    });
    this.panel.hidden = !box.checked;
  }

  showGame() {
    const { game } = this.position.replay.record;
    if (game === this.game) return;
    this.game = game;
    this.toldAt.clear();
    const { summary = "", kinds = {} } = this.words[game] ?? {};
    this.aim.textContent = summary;
    this.panel.classList.toggle("is-empty", summary === "");
    this.meaning.textContent = "";
    this.list.replaceChildren(...Object.entries(kinds).flatMap(([kind, text]) => [element("dt", inWords(kind)), element("dd", text)]));
    this.list.closest("details").hidden = this.list.children.length === 0;
  }

  /** Explain the event of this step, if it is the first of its kind that is shown here. */
  show() {
    const { step, replay } = this.position;
    const [kind] = replay.steps[step].event;
    const text = this.words[this.game]?.kinds[kind];
    const isFirst = text !== undefined && (!this.toldAt.has(kind) || this.toldAt.get(kind) === step);
    this.position.readingMs = isFirst && !this.panel.hidden ? text.length * MS_A_LETTER : 0;
    this.meaning.classList.toggle("is-past", !isFirst);
    if (!isFirst || this.panel.hidden) return;
    this.toldAt.set(kind, step);
    this.meaning.textContent = text;
  }
}

const inWords = (kind) => kind.replaceAll("_", " ");

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** A browser may forbid a page to remember anything. */
function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function remember(value) {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // Then it holds for this page alone.
  }
}
