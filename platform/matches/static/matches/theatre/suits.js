// Suits: a shape and a colour for each letter, and their names by game. The shape
// alone tells a suit, the colour only helps. Shapes fill a box of 24 by 24.

const SHAPES = {
  R: "M12 1 22 12 12 23 2 12Z",
  Y: "M12 1 14.6 7.4 21 4.6 18 11 23 14 16.6 15.6 17 22 12 17.6 7 22 7.4 15.6 1 14 6 11 3 4.6 9.4 7.4Z",
  B: "M12 1C16 8 20 11 20 15.5A8 7.5 0 0 1 4 15.5C4 11 8 8 12 1Z",
  W: "M1 22 9 6 13 13 16 8.500 23 22Z",
  G: "M12 23C3 20 1 10 4 2 10 5 12 9 12 13 12 9 14 5 20 2 23 10 21 20 12 23Z",
  P: "M7 3H17L23 12 17 21H7L1 12Z",
  O: "M7 5A6 6 0 1 1 7 17A6 6 0 1 1 7 5ZM17 5A6 6 0 1 1 17 17A6 6 0 1 1 17 5ZM10 17H14L12 22Z",
  L: "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM12 7.500A4.500 4.500 0 1 0 12 16.500A4.500 4.500 0 1 0 12 7.500Z",
  F: "M1 3 8 7H16L23 3 20 15 12 23 4 15Z",
};
const ANY_SHAPE = "M3 3H21V21H3Z";

const COLOURS = { R: "Red", Y: "Yellow", G: "Green", B: "Blue", P: "Purple", W: "White" };
const NAMES = {
  "davy-crockett": COLOURS,
  "david-and-goliath": COLOURS,
  "dan-dare": { G: "Air", R: "Weapons", B: "Land and sea", Y: "Animals" },
  "boy-scouts": { O: "Owl", W: "Wolf", L: "Lion", F: "Fox", B: "Bear" },
};

/** The order of suits in the rules, where it is not that of the alphabet. */
const SUIT_ORDERS = { "davy-crockett": "RYBW" };

/** Cards of special worth get a frame of their own. */
const NOTABLE = {
  "davy-crockett": ({ rank }) => rank >= 8,
  "boy-scouts": ({ rank }) => rank === 1,
};

/** {suit, rank} of a card such as "R11"; null for a card that has neither, such as "DD". */
export function suitAndRank(code) {
  const found = /^([A-Z])(\d+)$/.exec(code);
  return found && { suit: found[1], rank: Number(found[2]) };
}

export const shapeOf = (suit) => SHAPES[suit] ?? ANY_SHAPE;

export const isNotable = (game, card) => NOTABLE[game]?.(card) ?? false;

/** "Red 11", "Owl 3"; a card of no suit keeps its code; a hidden one is "a card". */
export function cardInWords(game, code) {
  if (code === "?") return "a card";
  const card = suitAndRank(code);
  const name = card && NAMES[game]?.[card.suit];
  return name ? `${name} ${card.rank}` : String(code);
}

/**
 * For sorting a hand: by suit as the game's rules name them, then by rank, hidden cards last.
 * Cards without a suit and a rank keep the order in which they came.
 */
export const inHandOrder = (game) => (a, b) => {
  const [left, right] = [suitAndRank(a.code), suitAndRank(b.code)];
  if (!left || !right) return (left ? 0 : 1) - (right ? 0 : 1);
  return suitPlace(game, left.suit) - suitPlace(game, right.suit) || left.rank - right.rank;
};

const suitPlace = (game, suit) => {
  const place = SUIT_ORDERS[game]?.indexOf(suit) ?? -1;
  return place < 0 ? suit.charCodeAt(0) : place;
};
