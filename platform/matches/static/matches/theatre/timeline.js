// The strip under the slider: a block for each deal, a tick for each trick, turn or
// round, a mark for each fault.

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
