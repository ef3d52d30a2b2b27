// The stages of a deal that the timeline marks and the trick keys jump to: tricks; in games
// without them turns, or rounds of the table where a turn is a single event.

const TRICK_ENDS = new Set(["trick", "duel"]);
const TURN_ENDS = new Set(["discard", "done"]);
const SINGLE_TURNS = new Set(["lay", "pass", "false_pass"]);

/**
 * @param steps [{event}], as a Replay has them
 * @returns {name: "trick", "turn" or "round", ends: the steps that end one}
 */
export function stagesOf(steps, kinds) {
  const endsAt = (names) => steps.flatMap(({ event: [kind] }, i) => (names.has(kind) ? [i] : []));
  if (declares(kinds, TRICK_ENDS)) return { name: "trick", ends: endsAt(TRICK_ENDS) };
  if (declares(kinds, TURN_ENDS)) return { name: "turn", ends: endsAt(TURN_ENDS) };
  if (declares(kinds, SINGLE_TURNS)) return { name: "round", ends: roundEnds(steps) };
  return { name: "turn", ends: changesOfSeat(steps, kinds) };
}

const declares = (kinds, names) => [...names].some((name) => name in kinds);

/** Before whoever began a deal is on again, and at the deal's last turn. */
function roundEnds(steps) {
  const ends = [];
  let [first, deal, last] = [null, null, null];
  steps.forEach((step, i) => {
    const [kind, seat] = step.event;
    if (!SINGLE_TURNS.has(kind)) return;
    if (step.deal !== deal || seat === first) {
      if (last !== null) ends.push(last);
      if (step.deal !== deal) [first, deal] = [seat, step.deal];
    }
    last = i;
  });
  return last === null ? ends : [...ends, last];
}

/** In a game that is not known here: where somebody else goes on. */
function changesOfSeat(steps, kinds) {
  const seatAt = steps.map(({ event: [kind, ...values] }) => values[kinds[kind]?.fields.indexOf("seat")] ?? null);
  return seatAt.flatMap((seat, i) => (i > 0 && seat !== seatAt[i - 1] ? [i - 1] : []));
}
