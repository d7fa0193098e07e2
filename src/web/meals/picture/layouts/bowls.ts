/** Soups, stews, curries, salads, noodles, porridge: what is served in bowls, pots and pans. */
import type { Base, DishPicture } from '#domain/dish-picture/dish-picture.ts';
import { ring } from '#web/meals/picture/arrangement.ts';
import { drawBase, HEAP } from '#web/meals/picture/bases.ts';
import type { Canvas } from '#web/meals/picture/canvas.ts';
import { place, scatter, sauceColour, serve, usualScale } from '#web/meals/picture/scatter.ts';
import { drawBowl, drawChopsticks, drawPot, drawSkillet, drawWidePan } from '#web/meals/picture/vessels.ts';

export type Layout = (canvas: Canvas, dish: DishPicture) => void;

const MIDDLE = { x: 48, y: 48 };

/** Bases that lie beside the bowl. */
const BREADS: readonly Base[] = [
  'none',
  'bread',
  'white-bread',
  'dark-bread',
  'flatbread',
  'tortilla',
  'leaves',
];

/** A highlight on a liquid. */
function shine(canvas: Canvas): void {
  canvas.layer(['line', 'white', 'M19 44c2 -9 8 -16 16 -20', 1.6]);
}

/** Bread that leans on the bowl. */
function drawBread(canvas: Canvas, { base, seed }: DishPicture): void {
  if (base !== 'none' && BREADS.includes(base)) drawBase(canvas, base, { x: 77, y: 77, r: 15 }, seed);
}

const soup: Layout = (canvas, dish) => {
  const { sauce, pieces, garnish, seed } = dish;
  drawBowl(canvas, sauceColour(sauce, 'clear'), seed);
  shine(canvas);
  const isSmooth = pieces.length <= 1;
  if (isSmooth) {
    canvas.layer(['line', 'white', 'M32 52c0 -12 20 -16 27 -6c5 8 -4 17 -13 14c-7 -2 -7 -10 0 -11', 2.2]);
    scatter(canvas, pieces, { ...MIDDLE, r: 9 }, { count: 3, seed, scale: 1.1 });
  } else scatter(canvas, pieces, { ...MIDDLE, r: 27 }, { count: 11, seed });
  scatter(canvas, garnish, { ...MIDDLE, r: isSmooth ? 20 : 12 }, { count: 4, seed: seed + 3 });
  drawBread(canvas, dish);
};

const stew: Layout = (canvas, dish) => {
  const { sauce, base, pieces, garnish, seed } = dish;
  const isPlain = base === 'potatoes' || BREADS.includes(base);
  if (isPlain) drawPot(canvas, sauceColour(sauce, 'brown'), seed);
  else return halves(canvas, dish);
  scatter(canvas, pieces, { ...MIDDLE, r: 25 }, { count: 11, seed, scale: 1.1 });
  scatter(canvas, garnish, { ...MIDDLE, r: 14 }, { count: 4, seed: seed + 5, scale: 0.9 });
  drawBread(canvas, dish);
};

/** Rice on one side and sauce on the other. */
const halves: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawBowl(canvas, sauceColour(sauce, 'brown'), seed);
  scatter(canvas, pieces, { x: 54, y: 56, r: 21 }, { count: 9, seed, scale: 1.05 });
  drawBase(canvas, base, { x: 32, y: 33, r: 20 }, seed);
  scatter(canvas, garnish, { x: 51, y: 50, r: 13 }, { count: 4, seed: seed + 5, scale: 0.9 });
};

const curry: Layout = (canvas, dish) => {
  const { sauce, base, pieces, garnish, seed } = dish;
  if (!BREADS.includes(base)) return halves(canvas, dish);
  drawBowl(canvas, sauceColour(sauce, 'gold'), seed);
  scatter(canvas, pieces, { x: 46, y: 46, r: 24 }, { count: 10, seed, scale: 1.1 });
  scatter(canvas, garnish, { x: 46, y: 46, r: 13 }, { count: 4, seed: seed + 5, scale: 0.9 });
  drawBread(canvas, dish);
};

const salad: Layout = (canvas, dish) => {
  const { base, pieces, garnish, seed } = dish;
  const hasLeaves =
    pieces.some((piece) => ['lettuce', 'rocket', 'spinach'].includes(piece)) || base === 'leaves';
  drawBowl(canvas, hasLeaves ? 'lime' : 'cream', seed);
  if (hasLeaves) canvas.pieces('lettuce', ring(5, { ...MIDDLE, r: 22 }, seed, { scale: 1.8 }));
  else if (!BREADS.includes(base)) drawBase(canvas, base, { ...MIDDLE, r: 33 }, seed);
  scatter(
    canvas,
    pieces.filter((piece) => piece !== 'lettuce'),
    { ...MIDDLE, r: 26 },
    { count: 12, seed, scale: 1.1 },
  );
  scatter(canvas, garnish, { ...MIDDLE, r: 20 }, { count: 4, seed: seed + 3 });
  drawBread(canvas, dish);
};

/** Heaps side by side on a base. */
const sections: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawBowl(canvas, sauceColour(sauce, 'cream'), seed);
  if (base !== 'none') drawBase(canvas, base, { ...MIDDLE, r: 35 }, seed);
  const places = ring(pieces.length, { ...MIDDLE, r: 20 }, seed);
  for (const [at, piece] of pieces.entries()) {
    const { x, y } = places[at] ?? MIDDLE;
    serve(canvas, piece, { x, y, r: pieces.length > 3 ? 12.5 : 15 }, seed + at);
  }
  scatter(canvas, garnish, { ...MIDDLE, r: 9 }, { count: 3, seed: seed + 3 });
};

const noodles: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawBowl(canvas, sauceColour(sauce, 'tan'), seed);
  drawBase(canvas, base === 'none' ? 'noodles' : base, { ...MIDDLE, r: 33 }, seed);
  scatter(canvas, pieces, { x: 46, y: 50, r: 22 }, { count: 9, seed, scale: 1.05 });
  scatter(canvas, garnish, { ...MIDDLE, r: 16 }, { count: 4, seed: seed + 3 });
  drawChopsticks(canvas);
};

const noodleSoup: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawBowl(canvas, sauceColour(sauce, 'clear'), seed);
  drawBase(canvas, base === 'none' ? 'noodles' : base, { x: 42, y: 54, r: 24 }, seed);
  place(canvas, pieces, ring(Math.max(8, pieces.length * 2), { ...MIDDLE, r: 24 }, seed), 1.05);
  scatter(canvas, garnish, { x: 44, y: 52, r: 10 }, { count: 3, seed: seed + 3 });
  if (base !== 'strands') drawChopsticks(canvas);
};

const porridge: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  drawBowl(canvas, sauceColour(sauce, 'cream'), seed);
  if (base === 'oats' || base === 'rice') drawBase(canvas, base, { ...MIDDLE, r: 35 }, seed);
  else shine(canvas);
  const places = ring(pieces.length, { ...MIDDLE, r: pieces.length === 1 ? 0 : 16 }, seed);
  for (const [at, piece] of pieces.entries()) {
    const { x, y } = places[at] ?? MIDDLE;
    serve(canvas, piece, { x, y, r: pieces.length > 2 ? 13 : 17 }, seed + at);
  }
  scatter(canvas, garnish, { ...MIDDLE, r: 25 }, { count: 6, seed: seed + 3 });
};

const skillet: Layout = (canvas, { sauce, base, pieces, garnish, seed }) => {
  const area = { x: 42, y: 42, r: 31 };
  drawSkillet(canvas, sauceColour(sauce, 'brown'));
  if (!BREADS.includes(base)) drawBase(canvas, base, area, seed);
  scatter(canvas, pieces, { ...area, r: 22 }, { count: 10, seed, scale: 1.1 });
  scatter(canvas, garnish, { ...area, r: 13 }, { count: 4, seed: seed + 3 });
};

const eggsInSauce: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  const area = { x: 42, y: 42, r: 24 };
  drawSkillet(canvas, sauceColour(sauce, 'red'));
  scatter(
    canvas,
    pieces.filter((piece) => piece !== 'fried-egg'),
    area,
    { count: 9, seed, scale: 0.9 },
  );
  canvas.pieces('fried-egg', ring(3, { ...area, r: 16 }, seed, { turned: false, scale: 0.95 }));
  scatter(canvas, garnish, { ...area, r: 20 }, { count: 5, seed: seed + 3 });
};

const frittata: Layout = (canvas, { sauce, pieces, garnish, seed }) => {
  const area = { x: 42, y: 42, r: 24 };
  const colour = sauceColour(sauce, 'yellow');
  drawSkillet(canvas, colour);
  canvas.layer(['detail', colour, HEAP], { ...area, scale: 2.9 });
  scatter(canvas, pieces, area, { count: 11, seed });
  scatter(canvas, garnish, { ...area, r: 16 }, { count: 4, seed: seed + 3 });
};

const rice: Layout = (canvas, { base, pieces, garnish, seed, sauce }) => {
  drawBowl(canvas, sauceColour(sauce, 'cream'), seed);
  drawBase(canvas, base === 'none' ? 'rice' : base, { ...MIDDLE, r: 34 }, seed);
  scatter(canvas, pieces, { ...MIDDLE, r: 25 }, { count: 11, seed, scale: 1.05 });
  scatter(canvas, garnish, { ...MIDDLE, r: 14 }, { count: 4, seed: seed + 3 });
};

const paella: Layout = (canvas, { base, pieces, garnish, seed }) => {
  drawWidePan(canvas, 'yellow');
  drawBase(canvas, base === 'none' ? 'yellow-rice' : base, { ...MIDDLE, r: 36 }, seed);
  scatter(canvas, pieces, { ...MIDDLE, r: 28 }, { count: 12, seed, scale: 1.1 });
  scatter(canvas, garnish, { ...MIDDLE, r: 18 }, { count: 4, seed: seed + 3 });
};

/** A pot of melted cheese with cubes of bread on forks. */
const fondue: Layout = (canvas, { sauce, pieces, seed }) => {
  drawPot(canvas, sauceColour(sauce, 'yellow'), seed);
  canvas.layer(['line', 'cream', 'M30 52c6 -8 14 4 22 -3c4 -4 8 -2 10 1', 2.4]);
  canvas.layer(['tube', 'grey', 'M52 44l34 -34M42 58l-30 30', 1.6]);
  canvas.pieces('crouton', [
    { x: 50, y: 46, scale: 2.2, angle: 20 },
    { x: 42, y: 59, scale: 2.2, angle: 50 },
  ]);
  canvas.pieces('crouton', [{ x: 60, y: 62, scale: 2.2, angle: 10 }]);
  scatter(
    canvas,
    pieces.slice(0, 1),
    { x: 66, y: 38, r: 5 },
    { count: 1, seed, scale: usualScale(pieces[0] ?? 'apple') },
  );
};

export const BOWLS = {
  soup,
  stew,
  curry,
  salad,
  sections,
  noodles,
  'noodle-soup': noodleSoup,
  porridge,
  skillet,
  'eggs-in-sauce': eggsInSauce,
  frittata,
  rice,
  paella,
  fondue,
} as const satisfies Record<string, Layout>;
