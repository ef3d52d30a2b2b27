// Sets up one theatre: table, captions, controls and timeline around a position.

import { Captions } from "./captions.js";
import { wireControls } from "./controls.js";
import { Explanations } from "./explanations.js";
import { wireHighlights } from "./highlights.js";
import { wireOwn } from "./own.js";
import { Position } from "./position.js";
import { Scene } from "./scene.js";
import { drawTimeline, wireTimeline } from "./timeline.js";

export const REDRAW_MS = 120;

/** @returns the Position, by which everything can be told where to be */
export function openTheatre(root, replay, { step, perspective } = {}) {
  const position = new Position(replay, { step, perspective });
  const scene = new Scene(root.querySelector("[data-scene]"), { game: replay.record.game, names: replay.names });
  const captions = new Captions(root, position);
  const explanations = root.querySelector("[data-explanation]") && new Explanations(root, position);
  const show = () => {
    const { replay: shown, step: at, perspective: eyes } = position;
    const table = shown.tableAt(at, eyes);
    scene.paint(table, { nearest: Number.isInteger(eyes) ? eyes : 0, standIns: shown.standInsAt(at) });
    captions.show(table);
    explanations?.show();
  };
  const seat = () => {
    scene.seat({ game: position.replay.record.game, names: position.replay.names });
    drawTimeline(root.querySelector("[data-timeline]"), position.replay);
  };
  position.addEventListener("load", seat);
  position.addEventListener("change", show);
  wireControls(root, position);
  seat();
  wireTimeline(root.querySelector("[data-timeline]"), position);
  wireHighlights(root, position);
  wireOwn(root, position);
  redrawOnResize(scene.element, show);
  show();
  root.dataset.ready = "true";
  performance.mark("theatre-ready");
  return position;
}

function redrawOnResize(element, show) {
  let waiting;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(show, REDRAW_MS);
  }).observe(element);
}
