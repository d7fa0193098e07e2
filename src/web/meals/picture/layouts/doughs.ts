/** Pancakes, pizza, pies, dumplings, cakes and what else is made of dough or eggs. */
import type { Piece } from '#domain/dish-picture/dish-picture.ts';
import { ring, spread } from '#web/meals/picture/arrangement.ts';
import { drawBase, drawHeap } from '#web/meals/picture/bases.ts';
import type { Canvas } from '#web/meals/picture/canvas.ts';
import { disc, flatDisc } from '#web/meals/picture/layer.ts';
import { box, circle, oval, type Placement } from '#web/meals/picture/path.ts';
import { place, sauceColour, scatter, serve } from '#web/meals/picture/scatter.ts';
import { drawBoard, drawPlate } from '#web/meals/picture/vessels.ts';
import type { Layout } from './bowls.ts';

const MIDDLE = { x: 48, y: 48 };

/** Two little heaps at the side of the plate. */
function drawSides(canvas: Canvas, pieces: readonly Piece[], seed: number): void {
  const [first, second] = pieces;
  if (first) serve(canvas, first, { x: 73, y: 66, r: 11 }, seed);
  if (second) serve(canvas, second, { x: 72, y: 30, r: 10 }, seed + 1);
}

const pancakes: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const [x, y] of [
    [45, 53],
    [51, 49],
    [47, 44],
  ] as const) {
    canvas.layer(['fill', 'toast', circle(25, x, y)]);
    canvas.layer(['flat', 'gold', circle(22, x, y)]);
  }
  if (sauce !== 'none')
    canvas.layer(['line', sauceColour(sauce), 'M34 36c8 8 14 -4 22 4c4 6 2 12 8 16', 3.4]);
  scatter(canvas, pieces, { x: 47, y: 43, r: 15 }, { count: 8, seed, scale: 1.05 });
  scatter(canvas, garnish, { x: 47, y: 44, r: 12 }, { count: 3, seed: seed + 3 });
};

/** Folded, with the filling at the edge. */
const crepe: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const fold = 'M-30 16c2 -26 20 -36 34 -36c14 2 24 14 26 30c-18 10 -42 14 -60 6z';
  canvas.layer(['fill', sauceColour(sauce, 'gold'), fold], { x: 46, y: 48 });
  canvas.layer(['detail', sauceColour(sauce, 'gold'), 'M4 -20c-6 10 -8 24 -6 38'], { x: 46, y: 48 });
  canvas.layers([['flat', 'toast', oval(2.4, 1.6)]], spread(7, { x: 48, y: 44, r: 17 }, seed));
  place(
    canvas,
    pieces,
    [20, 31, 42, 53, 64, 73].map((x, at) => ({
      x,
      y: 64 + (at % 2) * 3 - Math.abs(at - 2.5) * 0.6,
      angle: at * 60,
    })),
    0.95,
  );
  scatter(canvas, garnish, { x: 50, y: 42, r: 10 }, { count: 3, seed: seed + 3 });
};

const fritters: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  const [inside, ...sides] = pieces;
  const places = [
    { x: 31, y: 37 },
    { x: 54, y: 31 },
    { x: 38, y: 59 },
    { x: 61, y: 54 },
  ];
  for (const at of places) canvas.layers([disc('toast', 13), flatDisc('gold', 10)], [at]);
  if (inside)
    canvas.pieces(
      inside,
      places.flatMap(({ x, y }, at) => [
        { x: x - 3, y: y - 2, scale: 0.6, angle: at * 80 },
        { x: x + 4, y: y + 3, scale: 0.6, angle: at * 50 + 90 },
      ]),
    );
  if (sides[0]) serve(canvas, sides[0], { x: 66, y: 74, r: 11 }, seed);
  if (sides[1]) serve(canvas, sides[1], { x: 42, y: 79, r: 9 }, seed);
  scatter(canvas, garnish, { x: 46, y: 45, r: 12 }, { count: 3, seed: seed + 3 });
};

const waffles: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of [
    { x: 38, y: 40, angle: -8 },
    { x: 54, y: 54, angle: 8 },
  ])
    canvas.layers(
      [
        ['fill', 'gold', box(38, 38, 6)],
        ['detail', 'gold', 'M-19 -6.500l38 0M-19 6.500l38 0M-6.5 -19l0 38M6.5 -19l0 38'],
      ],
      [at],
    );
  scatter(canvas, pieces, { x: 56, y: 56, r: 11 }, { count: 5, seed });
  scatter(canvas, garnish, { x: 38, y: 38, r: 8 }, { count: 3, seed: seed + 3 });
};

const tornPancake: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of spread(10, { x: 44, y: 46, r: 21 }, seed, 1.25))
    canvas.layers(
      [
        ['fill', 'gold', 'M-7 -2c1 -5 6 -5 9 -4c4 0 6 3 5 6c0 4 -4 6 -8 5c-4 1 -7 -3 -6 -7z'],
        ['line', 'cream', 'M-3 -2l5 -1', 2],
      ],
      [at],
    );
  drawSides(canvas, pieces, seed);
  scatter(canvas, garnish, { x: 44, y: 46, r: 15 }, { count: 4, seed: seed + 3 });
};

const omelette: Layout = (canvas, { pieces, garnish, base, seed }) => {
  drawPlate(canvas);
  const [first, ...sides] = pieces;
  if (base !== 'none') drawBase(canvas, base, { x: 68, y: 30, r: 14 }, seed);
  canvas.layer(['fill', 'yellow', 'M-30 10c-4 -22 14 -34 30 -34c18 0 34 14 30 34c-12 10 -48 10 -60 0z'], {
    x: 45,
    y: 50,
  });
  canvas.layer(['flat', 'gold', 'M-20 0c2 -12 12 -18 20 -17c-7 3 -14 8 -16 17c-1 4 -4 4 -4 0z'], {
    x: 45,
    y: 50,
  });
  if (first)
    place(
      canvas,
      [first],
      [20, 31, 42, 53, 64].map((x, at) => ({ x, y: 63, angle: at * 70 })),
      0.95,
    );
  if (sides[0]) serve(canvas, sides[0], { x: 56, y: 79, r: 9 }, seed);
  scatter(canvas, garnish, { x: 47, y: 42, r: 10 }, { count: 3, seed: seed + 3 });
};

const pizza: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  canvas.layer(['fill', 'toast', circle(45, 48, 48)]);
  canvas.layer(['fill', sauceColour(sauce, 'red'), circle(38, 48, 48)]);
  canvas.layers(
    [
      [
        'flat',
        sauce === 'white' ? 'cream' : 'yellow',
        'M-8 1c-1 -6 5 -8 9 -6c5 0 8 4 6 8c-2 4 -7 4 -10 3c-3 0 -5 -2 -5 -5z',
      ],
    ],
    spread(9, { ...MIDDLE, r: 28 }, seed + 1),
  );
  scatter(canvas, pieces, { ...MIDDLE, r: 29 }, { count: 11, seed, scale: 1.1 });
  scatter(canvas, garnish, { ...MIDDLE, r: 18 }, { count: 4, seed: seed + 3, scale: 1.1 });
  canvas.layer(['detail', 'toast', 'M48 3l0 90M9 25.500l78 45M9 70.500l78 -45']);
};

function drawCrust(canvas: Canvas): void {
  canvas.layer(['fill', 'grey', circle(46, 48, 48)]);
  canvas.layers([disc('gold', 6.5)], ring(20, { ...MIDDLE, r: 37 }, 0, { turned: false }));
}

const pie: Layout = (canvas, { sauce, pieces, seed }) => {
  drawCrust(canvas);
  canvas.layer(['fill', 'gold', circle(36, 48, 48)]);
  canvas.layer(['detail', 'gold', 'M34 30c3 3 3 7 0 10M30 48c3 3 3 7 0 10M46 26c3 3 3 7 0 10']);
  canvas.layer(['fill', sauceColour(sauce, 'brown'), 'M48 48l33 -13a35 35 0 0 1 -8 38z']);
  scatter(canvas, pieces, { x: 69, y: 53, r: 8 }, { count: 4, seed, scale: 0.8 });
  canvas.layer(['line', 'cream', 'M20 42c3 -9 9 -15 17 -18', 1.8]);
};

const tart: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawCrust(canvas);
  canvas.layer(['fill', sauceColour(sauce, 'yellow'), circle(35, 48, 48)]);
  scatter(canvas, pieces, { ...MIDDLE, r: 26 }, { count: 11, seed, scale: 1.1 });
  scatter(canvas, garnish, { ...MIDDLE, r: 18 }, { count: 4, seed: seed + 3 });
};

const CRESCENT = 'M-11 3c0 -8 6 -11 11 -11c5 0 11 3 11 11c-6 4 -16 4 -22 0z';
const dumplings: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const colour = sauceColour(sauce, 'cream');
  for (const at of ring(6, { x: 46, y: 46, r: 22 }, seed, { scale: 1.05 }))
    canvas.layers(
      [
        ['fill', colour, CRESCENT],
        ['detail', colour, 'M-6 -4l1.5 3M-2 -6.500l.8 3M3 -6.500l-.8 3M7 -4l-1.5 3'],
      ],
      [at],
    );
  const [first] = pieces;
  if (first) serve(canvas, first, { x: 46, y: 46, r: 10 }, seed);
  else canvas.pieces('dark-sauce', [{ x: 46, y: 46 }]);
  scatter(canvas, garnish, { x: 46, y: 46, r: 20 }, { count: 4, seed: seed + 3, scale: 0.9 });
};

const triangles: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const [x, y, angle] of [
    [34, 34, -10],
    [60, 36, 12],
    [38, 60, 5],
  ] as const)
    canvas.layers(
      [
        ['fill', 'gold', 'M-2 -13c1 -2 3 -2 4 0l13 21c1 3 0 4 -3 4l-24 0c-3 0 -4 -1 -3 -4z'],
        ['line', 'cream', 'M-3 -5l-5 9', 1.8],
        ['detail', 'gold', 'M-11 8l22 0'],
      ],
      [{ x, y, angle }],
    );
  canvas.pieces('dark-sauce', [{ x: 66, y: 66, scale: 1.2 }]);
  scatter(canvas, pieces.slice(0, 1), { x: 48, y: 78, r: 5 }, { count: 3, seed, scale: 0.8 });
  scatter(canvas, garnish, { ...MIDDLE, r: 12 }, { count: 3, seed: seed + 3 });
};

const balls: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  if (sauce !== 'none') drawHeap(canvas, sauceColour(sauce), { ...MIDDLE, r: 32 }, seed * 20);
  canvas.layers(
    [disc('tan', 11.5), ['line', 'cream', 'M-6 -4c1.5 -3 4 -4 7 -4', 1.8]],
    ring(3, { x: 46, y: 46, r: 14 }, seed, { turned: false }),
  );
  place(canvas, pieces, ring(8, { ...MIDDLE, r: 27 }, seed + 2), 0.95);
  scatter(canvas, garnish, { ...MIDDLE, r: 10 }, { count: 4, seed: seed + 3 });
};

/** Golden half-moons or rolls. */
const pastries: Layout = (canvas, { base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const isRoll = base === 'bread';
  for (const [x, y, angle] of [
    [36, 30, -14],
    [54, 47, -14],
    [38, 63, -14],
  ] as const)
    canvas.layers(
      isRoll
        ? [
            ['fill', 'gold', box(36, 15, 6)],
            ['fill', 'brown', oval(3.5, 6, 16, 0)],
            ['detail', 'gold', 'M-11 -6l4 10M-4 -6l4 10M3 -6l4 10'],
          ]
        : [
            ['fill', 'gold', 'M-19 7c0 -14 9 -19 19 -19c10 0 19 5 19 19c-10 5 -28 5 -38 0z'],
            ['detail', 'gold', 'M-15 4l2 4M-9 5.500l1 4M-2 6.500l.5 4M5 6.500l-.5 4M12 5l-1.5 4'],
            ['line', 'cream', 'M-10 -4c2 -4 6 -5 10 -5', 1.8],
          ],
      [{ x, y, angle }],
    );
  if (pieces[0]) serve(canvas, pieces[0], { x: 71, y: 67, r: 11 }, seed);
  scatter(canvas, garnish, { x: 48, y: 46, r: 12 }, { count: 2, seed: seed + 3 });
};

/** Places on each of several round things. */
function onEach(places: readonly Placement[], scale: number): Placement[] {
  return places.flatMap(({ x, y }, at) => [
    { x: x - 4, y: y - 3, scale, angle: at * 80 },
    { x: x + 4, y: y - 1, scale, angle: at * 50 + 40 },
    { x: x - 1, y: y + 5, scale, angle: at * 30 + 150 },
  ]);
}

const muffins: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const places = ring(3, { ...MIDDLE, r: 17 }, seed, { turned: false });
  for (const { x, y } of places)
    canvas.layers([disc('cream', 3.6)], ring(11, { x, y, r: 11.5 }, 0, { turned: false }));
  canvas.layers([disc(sauceColour(sauce, 'toast'), 12)], places);
  place(canvas, [...pieces, ...garnish].slice(0, 2), onEach(places, 0.75), 0.75);
};

/** Round scones, rolls or biscuits. */
const biscuits: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const places = ring(4, { ...MIDDLE, r: 17 }, seed, { turned: false });
  canvas.layers(
    [disc(sauceColour(sauce, 'gold'), 12), ['line', 'cream', 'M-7 -4c2 -4 5 -5 9 -5', 1.8]],
    places,
  );
  place(canvas, [...pieces, ...garnish].slice(0, 2), onEach(places, 0.7), 0.7);
};

const loaf: Layout = (canvas, { pieces, seed }) => {
  drawBoard(canvas);
  canvas.layer(['fill', 'brown', box(52, 32, 9, 36, 48)]);
  canvas.layer(['line', 'tan', 'M18 46c8 -4 12 4 20 0c5 -3 9 0 13 1', 2]);
  const slice = 'M-8 -14c4 -4 12 -4 16 0c3 4 3 24 0 28c-4 2 -12 2 -16 0c-3 -4 -3 -24 0 -28z';
  for (const x of [66, 79]) {
    canvas.layer(['fill', 'brown', slice], { x, y: 48 });
    canvas.layer(['flat', 'tan', slice], { x, y: 48, scale: 0.8 });
  }
  scatter(canvas, pieces, { x: 34, y: 46, r: 12 }, { count: 4, seed, scale: 0.9 });
};

const cake: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  canvas.layer(['fill', 'toast', circle(35, 48, 48)]);
  canvas.layer(['fill', sauceColour(sauce, 'cream'), circle(31, 48, 48)]);
  canvas.layers([disc('white', 3.4)], ring(14, { ...MIDDLE, r: 28 }, 0, { turned: false }));
  scatter(canvas, [...pieces, ...garnish].slice(0, 3), { ...MIDDLE, r: 18 }, { count: 7, seed });
  canvas.layer(['detail', 'toast', 'M48 48l31 -16M48 48l34 8']);
};

export const DOUGHS = {
  pancakes,
  crepe,
  fritters,
  waffles,
  'torn-pancake': tornPancake,
  omelette,
  pizza,
  pie,
  tart,
  dumplings,
  triangles,
  balls,
  pastries,
  muffins,
  biscuits,
  loaf,
  cake,
} as const satisfies Record<string, Layout>;
