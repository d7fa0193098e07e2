/** Toast, sandwiches, burgers, wraps and what else is held in the hand; and a drink. */
import type { Piece } from '#domain/dish-picture/dish-picture.ts';
import { drawBase } from '#web/meals/picture/bases.ts';
import { disc, flatDisc } from '#web/meals/picture/layer.ts';
import { PIECE_LAYERS } from '#web/meals/picture/pieces.ts';
import type { Colour } from '#web/meals/picture/palette.ts';
import { box, circle, oval } from '#web/meals/picture/path.ts';
import { place, sauceColour, scatter, serve } from '#web/meals/picture/scatter.ts';
import { drawBoard, drawPlate } from '#web/meals/picture/vessels.ts';
import type { Layout } from './bowls.ts';

/** The colour of a piece: that of its largest layer. */
function colourOf(piece: Piece): Colour {
  return PIECE_LAYERS[piece][0]?.[1] ?? 'green';
}

const toast: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of [
    { x: 33, y: 40, angle: -10 },
    { x: 63, y: 55, angle: 8 },
  ]) {
    canvas.pieces('bread', [{ ...at, scale: 1.75 }]);
    if (base === 'dark-bread') canvas.layer(['flat', 'brown', box(26, 27, 4, 0, 1)], at);
    if (sauce !== 'none') canvas.layer(['flat', sauceColour(sauce), box(24, 24, 5, 0, 2)], at);
    const [first, ...others] = pieces;
    if (first && ['fried-egg', 'poached-egg', 'ham', 'scrambled'].includes(first)) {
      scatter(canvas, others, { x: at.x, y: at.y + 2, r: 9 }, { count: 4, seed });
      canvas.pieces(first, [{ x: at.x, y: at.y + 1, scale: 0.95 }]);
    } else scatter(canvas, pieces, { x: at.x, y: at.y + 2, r: 9.5 }, { count: 5, seed, scale: 1 });
    scatter(canvas, garnish, { x: at.x, y: at.y, r: 7 }, { count: 2, seed: seed + 3, scale: 0.8 });
  }
};

/** The colours of the filling, from the top. */
function fillings(pieces: readonly Piece[]): Colour[] {
  const colours = pieces.map(colourOf);
  return [...new Set<Colour>(['green', ...colours])].slice(0, 4);
}

/** Two halves, cut across, with the filling in sight. */
const sandwich: Layout = (canvas, { base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const crust: Colour = base === 'dark-bread' ? 'brown' : 'toast';
  for (const at of [
    { x: 40, y: 34, angle: 0 },
    { x: 56, y: 64, angle: 0 },
  ]) {
    canvas.layer(['fill', crust, 'M-27 6l27 -22c2 -1 3 -1 5 0l24 22z'], at);
    canvas.layer(
      ['flat', base === 'dark-bread' ? 'toast' : 'cream', 'M-22 5l22 -18c2 -1 2 -1 4 0l20 18z'],
      at,
    );
    for (const [row, colour] of fillings(pieces).entries())
      canvas.layer(['tube', colour, 'M-26 0c4 -3 7 2 11 0c4 -2 7 2 11 0c4 -2 7 2 11 0c4 -2 8 1 18 0', 2.2], {
        x: at.x,
        y: at.y + 8 + row * 2.8,
      });
    canvas.layer(['fill', crust, box(58, 6, 2.5, 1, 20)], at);
  }
  scatter(canvas, garnish, { x: 48, y: 50, r: 18 }, { count: 2, seed: seed + 3, scale: 0.8 });
};

const burger: Layout = (canvas, { pieces, seed }) => {
  drawPlate(canvas);
  const [patty = 'patty', ...others] = pieces;
  const meat: Colour =
    patty === 'fish' || patty === 'breaded' || patty === 'chicken'
      ? 'gold'
      : patty === 'bean-black'
        ? 'cocoa'
        : 'brown';
  canvas.layer(['fill', 'gold', 'M20 66l56 0c0 8 -4 11 -12 11l-32 0c-8 0 -12 -3 -12 -11z']);
  canvas.layer(['fill', meat, box(60, 10, 5, 48, 61)]);
  if (others.includes('egg'))
    canvas.layer([
      'fill',
      'white',
      'M17 55c6 -3 56 -3 62 0c2 4 -8 2 -12 4c-6 4 -10 -1 -20 2c-8 2 -10 -3 -18 -2c-6 1 -14 0 -12 -4z',
    ]);
  else canvas.layer(['fill', others.includes('cheese') ? 'yellow' : 'red', 'M18 54l60 0l-10 3l-8 6l-8 -6z']);
  if (others.includes('tomato') || others.includes('pepper-red'))
    canvas.layer(['fill', 'red', box(52, 5, 2.5, 48, 52)]);
  canvas.layer([
    'tube',
    others.includes('red-cabbage') ? 'purple' : 'green',
    'M17 49c5 -5 9 4 15 0c5 -4 9 4 15 0c5 -4 9 4 15 0c6 -4 10 3 17 0',
    3.4,
  ]);
  canvas.layer(['fill', 'gold', 'M18 46c0 -18 12 -26 30 -26c18 0 30 8 30 26c-12 2 -48 2 -60 0z']);
  canvas.layer(['line', 'cream', 'M36 30l2 -1M46 26l2 0M57 29l2 1M50 34l2 0M40 37l2 -.6M62 37l2 .6', 2]);
  scatter(
    canvas,
    others.includes('gherkin') ? ['gherkin'] : [],
    { x: 76, y: 78, r: 4 },
    { count: 2, seed, scale: 0.8 },
  );
};

const hotDog: Layout = (canvas, { pieces, seed }) => {
  drawPlate(canvas);
  for (const y of [36, 62]) {
    canvas.layers(
      [
        ['fill', 'gold', box(66, 22, 11)],
        ['fill', 'cream', box(60, 12, 6)],
        ['tube', 'red', 'M-30 0l60 0', 8],
        [
          'line',
          'yellow',
          'M-24 0c3 -5 5 -5 8 0c3 5 5 5 8 0c3 -5 5 -5 8 0c3 5 5 5 8 0c3 -5 5 -5 8 0c3 5 5 5 8 0',
          2,
        ],
      ],
      [{ x: 48, y, angle: -10 }],
    );
  }
  scatter(
    canvas,
    pieces.filter((piece) => piece !== 'sausage').slice(0, 1),
    { x: 48, y: 84, r: 6 },
    { count: 2, seed, scale: 0.7 },
  );
};

/** A long roll with its filling in sight. */
const roll: Layout = (canvas, { pieces, garnish, seed }) => {
  drawBoard(canvas);
  for (const y of [36, 63]) {
    const at = { x: 48, y, angle: -6 };
    canvas.layer(['fill', 'toast', box(76, 23, 11)], at);
    place(
      canvas,
      pieces,
      [-28, -14, 0, 14, 28].map((x, index) => ({ x: 48 + x, y: y + 1 - x * 0.1, angle: index * 50 })),
      1.05,
    );
    canvas.layer(['fill', 'gold', 'M-38 -1c0 -8 6 -11 12 -11l52 0c6 0 12 3 12 11c-20 -5 -56 -5 -76 0z'], at);
    canvas.layer(['line', 'cream', 'M-24 -8l8 0M-6 -8.500l8 0M12 -8l8 0', 1.6], at);
  }
  scatter(canvas, garnish, { x: 48, y: 52, r: 24 }, { count: 3, seed, scale: 0.8 });
};

const bagel: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of [
    { x: 34, y: 37 },
    { x: 60, y: 58 },
  ]) {
    canvas.layer(disc('toast', 21), at);
    canvas.layer(flatDisc(sauceColour(sauce, 'white'), 17.5), at);
    place(
      canvas,
      pieces,
      [0, 1, 2, 3, 4, 5].map((index) => ({
        x: at.x + 12 * Math.cos(index * 1.05 + seed),
        y: at.y + 12 * Math.sin(index * 1.05 + seed),
        angle: index * 60,
      })),
      0.85,
    );
    canvas.plate(circle(5.5, at.x, at.y));
  }
  scatter(canvas, garnish, { x: 48, y: 48, r: 20 }, { count: 4, seed: seed + 3, scale: 0.8 });
};

const SHELL = 'M-22 10c0 -20 10 -28 22 -28c12 0 22 8 22 28c-10 4 -34 4 -44 0z';

/** A folded tortilla from the side, the filling above its edge. */
const taco: Layout = (canvas, { base, pieces, seed }) => {
  drawPlate(canvas);
  for (const [x, y, angle] of [
    [36, 36, -16],
    [62, 42, 10],
    [44, 66, -4],
  ] as const) {
    const turn = (angle * Math.PI) / 180;
    const along = [-12, -4, 4, 12].map((dx, index) => {
      const dy = -13 + Math.abs(dx) * 0.55;
      return {
        x: x + dx * Math.cos(turn) - dy * Math.sin(turn),
        y: y + dx * Math.sin(turn) + dy * Math.cos(turn),
        angle: index * 60,
      };
    });
    place(
      canvas,
      pieces.slice(0, 4),
      along.map((place, at) => along[(at + seed) % along.length] ?? place),
      0.95,
    );
    canvas.layer(['fill', base === 'tortilla' ? 'cream' : 'yellow', SHELL], {
      x,
      y: y + 3,
      angle,
      scale: 0.85,
    });
    canvas.layer(['line', 'gold', 'M-9 -3l0 0M3 -8l0 0M9 0l0 0M-3 3l0 0', 2], { x, y: y + 3, angle });
  }
};

/** Two rolled halves with their cut ends in front. */
const wrap: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const [x, y] of [
    [37, 44],
    [62, 56],
  ] as const) {
    canvas.layer(['fill', 'cream', 'M-13 -26c4 -5 22 -5 26 0l0 40c-4 7 -22 7 -26 0z'], { x, y: y - 2 });
    canvas.layer(['line', 'gold', 'M-6 -20l0 0M4 -14l0 0M-2 -8l0 0M7 -22l0 0', 2.2], { x, y });
    canvas.layer(['fill', 'cream', oval(13, 9)], { x, y: y + 14 });
    canvas.layer(['fill', 'green', oval(10.5, 7)], { x, y: y + 14 });
    scatter(
      canvas,
      pieces.filter((piece) => piece !== 'lettuce').slice(0, 3),
      { x, y: y + 14, r: 5.5 },
      { count: 4, seed, scale: 0.6 },
    );
  }
  scatter(canvas, garnish, { x: 76, y: 30, r: 4 }, { count: 1, seed, scale: 0.9 });
};

/** Half a pitta, open at the top. */
const pitta: Layout = (canvas, { pieces }) => {
  drawPlate(canvas);
  for (const [x, y, angle] of [
    [35, 42, -10],
    [62, 58, 8],
  ] as const) {
    const places = [-15, -9, -3, 3, 9, 15].map((dx, at) => ({
      x: x + dx,
      y: y - 8 - (at % 2) * 5 + (dx * angle) / 60,
      angle: at * 60,
    }));
    canvas.pieces('lettuce', [
      { x: x - 10, y: y - 9, scale: 1.1, angle: -30 },
      { x: x + 10, y: y - 9, scale: 1.1, angle: 30 },
    ]);
    place(canvas, pieces.filter((piece) => piece !== 'lettuce').slice(0, 4), places, 0.95);
    canvas.layers(
      [
        ['fill', 'cream', 'M-22 -4c14 3 30 3 44 0c1 16 -8 24 -22 24c-14 0 -23 -8 -22 -24z'],
        ['line', 'toast', 'M-10 6l0 0M-2 12l0 0M8 5l0 0M4 0l0 0', 2.2],
      ],
      [{ x, y, angle }],
    );
  }
};

const quesadilla: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const [x, y, angle] of [
    [48, 44, -90],
    [48, 46, 0],
    [48, 48, 90],
    [46, 46, 180],
  ] as const) {
    const wedge = 'M3 3l27 4c2 12 -8 24 -22 24z';
    canvas.layer(['fill', 'yellow', wedge], { x, y: y + 2, angle });
    canvas.layer(['fill', 'gold', wedge], { x, y, angle });
    canvas.layer(['line', 'toast', 'M12 12l0 0M20 13l0 0M14 20l0 0', 2.6], { x, y, angle });
  }
  place(
    canvas,
    pieces.slice(0, 3),
    [0, 1, 2, 3].map((at) => ({
      x: 48 + 27 * Math.cos(at * 1.57),
      y: 47 + 27 * Math.sin(at * 1.57),
      angle: at * 50,
    })),
    0.85,
  );
  scatter(canvas, garnish, { x: 48, y: 47, r: 5 }, { count: 2, seed });
};

/** Small rolls with a dip. */
const rolls: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  // Of cabbage leaves.
  const colour = sauce === 'green' ? 'lime' : sauceColour(sauce, 'gold');
  for (const [x, y] of [
    [34, 30],
    [38, 45],
    [42, 60],
  ] as const) {
    canvas.layer(['fill', colour, box(42, 12.5, 6)], { x, y, angle: -12 });
    if (colour === 'white')
      place(
        canvas,
        pieces.slice(0, 3),
        [-12, -4, 4, 12].map((dx, at) => ({ x: x + dx, y: y - dx * 0.2, angle: at * 60 })),
        0.6,
      );
    else canvas.layer(['detail', colour, 'M-8 -6l6 12M6 -6l6 12'], { x, y, angle: -12 });
  }
  if (base === 'potatoes') drawBase(canvas, base, { x: 70, y: 66, r: 15 }, seed);
  else canvas.pieces('sauce-pot', [{ x: 72, y: 66, scale: 1.1 }]);
  scatter(canvas, garnish, { x: 66, y: 32, r: 5 }, { count: 2, seed });
};

/** An egg in its cup with fingers of toast. */
const boiledEggs: Layout = (canvas, { pieces, seed }) => {
  drawPlate(canvas);
  for (const [x, y] of [
    [66, 36],
    [70, 50],
    [70, 64],
  ] as const)
    canvas.layers(
      [
        ['fill', 'toast', box(30, 9, 2)],
        ['flat', 'cream', box(26, 5.5, 1)],
      ],
      [{ x, y, angle: -24 }],
    );
  canvas.layer(['fill', 'blue', circle(16, 37, 46)]);
  canvas.layer(['fill', 'white', circle(12.5, 37, 46)]);
  canvas.layer(['fill', 'yellow', circle(7, 37, 46)]);
  canvas.layer(['line', 'white', 'M34 43l1.5 -1.5', 1.8]);
  scatter(
    canvas,
    pieces.filter((piece) => piece !== 'egg').slice(0, 1),
    { x: 34, y: 74, r: 8 },
    { count: 3, seed, scale: 0.8 },
  );
};

/** A glass from the side. */
const drink: Layout = (canvas, { sauce, pieces, garnish }) => {
  const colour = sauceColour(sauce, 'pink');
  canvas.layer(['tube', 'red', 'M52 40l12 -34', 2.6]);
  canvas.layer(['fill', 'white', 'M24 16l48 0l-7 68c-.5 4 -3 6 -7 6l-20 0c-4 0 -6.5 -2 -7 -6z']);
  canvas.layer(['flat', colour, 'M27 30l42 0l-5.5 52c-.4 3 -2.5 5 -5.5 5l-20 0c-3 0 -5 -2 -5.5 -5z']);
  canvas.layer(['line', 'white', 'M34 38l3.5 36', 2.4]);
  const [first = garnish[0]] = pieces;
  if (first) serve(canvas, first, { x: 48, y: 58, r: 11 }, 1);
};

export const BREADS = {
  toast,
  sandwich,
  burger,
  'hot-dog': hotDog,
  roll,
  bagel,
  taco,
  wrap,
  pitta,
  quesadilla,
  rolls,
  'boiled-eggs': boiledEggs,
  drink,
} as const satisfies Record<string, Layout>;
