// Opens every theatre of the page: <div data-theatre data-record="URL">.

import { Captions } from "./captions.js";
import { perspectiveOf, wireControls } from "./controls.js";
import { Position } from "./position.js";
import { Replay } from "./replay.js";
import { Scene } from "./scene.js";
import { drawTimeline } from "./timeline.js";

const REDRAW_MS = 120;

export function openTheatre(root, record, { step, perspective } = {}) {
  const replay = new Replay(record);
  const position = new Position(replay, { step, perspective });
  const scene = new Scene(root.querySelector("[data-scene]"), { game: record.game, names: record.names });
  const captions = new Captions(root, position);
  const show = () => {
    const table = replay.tableAt(position.step, position.perspective);
    const nearest = Number.isInteger(position.perspective) ? position.perspective : 0;
    scene.paint(table, { nearest, standIns: replay.standInsAt(position.step) });
    captions.show(table);
  };
  position.addEventListener("change", show);
  wireControls(root, position);
  drawTimeline(root.querySelector("[data-timeline]"), replay);
  redrawOnResize(scene.element, show);
  show();
  root.dataset.ready = "true";
  return position;
}

function redrawOnResize(element, show) {
  let waiting;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(show, REDRAW_MS);
  }).observe(element);
}

/** Keeps the address of the page at the moment that is shown. */
function keepAddress(position) {
  const links = document.querySelectorAll("[data-keeps-moment]");
  const write = () => {
    const query = `?step=${position.step}&as=${position.perspective}`;
    history.replaceState(null, "", query);
    links.forEach((link) => {
      link.search = query;
    });
  };
  let waiting;
  position.addEventListener("change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, REDRAW_MS);
  });
}

/** A small theatre opens on a table full of cards, and plays where motion is welcome. */
function playInFrame(position) {
  const { name, ends } = position.replay.stages;
  position.goTo((ends[name === "trick" ? 0 : 1] ?? 1) - 1);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) position.play();
}

async function open(root) {
  const problem = root.querySelector("[data-problem]");
  try {
    const answer = await fetch(root.dataset.record);
    if (!answer.ok) throw new Error(`The record could not be loaded (${answer.status}).`);
    const asked = new URLSearchParams(location.search);
    const record = await answer.json();
    if (root.dataset.theatre === "page") {
      const step = asked.has("step") ? Number(asked.get("step")) : undefined;
      keepAddress(openTheatre(root, record, { step, perspective: perspectiveOf(asked.get("as") ?? "") }));
    } else {
      playInFrame(openTheatre(root, record));
    }
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
}

document.querySelectorAll("[data-theatre]").forEach(open);
