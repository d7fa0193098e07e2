/** Bread, potatoes and what lies on top or beside. */
import { disc, type Layer } from '#web/meals/picture/layer.ts';
import { box, dots, oval } from '#web/meals/picture/path.ts';

export const SIDES = {
  potato: [
    ['fill', 'yellow', 'M-7 0c0 -5 5 -6.5 9 -5.500c4 1 6 4 5 7c-1 4 -6 5 -9 4.500c-3 0 -5 -2 -5 -6z'],
    ['line', 'cream', 'M-4 -1.500c1 -1.6 2.5 -2 4.5 -2', 1.4],
  ],
  crouton: [['fill', 'toast', box(5.5, 5.5, 1)]],
  'tortilla-chip': [
    ['fill', 'yellow', 'M-8 5l7 -12c1 -1 2 -1 2.6 0l7 11c.4 1 0 2 -1 2l-14.6 0c-1 0 -1.5 -.5 -1 -1z'],
    ['line', 'gold', dots([-2, 2], [2, 0], [3, 3.4]), 1.2],
  ],
  pudding: [
    ['fill', 'gold', 'M-10 0c-1 -6 4 -9 10 -9c6 0 11 3 10 9c0 6 -5 8 -10 8c-5 0 -10 -2 -10 -8z'],
    ['fill', 'toast', oval(5, 4)],
  ],
  dollop: [
    ['fill', 'white', 'M-7 1c-1 -4 2 -7 6 -6.500c4 -1 8 2 8 6c0 4 -4 6 -7 5.500c-4 0 -7 -2 -7 -5z'],
    ['detail', 'white', 'M-3 1c0 -3 5 -4 6 -1c.5 2 -2 3 -3 1.5'],
  ],
  butter: [['fill', 'yellow', box(7, 6, 1)]],
  'crisp-onion': [['tube', 'toast', 'M-4 -2c2 -2 4 0 3 2M2 -3c2 .5 2 3 0 4M-3 4c2 -1 3 0 4 1', 1.2]],
  crumb: [['line', 'toast', dots([-4, -2], [0, -3], [4, -1], [-2, 2], [2, 3]), 1.5]],
  jam: [
    ['fill', 'red', oval(6, 4.5)],
    ['line', 'pink', 'M-3 -1c1 -1 2 -1.4 3 -1.4', 1.2],
  ],
  'sauce-pot': [
    disc('white', 9),
    disc('red', 6.5),
    ['line', 'pink', 'M-3.5 -1.500c.6 -1.6 2 -2.4 3.5 -2.4', 1.4],
  ],
  'dark-sauce': [
    disc('white', 9),
    disc('cocoa', 6.5),
    ['line', 'tan', 'M-3.5 -1.500c.6 -1.6 2 -2.4 3.5 -2.4', 1.2],
  ],
  bread: [
    [
      'fill',
      'toast',
      'M-9 -2c-4 -5 1 -9 6 -8c2 -1 4 -1 6 0c5 -1 10 3 6 8l0 10c0 1.5 -1 2 -2 2l-14 0c-1 0 -2 -.5 -2 -2z',
    ],
    [
      'flat',
      'cream',
      'M-7 -2.500c-3 -4 1 -6.5 5 -5.500c1.5 -.8 2.5 -.8 4 0c4 -1 8 1.5 5 5.500l0 10c0 .6 -.4 1 -1 1l-12 0c-.6 0 -1 -.4 -1 -1z',
    ],
  ],
  flatbread: [
    ['fill', 'cream', 'M-14 3c-2 -8 5 -13 14 -13c9 0 16 5 14 12c-2 7 -9 9 -15 9c-6 0 -12 -2 -13 -8z'],
    ['line', 'toast', dots([-6, -2], [2, -5], [7, 1], [-1, 4], [-8, 4]), 2],
  ],
  bun: [
    disc('toast', 9),
    ['line', 'cream', 'M-4 -4c2 -2 5 -2.5 8 -1', 1.6],
    ['detail', 'toast', 'M-5 2c3 2 7 2 10 0'],
  ],
  pretzel: [
    [
      'tube',
      'brown',
      'M-3 8c-4 -3 5 -8 8 -12c3 -4 6 2 2 6c-2 3 -6 4 -8 4c-2 0 -6 -1 -8 -4c-4 -4 -1 -10 2 -6c3 4 12 9 8 12',
      2.8,
    ],
  ],
  'rice-cake': [['tube', 'white', 'M-5 0l10 0', 5]],
} as const satisfies Record<string, readonly Layer[]>;
