// For the owner of a bot at this table: what it printed for the move that is shown, and its
// view at that move, to ask it again at home. The page says which seats those are.

import { fetchRecord } from "./fetching.js";

/** bots: [{seat, name, printed: URL, view: URL with DEAL and EVENT to be put in}] */
export function wireOwn(root, position) {
  const panel = root.querySelector("[data-own]");
  const bots = JSON.parse(document.getElementById("own-bots")?.textContent ?? "[]");
  if (!panel || bots.length === 0) return;
  const own = new OwnPanel(panel, bots, position);
  position.addEventListener("change", () => own.show());
  own.show();
}

class OwnPanel {
  constructor(panel, bots, position) {
    const part = (name) => panel.querySelector(`[data-own-${name}]`);
    Object.assign(this, { panel, bots, position, title: part("title"), text: part("printed"), link: part("view"), logs: new Map() });
  }

  async show() {
    const { step, replay } = this.position;
    const { deal, index } = replay.steps[step];
    const bot = this.bots.find(({ seat }) => seat === replay.moverAt(step));
    this.panel.classList.toggle("is-quiet", !bot);
    if (!bot) {
      this.title.textContent = "Go to a move of your bot to see what it printed for it.";
      this.link.hidden = true;
      this.text.hidden = true;
      return;
    }
    this.title.textContent = `${bot.name} was asked here.`;
    this.link.href = bot.view.replace("DEAL", deal).replace("EVENT", index);
    this.link.hidden = typeof replay.thinkingAt(step) !== "number";
    const log = await this.logOf(bot);
    if (step !== this.position.step) return;
    const printed = log.filter(([ofDeal, events]) => ofDeal === deal && events === index).map(([, , text]) => text).join("");
    this.text.hidden = false;
    this.text.textContent = printed || "It printed nothing for this move.";
    this.text.classList.toggle("soft", !printed);
  }

  /** [[deal, events that it had been shown, text]], fetched once. */
  logOf({ seat, printed }) {
    if (!this.logs.has(seat)) this.logs.set(seat, fetchRecord(printed).then(({ printed: parts }) => parts, () => []));
    return this.logs.get(seat);
  }
}
