// The list of moments worth jumping to, and their marks on the timeline.

import { momentsOf } from "./moments.js";
import { markMoments } from "./timeline.js";

const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
const idle = () => new Promise((resolve) => whenIdle(resolve));

export function wireHighlights(root, position) {
  const select = root.querySelector("[data-moments]");
  if (!select) return;
  const [none] = select.options;
  const show = async () => {
    const { replay } = position;
    if (replay.isSeenOnly) return;
    const moments = await momentsOf(replay, idle);
    if (replay !== position.replay) return;
    replay.moments = moments;
    select.replaceChildren(none, ...moments.map(({ step, text }) => new Option(`Deal ${replay.steps[step].deal + 1}: ${text}`, String(step))));
    select.disabled = moments.length === 0;
    markMoments(root.querySelector("[data-timeline]"), replay);
  };
  select.addEventListener("change", () => {
    if (select.value !== "") position.goTo(Number(select.value));
  });
  position.addEventListener("change", () => {
    const here = position.replay.moments.find(({ step }) => step === position.step);
    select.value = here ? String(here.step) : "";
  });
  position.addEventListener("load", show);
  show();
}
