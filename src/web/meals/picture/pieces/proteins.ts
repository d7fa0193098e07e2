/** Meat, fish, tofu, cheese and eggs. */
import { disc, flatDisc, type Layer } from '#web/meals/picture/layer.ts';
import type { Colour } from '#web/meals/picture/palette.ts';
import { box, circle, dots, oval } from '#web/meals/picture/path.ts';

const CHUNK = 'M-6 -1c.5 -4 4 -5.5 7 -4.500c4 .5 6.5 4 5 7.500c-1 3.5 -5 4 -8 3.200c-3 0 -5 -3 -4 -6.200z';
const FILLET = 'M-15 2c0 -7 9 -11 18 -9c7 1 13 4 13 8c-1 5 -9 7 -17 7c-8 0 -14 -1 -14 -6z';

function chunk(colour: Colour, light: Colour): Layer[] {
  return [
    ['fill', colour, CHUNK],
    ['line', light, 'M-3 -2c1 -1.5 2.5 -2 4 -1.8', 1.3],
  ];
}

export const PROTEINS = {
  chicken: chunk('gold', 'cream'),
  beef: chunk('brown', 'tan'),
  pork: chunk('tan', 'cream'),
  tempeh: [
    ['fill', 'toast', box(11, 7, 1.5)],
    ['line', 'cream', dots([-3, -1], [1, 1], [3, -1.4]), 1.6],
  ],
  drumstick: [
    ['tube', 'white', 'M8 8l5 5M12.5 12l1 2.500M12 12.500l2.5 .5', 3],
    [
      'fill',
      'toast',
      'M9 9.500c-2 2.5 -6 3 -11 1.500c-8 -2 -12 -9 -9 -14.500c3 -6 12 -5.5 16 .5c3 5 4 8 4 12.500z',
    ],
    ['line', 'gold', 'M-7 -1c1 -3 3 -4 6 -4', 1.8],
  ],
  steak: [
    ['fill', 'brown', 'M-14 1c-1 -7 6 -11 13 -9c5 -2 14 -1 15 6c1 7 -6 11 -13 10c-6 2 -14 0 -15 -7z'],
    ['detail', 'brown', 'M-8 -5l-4 9M-2 -7l-5 14M5 -7l-6 15M11 -5l-5 12'],
    ['line', 'tan', 'M-11 -3c2 -2 4 -3 7 -3', 1.6],
  ],
  chop: [
    ['tube', 'white', 'M7 4l9 6', 3],
    ['fill', 'brown', 'M-13 0c0 -8 8 -10 14 -7c7 2 11 8 7 11c-4 2 -5 5 -11 5c-6 0 -10 -4 -10 -9z'],
    ['line', 'tan', 'M-9 -1c1 -4 4 -5 8 -5', 1.8],
  ],
  roast: [
    ['fill', 'brown', oval(12, 8)],
    ['flat', 'pink', oval(9.5, 5.8)],
    ['line', 'cream', 'M-5 -1c3 -2 6 -2 9 0M-2 2.500l5 0', 1.2],
  ],
  'roast-chicken': [
    ['fill', 'toast', 'M-18 2c0 -9 8 -13 18 -13c10 0 18 4 18 13c0 7 -8 10 -18 10c-10 0 -18 -3 -18 -10z'],
    [
      'fill',
      'gold',
      'M-19 9c-3 -6 3 -11 9 -9c5 2 7 8 3 11c-4 3 -9 2 -12 -2zM19 9c3 -6 -3 -11 -9 -9c-5 2 -7 8 -3 11c4 3 9 2 12 -2z',
    ],
    ['tube', 'white', 'M-18 11l-3 3M18 11l3 3', 2.6],
    ['line', 'cream', 'M-7 -6c3 -2 7 -2.5 11 -1.5', 1.8],
  ],
  mince: [['tube', 'brown', dots([-4.5, -2], [-0.5, -4], [3.8, -1.6], [-2, 2], [2.4, 3], [-4.5, 4.5]), 2.8]],
  meatball: [disc('brown', 6.2), ['line', 'tan', 'M-3 -2c.6 -1.4 1.8 -2 3 -2', 1.4]],
  patty: [
    ['fill', 'toast', oval(9, 7.5)],
    ['line', 'brown', dots([-3, -2], [2, -3], [4, 1], [-1, 3], [-5, 2]), 1.4],
  ],
  kofta: [
    ['fill', 'brown', oval(10, 4.6)],
    ['detail', 'brown', 'M-4 -4l-1.5 7M1 -4.500l-1.5 8M6 -3.500l-1.5 7'],
  ],
  sausage: [
    ['tube', 'toast', 'M-12 2c6 -6 16 -6 24 0', 6],
    ['line', 'gold', 'M-9 -.5c5 -3.5 11 -4 16 -2', 1.5],
    ['detail', 'toast', 'M-5 -1.500l2 3M1 -2.500l2 3M7 -1.500l2 3'],
  ],
  bacon: [
    ['tube', 'red', 'M-10 1c3 -5 5 -5 7 -1c2 4 4 4 6.5 0c2 -3 4 -3 6 0', 4.4],
    ['line', 'pink', 'M-10 1c3 -5 5 -5 7 -1c2 4 4 4 6.5 0c2 -3 4 -3 6 0', 1.5],
  ],
  ham: [
    ['fill', 'pink', 'M-9 1c-1 -6 5 -8 9 -7c5 -1 10 2 9 7c-1 5 -6 6 -10 5c-4 1 -8 -1 -8 -5z'],
    ['detail', 'pink', 'M-4 0c2 -2 5 -2 8 0'],
  ],
  salmon: [
    ['fill', 'orange', FILLET],
    ['line', 'pink', 'M-8 -3c3 3 3 6 1 9M-2 -6c4 4 4 8 2 12M5 -6c4 4 4 8 2 11', 1.6],
  ],
  fish: [
    ['fill', 'cream', FILLET],
    ['detail', 'cream', 'M-8 -3c3 3 3 6 1 9M-2 -6c4 4 4 8 2 12M5 -6c4 4 4 8 2 11'],
    ['line', 'gold', 'M-11 -1c3 -3 7 -5 12 -5', 1.8],
  ],
  'fish-chunk': [
    ['fill', 'white', CHUNK],
    ['detail', 'white', 'M-3 -3c2 2 2 4 0 6M1 -4c2 2 2 5 0 8'],
  ],
  'salmon-chunk': [
    ['fill', 'orange', CHUNK],
    ['line', 'pink', 'M-3 -3c2 2 2 4 0 6M1 -4c2 2 2 5 0 8', 1.3],
  ],
  'sausage-slice': [disc('toast', 4.6), flatDisc('pink', 3.2)],
  'whole-fish': [
    [
      'fill',
      'grey',
      'M-22 0c4 -9 17 -11 27 -5c3 2 5 3 7 3c3 -3 6 -5 10 -6c-2 5 -2 11 0 16c-4 -1 -7 -3 -10 -6c-2 0 -4 1 -7 3c-10 6 -23 4 -27 -5z',
    ],
    ['detail', 'grey', 'M-12 -6c3 4 3 8 0 12M-4 -2c2 1 2 3 0 4M3 -2c2 1 2 3 0 4'],
    ['line', 'black', dots([-16.5, -1.5]), 2.2],
  ],
  breaded: [
    [
      'fill',
      'gold',
      'M-16 1c-1 -5 3 -9 8 -9c3 -3 10 -2 13 0c6 -1 11 3 11 7c1 5 -4 8 -9 8c-4 3 -11 2 -14 0c-5 1 -9 -2 -9 -6z',
    ],
    ['line', 'toast', dots([-9, -2], [-3, -5], [4, -4], [10, -1], [7, 4], [0, 1], [-6, 4]), 1.5],
  ],
  finger: [
    ['fill', 'gold', box(19, 7.5, 2.5)],
    ['line', 'toast', dots([-6, -1], [-2, 1.4], [2, -1.2], [6, 1]), 1.4],
  ],
  prawn: [
    ['tube', 'pink', 'M5 -4c-6 -4 -11 1 -9 5c1.5 3.5 6 4 8 1', 4],
    ['detail', 'pink', 'M-1 -6.500l.8 3.500M-5.5 -3l3 1.800M-5.5 2.500l3 -1.5'],
    ['tube', 'red', 'M5 3l2.5 -.5M5 3l1.2 2.5', 1],
  ],
  mussel: [
    ['fill', 'black', 'M-8 4c-2 -6 2 -12 9 -12c5 0 8 4 7 8c-2 6 -12 10 -16 4z'],
    ['fill', 'orange', 'M-5 3c0 -4 3 -7 6 -7c3 0 4 2 3.5 4c-1.5 4 -7 6 -9.5 3z'],
  ],
  flakes: [
    [
      'fill',
      'tan',
      'M-6 -1c1 -4 5 -4 6 -2c-1 3 -4 4 -6 2zM0 3c0 -3.5 4 -5 6.5 -3c-.5 3.5 -4 5 -6.5 3zM-5 5c0 -2 2.5 -3 4 -1.500c-.5 2 -2.5 2.5 -4 1.500z',
    ],
  ],
  tofu: [
    ['fill', 'cream', box(9, 9, 1.5)],
    ['line', 'gold', 'M-3 -3.400l6 0M-3.4 3.400l6.8 0', 1.2],
  ],
  feta: [['fill', 'white', box(6.5, 6, 1)]],
  mozzarella: [['fill', 'white', 'M-6 0c-1 -4 3 -6 6 -5c4 -1 7 2 6 5c1 4 -3 6 -6 5c-4 1 -7 -2 -6 -5z']],
  cheese: [
    ['fill', 'yellow', 'M-7 3l13 -8c2 2 2 5 1 8z'],
    ['flat', 'gold', circle(1.2, 1, 0.5) + circle(0.9, 4.5, -1.5)],
  ],
  halloumi: [
    ['fill', 'cream', box(12, 8, 1.5)],
    ['line', 'toast', 'M-3.5 -3l0 6M0 -3l0 6M3.5 -3l0 6', 1.2],
  ],
  egg: [
    ['fill', 'white', oval(6, 7.5)],
    ['fill', 'yellow', circle(3.2, 0, 0.8)],
  ],
  'fried-egg': [
    [
      'fill',
      'white',
      'M-11 2c-2 -5 1 -8 5 -8c2 -5 9 -5 11 -1c5 0 8 4 6 8c0 5 -5 6 -8 5c-3 4 -9 3 -10 0c-2 0 -3.5 -2 -4 -4z',
    ],
    disc('yellow', 4.4),
    ['line', 'white', 'M-1.8 -1.800l.8 -.6', 1.3],
  ],
  'poached-egg': [
    ['fill', 'white', 'M-9 1c-1 -6 4 -9 9 -9c6 0 10 4 9 9c0 5 -5 8 -9 7c-4 1 -9 -2 -9 -7z'],
    ['flat', 'yellow', oval(4, 3.4, 0.5, -0.5)],
  ],
  scrambled: [
    [
      'fill',
      'yellow',
      'M-7 1c-1 -4 3 -5 4 -3c1 -4 6 -3 6 0c4 -2 6 2 4 4c1 3 -4 4 -5 2c-2 3 -6 2 -6 0c-3 1 -4 -1 -3 -3z',
    ],
    ['detail', 'yellow', 'M-3 1c1 -1 2 -1 3 0M2 2c1 -1 2 -1 2.5 0'],
  ],
  skewer: [
    ['line', 'toast', 'M-24 0l46 0', 1.6],
    ['fill', 'gold', box(9, 9, 2.5, -13, 0) + box(9, 9, 2.5, -3, 0) + box(9, 9, 2.5, 7, 0)],
    ['line', 'toast', 'M-15 -2l4 0M-5 -2l4 0M5 -2l4 0', 1.4],
  ],
} as const satisfies Record<string, readonly Layer[]>;
