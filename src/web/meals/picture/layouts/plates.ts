/** Dishes on a plate, a board or a tray. */
import { grid, ring, spread } from '#web/meals/picture/arrangement.ts';
import { drawBase, drawHeap } from '#web/meals/picture/bases.ts';
import type { Canvas } from '#web/meals/picture/canvas.ts';
import { disc, flatDisc } from '#web/meals/picture/layer.ts';
import { box, type Placement } from '#web/meals/picture/path.ts';
import { scatter, place, sauceColour, serve } from '#web/meals/picture/scatter.ts';
import { drawBoard, drawOvenDish, drawPlate, drawTray } from '#web/meals/picture/vessels.ts';
import type { Layout } from './bowls.ts';

const MIDDLE = { x: 48, y: 48 };

/** For a dish of which nothing is known. */
function drawCutlery(canvas: Canvas): void {
  canvas.layer(['tube', 'grey', 'M36 46l0 24M30 26l0 10c0 6 12 6 12 0l0 -10M36 26l0 16', 2.2]);
  canvas.layer(['tube', 'grey', 'M60 44l0 26', 2.2]);
  canvas.layer(['fill', 'grey', 'M59 24c6 4 6 16 2 22l-2 0z']);
}

/** The main piece in front, the base and the vegetables behind it. */
const plate: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const [main, first, second, third] = pieces;
  if (!main && base === 'none') drawCutlery(canvas);
  if (base !== 'none') drawBase(canvas, base, { x: first ? 33 : 48, y: 32, r: 16.5 }, seed);
  if (first)
    serve(canvas, first, { x: base === 'none' ? 40 : 65, y: base === 'none' ? 28 : 34, r: 13.5 }, seed + 1);
  if (second)
    serve(canvas, second, { x: base === 'none' ? 66 : 73, y: base === 'none' ? 38 : 53, r: 10.5 }, seed + 2);
  if (sauce !== 'none') drawHeap(canvas, sauceColour(sauce), { x: 45, y: 61, r: 19 }, seed * 30);
  if (main) serve(canvas, main, { x: 45, y: 61, r: 17 }, seed);
  if (third) serve(canvas, third, { x: 22, y: 52, r: 9 }, seed + 3);
  scatter(canvas, garnish, { x: 50, y: 52, r: 12 }, { count: 3, seed: seed + 4, scale: 0.95 });
};

const pasta: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const isLoose = ['tubes', 'bows', 'spirals', 'shells', 'spaetzle', 'gnocchi'].includes(base);
  if (isLoose && sauce !== 'none') drawHeap(canvas, sauceColour(sauce), { ...MIDDLE, r: 31 }, seed * 30);
  drawBase(canvas, base === 'none' ? 'strands' : base, { ...MIDDLE, r: 29 }, seed);
  if (!isLoose && sauce !== 'none') drawHeap(canvas, sauceColour(sauce), { ...MIDDLE, r: 16 }, seed * 30);
  scatter(canvas, pieces, { ...MIDDLE, r: isLoose ? 22 : 17 }, { count: isLoose ? 9 : 8, seed, scale: 1 });
  scatter(canvas, garnish, { ...MIDDLE, r: 9 }, { count: 3, seed: seed + 3 });
};

/** Everything beside each other. */
const platter: Layout = (canvas, { base, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const all = ring(pieces.length + (base === 'none' ? 0 : 1), { ...MIDDLE, r: 22 }, seed);
  for (const [at, piece] of pieces.entries()) {
    const { x, y } = all[at] ?? MIDDLE;
    serve(canvas, piece, { x, y, r: 13 }, seed + at);
  }
  const last = all.at(-1);
  if (base !== 'none' && last) drawBase(canvas, base, { x: last.x, y: last.y, r: 14 }, seed);
  scatter(canvas, garnish, { ...MIDDLE, r: 7 }, { count: 2, seed: seed + 3 });
};

const tray: Layout = (canvas, { base, pieces, garnish, seed }) => {
  drawTray(canvas);
  const [main, ...others] = pieces;
  const small = base === 'potatoes' ? (['potato', ...others] as const) : others;
  place(canvas, small, grid(5, 4, 72, 54, seed), 1.1);
  if (main) for (const x of [30, 66]) serve(canvas, main, { x, y: 48, r: 16 }, seed);
  scatter(canvas, garnish, { ...MIDDLE, r: 24 }, { count: 5, seed: seed + 3 });
};

const FORK_LINES = 'M18 30c5 -5 8 5 13 0c5 -5 8 5 13 0c5 -5 8 5 13 0c5 -5 8 5 13 0c3 -3 5 0 7 1';

const casserole: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  const top = base === 'mash' ? 'cream' : sauceColour(sauce, 'gold');
  drawOvenDish(canvas, top, seed);
  if (base === 'mash')
    canvas.layers(
      [['detail', 'cream', FORK_LINES]],
      [0, 9, 18, 27, 36].map((y) => ({ x: 0, y })),
    );
  else if (!['none', 'bread', 'dark-bread', 'flatbread', 'tortilla'].includes(base)) {
    drawBase(canvas, base, { x: 33, y: 48, r: 23 }, seed);
    drawBase(canvas, base, { x: 63, y: 48, r: 23 }, seed + 1);
  }
  if (base === 'mash') canvas.layers([['flat', 'gold', BROWNED]], grid(4, 2, 62, 40, seed, 0.8));
  if (base === 'none' && (top === 'gold' || top === 'yellow' || top === 'cream'))
    canvas.layers([['flat', 'toast', BROWNED]], grid(4, 3, 62, 46, seed + 2, 0.9));
  if (pieces[0] === 'sausage') canvas.pieces('sausage', grid(2, 3, 46, 46, 0, 0.8).map(lying));
  else if (base !== 'mash')
    place(canvas, pieces, diagonally(grid(4, base === 'none' ? 3 : 2, 60, 42, seed), pieces.length), 1.1);
  scatter(canvas, garnish, { ...MIDDLE, r: 20 }, { count: 4, seed: seed + 3 });
};

const lying = (at: Placement, index: number): Placement => ({ ...at, angle: index % 2 ? 20 : -25 });

/** So that each kind is not a column of its own. */
function diagonally(places: readonly Placement[], kinds: number): Placement[] {
  const columns = 4;
  if (columns % kinds !== 0) return [...places];
  return places.flatMap((_, at) => {
    const line = Math.floor(at / columns);
    return places[line * columns + ((at + line) % columns)] ?? [];
  });
}

/** A spot that the oven has browned. */
const BROWNED = 'M-5 0c1 -4 6 -4 8 -1c2 3 -1 5 -4 4c-2 0 -4 -1 -4 -3z';

/** Halves of a vegetable with a filling. */
const stuffed: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  drawPlate(canvas);
  const colours = {
    tomato: 'red',
    aubergine: 'purple',
    'pepper-green': 'green',
    courgette: 'green',
  } as const;
  const [skin = 'pepper-red', ...filling] = pieces;
  const colour = Object.entries(colours).find(([piece]) => piece === skin)?.[1] ?? 'red';
  if (sauce !== 'none') drawHeap(canvas, sauceColour(sauce), { ...MIDDLE, r: 31 }, seed * 20);
  const places = [
    { x: 34, y: 38, angle: -20 },
    { x: 63, y: 42, angle: 15 },
    { x: 47, y: 66, angle: 0 },
  ];
  for (const at of places) {
    canvas.layers(
      [
        ['fill', colour, 'M-15 0c0 -9 8 -11 15 -10c8 -1 15 2 15 10c0 8 -8 11 -15 10c-8 1 -15 -2 -15 -10z'],
        [
          'fill',
          'cream',
          'M-11 0c0 -6 6 -7 11 -6.500c6 -.5 11 1 11 6.500c0 6 -6 7 -11 6.500c-6 .5 -11 -1 -11 -6.500z',
        ],
      ],
      [at],
    );
    scatter(canvas, filling.slice(0, 2), { ...at, r: 6 }, { count: 3, seed, scale: 0.8 });
  }
  scatter(canvas, garnish, { ...MIDDLE, r: 14 }, { count: 3, seed: seed + 3 });
};

const jacketPotato: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of [
    { x: 36, y: 40, angle: -12 },
    { x: 58, y: 60, angle: -12 },
  ]) {
    canvas.layers(
      [
        ['fill', 'toast', 'M-21 0c0 -9 9 -14 21 -13c12 -1 21 5 21 13c0 8 -9 13 -21 12c-12 1 -21 -4 -21 -12z'],
        ['fill', 'cream', 'M-15 0c3 -7 25 -8 30 0c-5 7 -27 7 -30 0z'],
      ],
      [at],
    );
    scatter(canvas, pieces, { ...at, r: 8 }, { count: 5, seed, scale: 0.9 });
  }
  scatter(canvas, garnish, { ...MIDDLE, r: 16 }, { count: 4, seed: seed + 3, scale: 0.8 });
};

const nachos: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of spread(8, { ...MIDDLE, r: 24 }, seed, 1.5)) canvas.pieces('tortilla-chip', [at]);
  canvas.layer(['line', 'yellow', 'M28 44c8 6 12 -8 20 0c7 6 12 -6 20 2M34 60c8 4 14 -6 26 0', 3]);
  scatter(
    canvas,
    pieces.filter((piece) => piece !== 'tortilla-chip'),
    { ...MIDDLE, r: 20 },
    { count: 8, seed: seed + 1 },
  );
  scatter(canvas, garnish, { ...MIDDLE, r: 10 }, { count: 3, seed: seed + 3 });
};

const lettuceCups: Layout = (canvas, { pieces, garnish, seed }) => {
  drawPlate(canvas);
  for (const at of ring(3, { ...MIDDLE, r: 17 }, seed, { turned: false })) {
    canvas.pieces('lettuce', [{ ...at, scale: 2 }]);
    scatter(
      canvas,
      pieces.filter((piece) => piece !== 'lettuce').slice(0, 3),
      { ...at, r: 8 },
      { count: 4, seed, scale: 0.85 },
    );
  }
  scatter(canvas, garnish, { ...MIDDLE, r: 22 }, { count: 4, seed: seed + 3, scale: 0.8 });
};

const SUSHI_HALF = 7.5;
const sushi: Layout = (canvas, { pieces, seed }) => {
  drawBoard(canvas);
  const places = grid(4, 2, 62, 36, seed).map(({ x, y }) => ({ x: x - 4, y: y - 4 }));
  canvas.layers([disc('black', SUSHI_HALF), flatDisc('white', 6)], places);
  place(canvas, pieces.slice(0, 2), places, 0.42);
  canvas.pieces('dark-sauce', [{ x: 79, y: 68, scale: 1.1 }]);
};

const onigiri: Layout = (canvas, { pieces, seed }) => {
  drawPlate(canvas);
  for (const at of [
    { x: 33, y: 40 },
    { x: 63, y: 40 },
    { x: 48, y: 62 },
  ]) {
    canvas.layers(
      [
        ['fill', 'white', 'M-3 -14c2 -3 4 -3 6 0l12 19c2 4 0 7 -4 7l-22 0c-4 0 -6 -3 -4 -7z'],
        ['flat', 'black', box(10, 11, 1, 0, 6.5)],
      ],
      [at],
    );
  }
  scatter(
    canvas,
    pieces.filter((piece) => piece !== 'nori').slice(0, 1),
    { x: 76, y: 66, r: 6 },
    { count: 3, seed, scale: 0.8 },
  );
};

export const PLATES = {
  plate,
  pasta,
  platter,
  tray,
  casserole,
  stuffed,
  'jacket-potato': jacketPotato,
  nachos,
  'lettuce-cups': lettuceCups,
  sushi,
  onigiri,
} as const satisfies Record<string, Layout>;
