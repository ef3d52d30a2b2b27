// The moment and the perspective in the page's address, so that any moment has a link.

import { perspectiveOf } from "./controls.js";
import { REDRAW_MS } from "./opening.js";

/** {step, deal, perspective} that the address asks for; step and deal are undefined where it asks for none. */
export function askedMoment() {
  const asked = new URLSearchParams(location.search);
  return {
    step: asked.has("step") ? Number(asked.get("step")) : undefined,
    deal: asked.has("deal") ? Number(asked.get("deal")) : undefined,
    perspective: perspectiveOf(asked.get("as") ?? ""),
  };
}

/** Keeps the address of the page at the moment that is shown. */
export function keepAddress(position) {
  const links = document.querySelectorAll("[data-keeps-moment]");
  const dealLinks = document.querySelectorAll("[data-keeps-deal]");
  const write = () => {
    const query = `?step=${position.step}&as=${position.perspective}`;
    history.replaceState(null, "", query);
    links.forEach((link) => {
      link.search = query;
    });
    dealLinks.forEach((link) => {
      link.search = `?deal=${position.replay.steps[position.step].deal}&as=${position.perspective}`;
    });
  };
  let waiting;
  position.addEventListener("change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(write, REDRAW_MS);
  });
}
