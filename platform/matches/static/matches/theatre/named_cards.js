// Cards that have a name instead of a suit and a number: what is on them.
// Shapes fill a box of 24 by 24, as those of suits do.

const MERCHANTMAN = "M1 15H4V8H8V15H10V12H14V15H16V11H20V15H23L20 21H4Z";

/** code: [name, group, shape]; the group gives the colour, shape and name tell the card without it. */
const CARDS = {
  convoy: {
    BC: ["Battle Cruiser", "ship", "M1 16H5V13H2V11.500H8V16H10V6H11.500V2H12.500V6H14V16H16V11.500H22V13H19V16H23L20 21H4Z"],
    CR: ["Cruiser", "ship", "M1 16H8V12H10.500V6H11.500V3H12.500V6H13.500V12H16V16H23L20 21H4Z"],
    DD: ["Destroyer", "ship", "M1 17H7V13H10V9H12V13H14V11H16V17H23L20.500 20.500H3.500Z"],
    SS: ["Submarine", "ship", "M2 15C2 13 4 12 6 12H10V8H11V4H14V5.500H12.500V8H15V12H18C21 12 23 14 23 15.500S21 19 18 19H6C4 19 2 17 2 15Z"],
    SP: ["Seaplane", "ship", "M1 9H9L12 4H15L13.500 9H20L21.500 5H23.500V12L20 13H16V16H20V19H5L3 16H8V13H3Z"],
    AP: ["Airplane", "ship", "M12 1 14 9 23 14V16.500L14 14V19L17 21.500V23L12 21.500 7 23V21.500L10 19V14L1 16.500V14L10 9Z"],
    AC: ["Aircraft Carrier", "ship", "M.500 11.500H13V7H14.500V4H16V7H18V11.500H23.500L20.500 19H4.500Z"],
    QB: ["Q Boat", "ship", "M1 16H6V14H2L7 3V16H12.500V14H9L13.500 2V16H16V13H19V16H23L20 21H4Z"],
    BG: ["Big Gun", "weapon", "M2 8 21 3 22.500 7 11 11.500A5.500 5.500 0 1 1 3.500 12.500Z"],
    AA: ["A.A. Gun", "weapon", "M10.500 13 18.500 1 22 3.500 14.500 14H18V17H21V21H3V17H6V13Z"],
    DC: ["Depth Charge", "weapon", "M5 3H19V6H21V9H19V15H21V18H19V21H5V18H3V15H5V9H3V6H5Z"],
    TO: ["Torpedo", "weapon", "M1 12C1 10 4 9 7 9H18L22 6V18L18 15H7C4 15 1 14 1 12Z"],
    MI: ["Mine", "weapon", "M11 1H13V4.100A8 8 0 0 1 19.900 11H23V13H19.900A8 8 0 0 1 13 19.900V23H11V19.900A8 8 0 0 1 4.100 13H1V11H4.100A8 8 0 0 1 11 4.100Z"],
    BO: ["Bomb", "weapon", "M12 23C8 20 7 16 7 12.500S8.500 7 10 5.500L6 1H18L14 5.500C15.500 7 17 9 17 12.500S16 20 12 23Z"],
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`M${number}`, [`Merchantman ${number}`, "merchant", MERCHANTMAN]])),
    HO: ["HOME", "special", "M12 2 23 12H20V22H14V15H10V22H4V12H1Z"],
    DB: ["DOUBLE", "special", "M5 3H10V21H5ZM14 3H19V21H14Z"],
  },
};

export const hasNamedCards = (game) => game in CARDS;

/** {name, group, shape}, or undefined for a card without a name. */
export function namedCard(game, code) {
  const found = CARDS[game]?.[code];
  return found && { name: found[0], group: found[1], shape: found[2] };
}
