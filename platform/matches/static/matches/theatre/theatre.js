// Opens every theatre of the page: <div data-theatre="MODE" data-record="URL">.

import { askedMoment, keepAddress } from "./address.js";
import { fetchRecord } from "./fetching.js";
import { openTheatre } from "./opening.js";
import { Replay } from "./replay.js";

/** What only some pages need is loaded there. */
const MODES = {
  page: openPage,
  frame: openFrame,
  live: async (root) => (await import("./live_play.js")).openLive(root),
  file: async (root) => (await import("./file_page.js")).openFile(root),
  "side-by-side": async (root) => (await import("./side_by_side.js")).openSideBySide(root),
};

/** On a page of its own, at the moment that the address names. */
async function openPage(root) {
  const replay = new Replay(await fetchRecord(root.dataset.record));
  const { step, deal, perspective } = askedMoment();
  keepAddress(openTheatre(root, replay, { step: step ?? replay.dealStarts[deal], perspective }));
}

/** A small theatre opens on a table full of cards, and plays where motion is welcome. */
async function openFrame(root) {
  const position = openTheatre(root, new Replay(await fetchRecord(root.dataset.record)));
  const { name, ends } = position.replay.stages;
  position.goTo((ends[name === "trick" ? 0 : 1] ?? 1) - 1);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) position.play();
}

async function open(root) {
  try {
    await MODES[root.dataset.theatre](root);
  } catch (error) {
    const problem = root.querySelector("[data-problem]");
    problem.textContent = error.message;
    problem.hidden = false;
  }
}

document.querySelectorAll("[data-theatre]").forEach(open);
