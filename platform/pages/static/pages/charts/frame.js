// Where points of a rating's course lie in its drawing; the same measures as pages/charts.py.

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 26;
const MARGIN = 15;
const SVG = "http://www.w3.org/2000/svg";

function made(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

export function frameOf(points) {
  const low = Math.min(...points.map(([, , , rating, , from]) => Math.min(rating, from))) - MARGIN;
  const high = Math.max(...points.map(([, , , rating, , , to]) => Math.max(rating, to))) + MARGIN;
  const first = points[0][0];
  const last = points.at(-1)[0];
  const across = (number) => LEFT + (WIDTH - LEFT - RIGHT) * (last > first ? (number - first) / (last - first) : 1);
  const down = (rating) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - rating)) / (high - low);
  const path = (pairs) => pairs.map(([number, at]) => `${across(number).toFixed(1)},${down(at).toFixed(1)}`).join(" ");
  return {
    width: WIDTH,
    across,
    down,
    line: () => path(points.map(([number, , , rating]) => [number, rating])),
    band: () =>
      path([
        ...points.map(([number, , , , , , to]) => [number, to]),
        ...points.map(([number, , , , , from]) => [number, from]).reverse(),
      ]),
    levels() {
      const step = [10, 20, 50, 100, 200, 250].find((size) => (high - low) / size <= 6) ?? 500;
      const parts = [];
      for (let level = Math.ceil(low / step) * step; level <= high; level += step) {
        const y = down(level).toFixed(1);
        parts.push(made("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }));
        parts.push(made("text", { x: LEFT - 6, y, dy: 4, "text-anchor": "end" }, String(level)));
      }
      return parts;
    },
    versions(starts) {
      const seen = starts.filter(([number]) => number > first && number <= last);
      return seen.flatMap(([number, version]) => {
        const x = across(number).toFixed(1);
        return [
          made("line", { class: "version", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }),
          made("text", { x, y: HEIGHT - 8, "text-anchor": "middle" }, `v${version}`),
        ];
      });
    },
    // The place among the points of the one nearest to so many units from the left.
    nearest(x) {
      let best = 0;
      points.forEach(([number], at) => {
        if (Math.abs(across(number) - x) < Math.abs(across(points[best][0]) - x)) best = at;
      });
      return best;
    },
  };
}
