/** Fruit, nuts and seeds. */
import { disc, flatDisc, type Layer } from '#web/meals/picture/layer.ts';
import type { Colour } from '#web/meals/picture/palette.ts';
import { box, dots, oval } from '#web/meals/picture/path.ts';

function citrus(colour: Colour, flesh: Colour): Layer[] {
  return [disc(colour, 6.2), flatDisc(flesh, 4.8), ['line', colour, 'M0 -4l0 8M-3.5 -2l7 4M-3.5 2l7 -4', 1]];
}

export const FRUIT = {
  apple: [
    ['fill', 'red', 'M-7 -2c4 -5 10 -5 14 0c-1 7 -13 7 -14 0z'],
    ['flat', 'cream', 'M-5.6 -1.200c3.5 -2.5 7.7 -2.5 11.2 0c-1.5 4.5 -9.7 4.5 -11.2 0z'],
    ['line', 'brown', dots([-1, 0.4], [1.4, 0.4]), 1.1],
  ],
  pear: [
    ['fill', 'lime', 'M-8 1c3 -2 5 -6 9 -6c5 0 7 3 7 6c-1 6 -13 6 -16 0z'],
    ['flat', 'cream', 'M-5.5 .9c3 -1.5 4.5 -4.300 7 -4.300c3.5 0 5 2 5 4.300c-1 3.600 -9 3.600 -12 0z'],
    ['line', 'brown', dots([2, 0.4], [4.2, 0.8]), 1.1],
  ],
  banana: [disc('cream', 5), ['line', 'gold', dots([0, -1.2], [-1.2, 1], [1.2, 1]), 1]],
  strawberry: [
    ['fill', 'red', 'M0 7c-4 -2 -7 -6 -6 -9c1 -3 4 -3 6 -2c2 -1 5 -1 6 2c1 3 -2 7 -6 9z'],
    ['line', 'cream', dots([-2.5, 0], [2.5, 0], [0, 3]), 0.9],
    ['fill', 'green', 'M-4 -4c2 0 3 0 4 1c1 -1 2 -1 4 -1c-1 -2 -2.5 -2 -4 -1c-1.5 -1 -3 -1 -4 1z'],
  ],
  raspberry: [
    ['tube', 'magenta', dots([-2, -1.6], [2, -1.6], [0, 1.6]), 3.2],
    ['line', 'pink', dots([-2.4, -2], [1.6, -2]), 0.9],
  ],
  blueberry: [disc('blue', 3.6), ['line', 'grey', 'M-1.4 -1.200l.5 -.4', 1.1]],
  cherry: [disc('red', 4), ['line', 'pink', 'M-1.6 -1.500l.6 -.4', 1.2]],
  mango: [
    ['fill', 'orange', box(8, 7.5, 2)],
    ['line', 'yellow', 'M-2 -1.600l3 0', 1.4],
  ],
  pineapple: [
    ['fill', 'yellow', 'M-6 4l5 -9c3 0 6 3 7 7c-3 3 -9 4 -12 2z'],
    ['detail', 'yellow', 'M-2 3l2 -5M2 3l0 -5'],
  ],
  orange: citrus('orange', 'yellow'),
  lemon: citrus('yellow', 'cream'),
  lime: citrus('green', 'lime'),
  fig: [
    [
      'fill',
      'purple',
      'M0 -7c1.5 2 6.5 4 6.5 8.500c0 4 -3 5.5 -6.5 5.500c-3.5 0 -6.5 -1.5 -6.5 -5.500c0 -4.5 5 -6.5 6.5 -8.500z',
    ],
    ['flat', 'cream', oval(4.8, 4.4, 0, 1.8)],
    ['flat', 'magenta', oval(3, 2.7, 0, 1.8)],
  ],
  kiwi: [
    disc('brown', 5.6),
    flatDisc('green', 4.6),
    flatDisc('cream', 1.6),
    ['line', 'black', dots([0, -2.8], [2.6, 0.8], [-2.6, 0.8], [0, 2.9]), 0.9],
  ],
  plum: [
    ['fill', 'purple', oval(5.4, 4.8)],
    ['line', 'pink', 'M-2.6 -1.600l1.4 -.8', 1.2],
  ],
  raisin: [['tube', 'cocoa', 'M-3 -2l1 .6M2.5 -1l.4 1M-1 3l1 -.4', 2.2]],
  apricot: [['fill', 'orange', oval(5, 4)]],
  pomegranate: [['tube', 'magenta', dots([-3.5, -2], [2.5, -3], [0, 2.6]), 2]],
  nut: [
    ['fill', 'toast', 'M-5 0c1 -4 8 -4 9 0c-1 4 -8 4 -9 0z'],
    ['detail', 'toast', 'M-3 0l5 0'],
  ],
  seed: [['tube', 'tan', 'M-4 -3l.8 .8M3 -3.500l-.8 .8M0 .5l.4 1M-3.5 3.500l.8 -.6M4 3l-.6 -.8', 1]],
  coconut: [['tube', 'white', 'M-4 -3l2.5 .6M2 -2.500l2 1.500M-2 2.500l2.5 1', 1]],
} as const satisfies Record<string, readonly Layer[]>;
