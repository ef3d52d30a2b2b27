// Opens every theatre of the page: <div data-theatre="MODE" data-record="URL">.

import { askedMoment, keepAddress } from "./address.js";
import { fetchRecord } from "./fetching.js";
import { openLive } from "./live_play.js";
import { openTheatre } from "./opening.js";
import { Replay } from "./replay.js";

const MODES = { page: openPage, frame: openFrame, live: openLive };

/** On a page of its own, at the moment that the address names. */
async function openPage(root) {
  const record = await fetchRecord(root.dataset.record);
  keepAddress(openTheatre(root, new Replay(record), askedMoment()));
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
