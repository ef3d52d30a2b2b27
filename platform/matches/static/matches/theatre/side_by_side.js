// The sittings of one match side by side, in step: the same cards, other bots in the seats.

import { keepAddress, askedMoment } from "./address.js";
import { sentenceAt } from "./captions.js";
import { wireControls } from "./controls.js";
import { fetchRecord } from "./fetching.js";
import { REDRAW_MS } from "./opening.js";
import { Parallel } from "./parallel.js";
import { Position } from "./position.js";
import { Replay } from "./replay.js";
import { Scene } from "./scene.js";
import { drawTimeline } from "./timeline.js";

const NARROW = "(max-width: 45rem)";

export async function openSideBySide(root) {
  const figures = [...root.querySelectorAll("[data-sitting]")];
  const boxes = [...root.querySelectorAll("[data-choose]")];
  const shownAtFirst = matchMedia(NARROW).matches ? 2 : 4;
  boxes.forEach((box, i) => {
    box.checked = i < shownAtFirst;
  });
  const tables = figures.map((figure) => new SittingTable(figure));
  const chosen = () => tables.filter((_, i) => boxes[i].checked);
  await Promise.all(chosen().map((table) => table.load()));

  const { step, perspective, deal } = askedMoment();
  const lines = new Parallel(chosen().map(({ replay }) => replay));
  const position = new Position(lines, { step: step ?? lines.dealStarts[deal] ?? lines.opening, perspective });
  const place = root.querySelector("[data-place]");
  const show = () => {
    chosen().forEach((table) => table.show(position));
    const at = position.replay.steps[position.step];
    place.textContent = `Deal ${at.deal + 1} of ${position.replay.dealStarts.length} · event ${at.index + 1} of ${position.replay.lengths[at.deal]}`;
  };
  const seat = () => drawTimeline(root.querySelector("[data-timeline]"), position.replay);
  async function choose() {
    if (!boxes.some((box) => box.checked)) boxes[0].checked = true;
    await Promise.all(chosen().map((table) => table.load()));
    figures.forEach((figure, i) => {
      figure.hidden = !boxes[i].checked;
    });
    const { deal: at, index } = position.replay.steps[position.step];
    const parallel = new Parallel(chosen().map(({ replay }) => replay));
    position.load(parallel, { step: parallel.dealStarts[Math.min(at, parallel.dealStarts.length - 1)] + Math.min(index, parallel.lengths[at] - 1) });
  }
  boxes.forEach((box) => box.addEventListener("change", choose));
  position.addEventListener("load", seat);
  position.addEventListener("change", show);
  figures.forEach((figure, i) => {
    figure.hidden = !boxes[i].checked;
  });
  wireControls(root, position);
  keepAddress(position);
  seat();
  let waiting;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(show, REDRAW_MS);
  }).observe(root);
  show();
  root.dataset.ready = "true";
}

/** One sitting among the others. */
class SittingTable {
  constructor(figure) {
    const part = (name) => figure.querySelector(`[data-${name}]`);
    Object.assign(this, { url: figure.dataset.sitting, element: part("scene"), caption: part("sitting-caption"), replay: null });
  }

  async load() {
    if (this.replay) return;
    this.replay = new Replay(await fetchRecord(this.url));
    this.scene = new Scene(this.element, { game: this.replay.record.game, names: this.replay.names });
  }

  show({ replay: all, step, perspective }) {
    const at = all.stepOf(this.replay, step);
    this.scene.paint(this.replay.tableAt(at, perspective), {
      nearest: Number.isInteger(perspective) ? perspective : 0, standIns: this.replay.standInsAt(at),
    });
    this.caption.textContent = sentenceAt(this.replay, at, perspective);
  }
}
