// The sittings of one match as one line of steps: all tables stand at the same deal, and
// within it at the same event; a table whose deal is over waits for the others.

export class Parallel {
  /** replays: one Replay for each sitting. */
  constructor(replays) {
    this.replays = replays;
    const [first] = replays;
    this.record = first.record;
    this.kinds = first.kinds;
    this.names = first.names.map(() => "each bot");
    this.moments = [];
    const deals = Math.max(...replays.map(({ dealStarts }) => dealStarts.length));
    this.lengths = Array.from({ length: deals }, (_, deal) => Math.max(...replays.map((replay) => lengthOf(replay, deal))));
    this.steps = this.lengths.flatMap((length, deal) => Array.from({ length }, (_, index) => ({ deal, index, event: [] })));
    this.dealStarts = this.steps.flatMap(({ index }, i) => (index === 0 ? [i] : []));
    this.stages = { name: first.stages.name, ends: first.stages.ends.map((step) => this.commonStep(first, step)) };
    this.faults = replays.flatMap((replay) => replay.faults.map((fault) => ({ ...fault, position: this.commonStep(replay, fault.position) })));
  }

  get last() {
    return this.steps.length - 1;
  }

  get opening() {
    return this.commonStep(this.replays[0], this.replays[0].opening);
  }

  commonStep(replay, step) {
    const { deal, index } = replay.steps[step];
    return this.dealStarts[deal] + index;
  }

  /** Where a sitting stands at a step of all. */
  stepOf(replay, step) {
    const { deal, index } = this.steps[step];
    if (deal >= replay.dealStarts.length) return replay.last;
    return replay.dealStarts[deal] + Math.min(index, lengthOf(replay, deal) - 1);
  }

  nextIn = (marks, position) => marks.find((mark) => mark > position) ?? this.last;
  previousIn = (marks, position) => marks.findLast((mark) => mark < position) ?? 0;
}

function lengthOf({ dealStarts, steps }, deal) {
  if (deal >= dealStarts.length) return 0;
  return (dealStarts[deal + 1] ?? steps.length) - dealStarts[deal];
}
