// Buttons, slider, speed, perspective and keys of one theatre.

import { EVERYTHING, SPECTATOR } from "./sight.js";

const KEYS = { ArrowRight: "forward", ArrowLeft: "back", " ": "toggle", Home: "toStart", End: "toEnd", h: "nextMoment" };
const SHIFTED = {
  ArrowRight: "nextStage", ArrowLeft: "previousStage", ArrowDown: "nextDeal", ArrowUp: "previousDeal",
  H: "previousMoment",
};

export function wireControls(root, position) {
  root.querySelectorAll("[data-do]").forEach((button) => {
    button.addEventListener("click", () => position[button.dataset.do]());
  });
  wireStages(root, position);
  wireSlider(root.querySelector("[data-slider]"), position);
  wireKeys(root, position);
  wirePerspective(root.querySelector("[data-perspective]"), position);
  root.querySelector("[data-speed]")?.addEventListener("change", ({ target }) => position.playAt(Number(target.value)));
  const play = root.querySelector("[data-do=toggle]");
  const showPlaying = () => {
    play.dataset.playing = String(position.playing);
    play.setAttribute("aria-label", position.playing ? "Pause" : "Play");
  };
  position.addEventListener("playing", showPlaying);
  showPlaying();
}

/** The page says "trick"; a game without tricks has turns or rounds to jump over. */
function wireStages(root, position) {
  let said = "trick";
  const show = () => {
    const { name } = position.replay.stages;
    root.querySelectorAll("[data-do$=Stage]").forEach((button) => {
      button.setAttribute("aria-label", button.getAttribute("aria-label").replace(said, name));
      button.title = button.title.replace(said, name);
    });
    root.querySelectorAll("[data-stage]").forEach((word) => {
      word.textContent = name;
    });
    said = name;
  };
  position.addEventListener("load", show);
  show();
}

function wireSlider(slider, position) {
  const show = () => {
    slider.max = position.replay.last;
    slider.value = position.step;
    const { deal } = position.replay.steps[position.step];
    slider.setAttribute("aria-valuetext", `step ${position.step}, deal ${deal + 1}`);
  };
  slider.addEventListener("input", () => position.goTo(Number(slider.value)));
  position.addEventListener("load", show);
  position.addEventListener("change", show);
  show();
}

/**
 * On a page of its own a theatre hears keys anywhere, but where they are needed to type or
 * to choose; a small one among other things hears them only while it has the focus.
 */
function wireKeys(root, position) {
  const ear = ["page", "file", "side-by-side"].includes(root.dataset.theatre) ? document : root;
  ear.addEventListener("keydown", (event) => {
    const { target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest("select, textarea, input:not([type=range])")) return;
    if (key === " " && target.closest("button, a, summary")) return;
    const command = shiftKey ? SHIFTED[key] : KEYS[key];
    if (!command) return;
    event.preventDefault();
    position[command]();
  });
}

export const perspectiveOf = (text) => (/^\d+$/.test(text) ? Number(text) : text === SPECTATOR ? SPECTATOR : EVERYTHING);

function wirePerspective(select, position) {
  if (!select) return;
  const [everybody, spectator] = select.options;
  const show = () => {
    const { names, isSeenOnly } = position.replay;
    const seats = names.map((name, seat) => new Option(`${name} (seat ${seat})`, String(seat)));
    select.replaceChildren(...(isSeenOnly ? [spectator] : [everybody, spectator, ...seats]));
    select.value = String(position.perspective);
  };
  position.addEventListener("load", show);
  show();
  select.addEventListener("change", () => position.lookFrom(perspectiveOf(select.value)));
}
