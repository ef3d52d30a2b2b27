// Which event shows which move. A record lists moves apart from events; a move
// [seat, "discard M3", 1234] belongs to the next event of that seat that says it.

/** A bare card is said by an event that everybody sees: drawing the same card before is no move. */
const says = ([kind, ...values], { move, verb, said }, kinds) => {
  if (said) return kind === verb && values.some((value) => [value].flat().join(" ") === said);
  return kind === move || kind.endsWith(`_${move}`) || (values.includes(move) && !kinds[kind]?.private.length);
};

/** A verb without a kind of its own ("give"): the next event that names the seat says it. */
const names = (event, seat, kinds) =>
  (kinds[event[0]]?.seats ?? []).some((field) => event[1 + kinds[event[0]].fields.indexOf(field)] === seat);

/**
 * @param deal one deal of a record
 * @param kinds the record's kinds of events
 * @returns {byEvent: Map(event index -> thinking), movers: Map(event index -> seat), eventOfMove: event index per move}
 *   A move that no event says keeps the place of the one before it.
 */
export function thinkingOf(deal, kinds) {
  const byEvent = new Map();
  const movers = new Map();
  const eventOfMove = [];
  let from = 0;
  const { events } = deal;
  for (const [seat, move, thinking] of deal.moves) {
    const [verb, ...rest] = move.split(" ");
    const words = { move, verb, said: rest.join(" ") };
    const isSaidLater = rest.length > 0 && !(verb in kinds);
    let found = from;
    while (found < events.length && !(isSaidLater ? names(events[found], seat, kinds) : events[found].includes(seat) && says(events[found], words, kinds))) found += 1;
    if (found === events.length) found = -1;
    if (found >= 0) {
      byEvent.set(found, thinking);
      movers.set(found, seat);
      from = found + 1;
    }
    eventOfMove.push(found >= 0 ? found : Math.max(0, from - 1));
  }
  return { byEvent, movers, eventOfMove };
}

export function thinkingInWords(thinking) {
  if (thinking === undefined) return "";
  if (thinking === "forced") return "the only legal move";
  if (thinking === "stand-in") return "played by the stand-in";
  if (thinking < 1000) return `thought ${thinking} µs`;
  if (thinking < 1_000_000) return `thought ${(thinking / 1000).toFixed(1)} ms`;
  return `thought ${(thinking / 1_000_000).toFixed(2)} s`;
}
