/** Vegetables, beans and herbs. */
import { disc, flatDisc, type Layer } from '#web/meals/picture/layer.ts';
import type { Colour } from '#web/meals/picture/palette.ts';
import { box, circle, dots } from '#web/meals/picture/path.ts';

const LEAF = 'M0 -7c5 2 6 8 0 13c-6 -5 -5 -11 0 -13z';
const SHREDS = 'M-6 -3c3 -4 5 3 8 0c1 -1 2 -2 4 -1M-5 3c3 -4 5 3 8 -1c1 -1 2 -1 3 0';
const PEPPER = 'M-6 2c2 -7 9 -7 12 -2';
const RING = 'M-5 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0z';

/** Three beans. */
function beans(colour: Colour): Layer[] {
  return [
    [
      'tube',
      colour,
      'M-5 -3.500c.6 -1.4 2 -1.6 3 -.8M2 -1.500c1.5 -.4 2.4 .4 2.6 1.800M-3.5 4.500c.4 -1.5 1.8 -1.9 3 -1.2',
      3.4,
    ],
  ];
}

function florets(colour: Colour, stalk: Colour): Layer[] {
  return [
    ['fill', stalk, 'M-2 0l-1.5 6.5c1.5 1.2 5.5 1.2 7 0l-1.5 -6.500z'],
    [
      'fill',
      colour,
      'M-4.5 2c-3.5 .5 -4.5 -4 -1.5 -5c-.5 -3.5 3.5 -5 6 -2.800c2.5 -2.2 6.5 -.7 6 2.800c3 1 2 5.5 -1.5 5c-1.5 1.8 -3.5 1.6 -4.5 .4c-1 1.2 -3 1.4 -4.5 -.4z',
    ],
    ['detail', colour, 'M-3 -1.500c.6 -.9 1.4 -.9 2 0M2 -2.500c.6 -.9 1.4 -.9 2 0'],
  ];
}

export const VEGETABLES = {
  tomato: [
    disc('red', 6.5),
    ['line', 'pink', 'M-2.5 -2.500l0 0M2.5 -2.500l0 0M-2.5 2.500l0 0M2.5 2.500l0 0', 2.6],
  ],
  'cherry-tomato': [disc('red', 4.5), ['line', 'pink', 'M-1.8 -1.800l.6 -.5', 1.4]],
  cucumber: [
    disc('darkgreen', 6),
    flatDisc('lime', 4.8),
    ['line', 'white', 'M0 -2.300l0 0M-2 1.200l0 0M2 1.200l0 0', 1.4],
  ],
  gherkin: [disc('green', 4.6), ['line', 'lime', dots([0, -1.6], [-1.5, 1], [1.5, 1]), 1.3]],
  radish: [disc('magenta', 4.8), flatDisc('white', 3.7)],
  carrot: [disc('orange', 5), ['detail', 'orange', circle(2.2)]],
  mushroom: [
    ['fill', 'cream', 'M-1.8 0l-.4 5c.6 1.2 3.8 1.2 4.4 0l-.4 -5z'],
    ['fill', 'tan', 'M-6.5 1c0 -9 13 -9 13 0c-1.5 1.5 -3.5 1 -4.5 0l-4 0c-1 1 -3 1.5 -4.5 0z'],
  ],
  onion: [['tube', 'cream', RING, 1.4]],
  'red-onion': [
    ['line', 'magenta', 'M-5 2a5.5 5.5 0 0 1 10 0', 1.8],
    ['line', 'pink', 'M-3 2.500a3.4 3.4 0 0 1 6 0', 1.3],
  ],
  olive: [disc('black', 3.6), flatDisc('tan', 1.3)],
  pea: [['tube', 'green', dots([-3.5, -2], [2.5, -3.5], [3, 2.5], [-2, 3.8]), 4]],
  edamame: [['tube', 'lime', 'M-4 -2.500l2 -.8M2.5 -2l1.6 1.400M-2 3.500l2 .4', 3.6]],
  corn: [['tube', 'yellow', dots([-3.8, -2], [1, -4], [3.8, 0], [0, 1], [-3, 3.5], [2.5, 4]), 3]],
  cob: [
    ['fill', 'yellow', box(24, 10, 5)],
    ['detail', 'yellow', 'M-7 -5l0 10M-3 -5l0 10M1 -5l0 10M5 -5l0 10M-11 0l22 0'],
  ],
  'pepper-red': [['tube', 'red', PEPPER, 2.8]],
  'pepper-green': [['tube', 'green', PEPPER, 2.8]],
  'pepper-yellow': [['tube', 'yellow', PEPPER, 2.8]],
  chilli: [
    ['tube', 'red', 'M-5 2c3 2 7 1 9 -4', 2],
    ['line', 'green', 'M4 -2.500l1.3 -1.6', 1.6],
  ],
  broccoli: florets('green', 'lime'),
  cauliflower: florets('cream', 'lime'),
  aubergine: [
    disc('purple', 6.5),
    flatDisc('cream', 5),
    ['line', 'tan', dots([-2, -1], [1.5, -2], [1, 2]), 1],
  ],
  courgette: [
    disc('green', 5.8),
    flatDisc('cream', 4.5),
    ['line', 'lime', dots([0, -2], [-1.8, 1.2], [1.8, 1.2]), 1.3],
  ],
  avocado: [
    ['tube', 'darkgreen', 'M0 -5c2 4 4 6 3 9c-1 3 -5 3 -6 0c-1 -3 1 -5 3 -9z', 4.4],
    ['fill', 'lime', 'M0 -5c2 4 4 6 3 9c-1 3 -5 3 -6 0c-1 -3 1 -5 3 -9z'],
    ['line', 'brown', 'M0 3l0 0', 4],
  ],
  asparagus: [
    ['tube', 'green', 'M-10 0l18 0', 3],
    ['fill', 'darkgreen', 'M7 -2.200c4 -.5 5.5 1 6.5 2.200c-1 1.2 -2.5 2.7 -6.5 2.200z'],
  ],
  'green-bean': [['tube', 'green', 'M-8 2c5 -4 11 -4 16 -1', 2.4]],
  squash: [
    ['fill', 'orange', box(9, 8.5, 1.8)],
    ['line', 'yellow', 'M-2.2 -1.800l3 0', 1.3],
  ],
  beetroot: [
    ['fill', 'magenta', box(8.5, 8, 2)],
    ['line', 'pink', 'M-2 -1.600l2.6 0', 1.1],
  ],
  cabbage: [['tube', 'lime', SHREDS, 1.6]],
  'red-cabbage': [['tube', 'purple', SHREDS, 1.6]],
  kimchi: [
    ['fill', 'orange', 'M-6 -2c2 -4 5 -1 7 -3c3 -1 6 2 4 5c-1 4 -5 2 -7 4c-4 0 -6 -3 -4 -6z'],
    ['line', 'cream', 'M-3 0c2 -1 3 1 6 -1', 1.4],
  ],
  leek: [disc('lime', 4.6), flatDisc('white', 2.6), ['detail', 'lime', circle(2.4)]],
  spinach: [
    ['fill', 'darkgreen', LEAF],
    ['line', 'green', 'M0 -4l0 8', 1],
  ],
  lettuce: [
    ['fill', 'green', 'M0 9c-6 0 -11 -4 -8 -9c-2 -5 3 -8 7 -6c4 -3 10 0 8 5c4 5 0 10 -7 10z'],
    ['line', 'lime', 'M0 7c-.5 -4 0 -7 1 -10M.4 2l4 -2.400M0 3l-4 -2.3', 1.2],
  ],
  rocket: [
    [
      'fill',
      'darkgreen',
      'M-.7 8l0 -5c-4 1 -5 -1.5 -2.5 -2.800c-3 -1.5 -2 -3.8 .4 -3.400c-.6 -3.3 1 -4.8 2.8 -4.800c1.8 0 3.4 1.5 2.8 4.800c2.4 -.4 3.4 1.9 .4 3.400c2.5 1.3 1.5 3.8 -2.5 2.800l0 5z',
    ],
  ],
  'bean-sprout': [
    ['line', 'tan', 'M-6 3c4 1 5 -5 9 -5', 2.4],
    ['line', 'white', 'M-6 3c4 1 5 -5 9 -5', 1.5],
    ['line', 'yellow', 'M3 -2l1.5 -.4', 2.6],
  ],
  sprout: [disc('green', 5), ['line', 'lime', 'M0 4c-.5 -3 0 -5 .5 -7M0 1c-1.5 -1 -2 -2 -2.5 -3', 1.2]],
  parsnip: [['fill', 'cream', 'M-8 0c1 -3 12 -4 16 -.6c-4 3.4 -14 4 -16 .6z']],
  'pak-choi': [
    ['fill', 'darkgreen', 'M0 2c-6 0 -9 -5 -5 -9c2 -1.5 4 -.5 5 1c1 -1.5 3 -2.5 5 -1c4 4 1 9 -5 9z'],
    ['fill', 'white', 'M-3 8c0 -3 1.5 -4 2 -9l2 0c.5 5 2 6 2 9c-1 1.5 -5 1.5 -6 0z'],
  ],
  nori: [['fill', 'black', box(9, 11, 1)]],
  'bean-red': beans('red'),
  'bean-black': beans('black'),
  'bean-white': beans('white'),
  'baked-bean': beans('orange'),
  chickpea: [['tube', 'tan', dots([-3.8, -2.5], [3, -3.2], [0, 3.2]), 4.8]],
  lentil: [['tube', 'brown', dots([-4, -2.5], [0, -3.5], [3.8, -1], [-2, 1.6], [2, 3], [-4, 4]), 2.2]],
  herb: [['tube', 'green', 'M0 1l-3 0M0 1l3 0M0 1l0 -3', 2.4]],
  basil: [
    ['fill', 'green', 'M0 1c-3 -4.5 -7 -4 -8 -1c2 4 6 4.5 8 1zM0 1c3 -4.5 7 -4 8 -1c-2 4 -6 4.5 -8 1z'],
    ['line', 'lime', 'M-6 0l4 .8M6 0l-4 .8', 0.9],
  ],
  'spring-onion': [
    ['tube', 'green', `${circle(1.7, -3, -1.5)}${circle(1.7, 2.6, -2.6)}${circle(1.7, 0.8, 2.8)}`, 0.9],
  ],
} as const satisfies Record<string, readonly Layer[]>;
