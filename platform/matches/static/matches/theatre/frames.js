// The sizes of the scene, by the room on the page and the number of seats.
// seats: radii of the ellipse on which they sit; sides: they sit along the sides instead.
// hand: width of a hand; leastStep: nearer cards make two rows, `reserve` up and down;
// columns: where cards are laid out by suit; text: size of a name and letters of it.

const WIDE = {
  name: "wide", narrow: false, width: 960, height: 610, centre: [480, 314], card: [60, 84],
  seats: [332, 206], hand: 276, leastStep: 14, reserve: 6,
  trick: [106, 80], ring: [185, 118], columns: { top: 158, bottom: 427, width: 290 }, text: { size: 16, letters: 20 },
};
const WIDE_MANY = { ...WIDE, seats: [365, 206], hand: 215, reserve: 12, trick: [134, 84], columns: { top: 165, bottom: 420, width: 226 } };
const WIDE_CROWD = {
  ...WIDE_MANY, card: [50, 70], seats: [368, 212], hand: 200, leastStep: 12, reserve: 0, columns: { top: 145, bottom: 444, width: 226 },
};
const WIDE_THRONG = { ...WIDE_CROWD, card: [44, 62], seats: [388, 212], hand: 165 };
const NARROW = {
  name: "narrow", narrow: true, width: 360, height: 436, centre: [180, 228], card: [36, 50],
  seats: [120, 158], hand: 114, leastStep: 14.5, reserve: 11,
  trick: [42, 50], ring: [74, 92], columns: { top: 107, bottom: 317, width: 104 }, text: { size: 12, letters: 13 },
};
const NARROW_MANY = {
  ...NARROW, seats: [131, 158], hand: 92, trick: [35, 60], columns: { top: 136, bottom: 320, width: 112 }, text: { size: 11, letters: 12 },
};
const NARROW_CROWD = {
  ...NARROW, name: "narrow-crowd", height: 500, centre: [180, 258], card: [34, 47], sides: { x: 132, top: 118, bottom: 404 },
  seats: [132, 192], hand: 90, leastStep: 13, reserve: 10, columns: { top: 103, bottom: 384, width: 140 }, text: { size: 11, letters: 12 },
};
const MANY = 5;
const CROWD = 7;
const THRONG = 9;

export function frameFor(pixels, players) {
  const [few, many, crowd, throng] =
    pixels < 620 ? [NARROW, NARROW_MANY, NARROW_CROWD, NARROW_CROWD] : [WIDE, WIDE_MANY, WIDE_CROWD, WIDE_THRONG];
  if (players >= THRONG) return throng;
  if (players >= CROWD) return crowd;
  return players >= MANY ? many : few;
}
