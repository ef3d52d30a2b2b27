// The strip under the slider: a block for each deal, a tick for each trick, turn or
// round, a long mark for each fault and a short one for each big swing. A click goes there.

import { svg } from "./cards.js";

const HEIGHT = 14;
/** More ticks than these would run into one another. */
const MOST_TICKS = 240;

export function drawTimeline(element, replay) {
  const length = Math.max(1, replay.last);
  element.setAttribute("viewBox", `0 0 ${length} ${HEIGHT}`);
  const deals = replay.dealStarts.map((start, deal) => {
    const end = replay.dealStarts[deal + 1] ?? replay.last;
    return svg("rect", {
      class: deal % 2 ? "deal deal-odd" : "deal", x: start, width: Math.max(0, end - start), y: 3, height: 8,
    });
  });
  const tick = (className, x, y, height) => svg("rect", { class: className, x, y, width: length / 480, height });
  const { ends } = replay.stages;
  const tricks = ends.length > MOST_TICKS ? [] : ends.map((at) => tick("tick", at, 5, 4));
  const faults = replay.faults.map(({ position }) => tick("fault-mark", position, 0, HEIGHT));
  element.replaceChildren(...deals, ...tricks, ...faults);
}

/** Marks for big swings and changes of the lead, once they are found. */
export function markMoments(element, { moments, last }) {
  element.querySelectorAll(".swing-mark").forEach((mark) => mark.remove());
  const width = Math.max(1, last) / 240;
  const marks = moments.filter(({ sort }) => sort !== "fault").map(({ step, sort }) =>
    svg("rect", { class: `swing-mark ${sort}-mark`, x: step - width / 2, y: 0, width, height: 5 }),
  );
  element.append(...marks);
}

/** A click on the strip goes to that moment, or to a mark close to it. */
export function wireTimeline(element, position) {
  element.addEventListener("click", (event) => {
    const { left, width } = element.getBoundingClientRect();
    const edge = parseFloat(getComputedStyle(element).paddingLeft);
    const { last, moments } = position.replay;
    const at = ((event.clientX - left - edge) / (width - 2 * edge)) * last;
    const near = (6 / width) * last;
    const mark = moments.find(({ step }) => Math.abs(step - at) <= near);
    position.goTo(mark?.step ?? Math.round(at));
  });
}
