// A record in a file of one's own: read here, sent nowhere.

const LARGEST_BYTES = 30_000_000;
const GZIP = [0x1f, 0x8b];

/** The record in a File, as JSON or gzipped JSON. Throws an Error that says what to do. */
export async function readRecordFile(file) {
  if (file.size > LARGEST_BYTES) throw new Error(`${file.name} is larger than any record (30 MB).`);
  const record = parsed(await textOf(file), file.name);
  const problem = problemOf(record);
  if (problem) throw new Error(`${file.name} ${problem}`);
  return record;
}

async function textOf(file) {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (!GZIP.every((byte, i) => start[i] === byte)) return file.text();
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    throw new Error(`${file.name} can't be unpacked: it is cut short or damaged. Download it again.`);
  }
}

function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON. Choose a record: what "python3 -m arena play --record FILE" wrote, or one downloaded from a replay.`);
  }
}

const isText = (value) => typeof value === "string";
const isList = (value, each) => Array.isArray(value) && value.every(each);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What keeps a value from being replayed, as the end of a sentence; empty for a record. */
export function problemOf(record) {
  if (!isObject(record) || record.format !== "quintet-record") {
    return isObject(record) && isList(record.legal, isText)
      ? "is a view, not a record: ask a bot with it by \"python3 -m arena ask BOT VIEW\"."
      : "is JSON, but no record: it doesn't say \"format\": \"quintet-record\".";
  }
  if (record.version !== 1) return `is a record of version ${record.version}; this page reads version 1.`;
  const { players, names, kinds, deals, faults } = record;
  if (!Number.isInteger(players) || players < 1 || players > 20) return "is damaged: players must be a number of seats.";
  if (!isList(names, isText) || names.length !== players) return "is damaged: it needs one name for each seat.";
  if (!isObject(kinds) || !Object.values(kinds).every(isKind)) return "is damaged: its kinds of events are not described.";
  if (!isList(faults, (fault) => isObject(fault) && isText(fault.fault) && fault.seat < players)) return "is damaged: its faults can't be read.";
  if (!Array.isArray(deals) || deals.length === 0) return "is damaged: it holds no deals.";
  const broken = deals.findIndex((deal) => !isDeal(deal, { players, kinds }));
  return broken < 0 ? "" : `is damaged: deal ${broken + 1} can't be read.`;
}

const isKind = (kind) =>
  isObject(kind) && isText(kind.text) && ["fields", "seats", "private", "knowers"].every((part) => isList(kind[part], isText));

function isDeal(deal, { players, kinds }) {
  if (!isObject(deal) || !isList(deal.pack, isText) || !isList(deal.scores, Number.isInteger) || deal.scores.length !== players) return false;
  if (!isList(deal.moves, (move) => Array.isArray(move) && move.length === 3 && isText(move[1]))) return false;
  const fits = (event) => Array.isArray(event) && Object.hasOwn(kinds, event[0]) && event.length === 1 + kinds[event[0]].fields.length;
  return isList(deal.events, (event) => fits(event) && seatsOf(event, kinds).every((seat) => seat === null || seat < players)) && deal.events.length > 0;
}

const seatsOf = ([kind, ...values], kinds) => kinds[kind].seats.map((field) => values[kinds[kind].fields.indexOf(field)] ?? null);
