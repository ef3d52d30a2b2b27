// The moments worth jumping to: faults, big swings of points, changes of the lead. They are
// found by folding the whole record once, deal by deal, whenever the page has time.

import { pointsOf } from "./points.js";
import { withNames } from "./sight.js";
import { applyEvent, tableBefore } from "./table.js";

/** A swing is big that is so many times the usual one. */
const BIG_STEP = 2.5;
const BIG_DEAL = 1.5;
const MOST_STEPS = 12;
const MOST_DEALS = 6;

/**
 * @param hasTime a function whose promise is kept when there is time for another deal
 * @returns a promise of [{step, sort: "fault" | "swing" | "lead", text}], in the order of their steps
 */
export async function momentsOf(replay, hasTime) {
  const { names } = replay;
  const swings = [];
  const ends = [];
  for (let deal = 0; deal < replay.record.deals.length; deal += 1) {
    await hasTime();
    courseOf(replay, deal, { swings, ends });
  }
  const faults = replay.faults.map(({ position, seat, fault }) => ({ step: position, sort: "fault", text: `${names[seat]}: ${fault.replaceAll("_", " ")}` }));
  const found = [...faults, ...bigSwings(swings, names), ...bigDeals(ends, names), ...leads(ends, names)];
  const taken = new Set();
  return found.filter(({ step }) => !taken.has(step) && taken.add(step)).sort((a, b) => a.step - b.step);
}

/** Adds to swings [{step, seat, by}], points of a seat against the others' mean; to ends [{step, scores, totals}]. */
function courseOf({ record, kinds, dealStarts }, number, { swings, ends }) {
  const deal = record.deals[number];
  const table = tableBefore(record, number);
  let before = valuesOf(table, record.game);
  deal.events.forEach((event, index) => {
    applyEvent(table, withNames(event, kinds), index);
    const after = valuesOf(table, record.game);
    const step = dealStarts[number] + index;
    if (after.some((value, seat) => value !== before[seat])) {
      const swing = largestOf(after.map((value, seat) => value - before[seat]));
      if (swing.by !== 0) swings.push({ step, ...swing });
    }
    before = after;
    if (event[0] === "score") ends.push({ step, scores: deal.scores, totals: after });
  });
}

const valuesOf = ({ seats, dealNumber }, game) =>
  seats.map((seat) => (seat.score === null ? seat.total + (pointsOf(seat, { game, dealNumber }).inDeal ?? 0) : seat.total));

/** The seat that gained or lost most against the mean of all. */
function largestOf(changes) {
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  let seat = 0;
  changes.forEach((change, i) => {
    if (Math.abs(change - mean) > Math.abs(changes[seat] - mean)) seat = i;
  });
  return { seat, by: changes[seat] };
}

function bigSwings(swings, names) {
  return largest(swings.map((swing) => ({ ...swing, size: Math.abs(swing.by) })), BIG_STEP, MOST_STEPS)
    .map(({ step, seat, by }) => ({ step, sort: "swing", text: `${names[seat]} ${signed(by)}` }));
}

function bigDeals(ends, names) {
  const deals = ends.map(({ step, scores }) => {
    const { seat, by } = largestOf(scores);
    return { step, seat, by, size: Math.abs(by - scores.reduce((sum, score) => sum + score, 0) / scores.length) };
  });
  return largest(deals, BIG_DEAL, MOST_DEALS).map(({ step, seat, by }) => ({ step, sort: "swing", text: `${names[seat]} ${signed(by)} in the deal` }));
}

/** Those of at least so many times the median size, at most `most` of them. */
function largest(found, times, most) {
  const sizes = found.map(({ size }) => size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return found.filter(({ size }) => size > 0 && size >= usual * times).sort((a, b) => b.size - a.size).slice(0, most);
}

/** Where another seat than before has the highest total by itself. */
function leads(ends, names) {
  let leader = null;
  return ends.flatMap(({ step, totals }) => {
    const best = Math.max(...totals);
    const first = totals.indexOf(best);
    if (totals.lastIndexOf(best) !== first || first === leader) return [];
    const isChange = leader !== null;
    leader = first;
    return isChange ? [{ step, sort: "lead", text: `${names[first]} takes the lead` }] : [];
  });
}

const signed = (number) => (number > 0 ? `+${number}` : `−${Math.abs(number)}`);
