/** Spreads pieces of several kinds over an area, or arranges one kind as a serving. */
import type { Piece, Sauce } from '#domain/dish-picture/dish-picture.ts';
import { type Area, every, ring, row, spread } from './arrangement.ts';
import type { Canvas } from './canvas.ts';
import type { Colour } from './palette.ts';
import type { Placement } from './path.ts';

/** Half the length of pieces that are larger than usual. */
const SIZES: { readonly [piece in Piece]?: number } = {
  steak: 14,
  salmon: 16,
  fish: 16,
  breaded: 16,
  chop: 15,
  drumstick: 14,
  sausage: 14,
  bacon: 12,
  roast: 12,
  'roast-chicken': 21,
  skewer: 24,
  'whole-fish': 23,
  cob: 12,
  flatbread: 14,
  kofta: 10,
  finger: 10,
  'fried-egg': 12,
  'poached-egg': 9,
  patty: 9,
  bread: 11,
  bun: 9,
  pudding: 10,
  asparagus: 13,
  'sauce-pot': 9,
  'dark-sauce': 9,
};

const USUAL = 7.5;

/** The factor that makes a piece as large as the usual ones. */
export function usualScale(piece: Piece): number {
  return Math.min(1, USUAL / (SIZES[piece] ?? USUAL));
}

type Scatter = { readonly count: number; readonly seed: number; readonly scale?: number };

export function scatter(
  canvas: Canvas,
  pieces: readonly Piece[],
  area: Area,
  { count, seed, scale = 1 }: Scatter,
): void {
  // Many pieces of one kind need more room than a mixture.
  const wanted = canvas.thinned(pieces.length === 1 ? Math.ceil(count * 0.75) : count);
  draw(canvas, pieces, spread(Math.max(wanted, pieces.length), area, seed), scale);
}

/** Puts the kinds in turn on the places. */
export function place(
  canvas: Canvas,
  pieces: readonly Piece[],
  places: readonly Placement[],
  scale = 1,
): void {
  const wanted = Math.max(canvas.thinned(places.length), pieces.length);
  const step = Math.max(1, places.length / wanted);
  const chosen = Array.from(
    { length: Math.min(wanted, places.length) },
    (_, at) => places[Math.floor(at * step)],
  );
  draw(
    canvas,
    pieces,
    chosen.filter((piece) => piece !== undefined),
    scale,
  );
}

/** The first kind is on top. */
function draw(canvas: Canvas, pieces: readonly Piece[], places: readonly Placement[], scale: number): void {
  for (const [at, piece] of [...pieces.entries()].toReversed()) {
    const own = every(places, pieces.length, at);
    canvas.pieces(
      piece,
      own.map((place) => ({ ...place, scale: scale * usualScale(piece) })),
    );
  }
}

type Serving = { readonly count: number; readonly scale: number; readonly angle?: number };

/** How a main dish lies on a plate. */
const SERVINGS: { readonly [piece in Piece]?: Serving } = {
  steak: { count: 1, scale: 1.35 },
  salmon: { count: 1, scale: 1.3, angle: -8 },
  fish: { count: 1, scale: 1.3, angle: -8 },
  breaded: { count: 1, scale: 1.35 },
  chop: { count: 2, scale: 1, angle: -20 },
  drumstick: { count: 2, scale: 1, angle: -10 },
  sausage: { count: 2, scale: 1, angle: -14 },
  'roast-chicken': { count: 1, scale: 1.15 },
  'whole-fish': { count: 1, scale: 1.3, angle: -6 },
  skewer: { count: 2, scale: 1.05, angle: -10 },
  kofta: { count: 3, scale: 1, angle: -70 },
  finger: { count: 4, scale: 0.95, angle: -80 },
  roast: { count: 3, scale: 1, angle: -60 },
  cob: { count: 1, scale: 1, angle: -20 },
  asparagus: { count: 4, scale: 1.6, angle: -12 },
  'fried-egg': { count: 2, scale: 1 },
  'poached-egg': { count: 2, scale: 1 },
  patty: { count: 3, scale: 1 },
  bread: { count: 2, scale: 1, angle: -10 },
  flatbread: { count: 1, scale: 1 },
  bun: { count: 2, scale: 1 },
  pudding: { count: 2, scale: 1 },
  pretzel: { count: 1, scale: 1.5 },
  'sauce-pot': { count: 1, scale: 1 },
  'dark-sauce': { count: 1, scale: 1 },
  dollop: { count: 1, scale: 1.3 },
  jam: { count: 1, scale: 1.2 },
  avocado: { count: 2, scale: 1 },
};

/** One kind of thing in its usual number; small ones as a little heap. */
export function serve(canvas: Canvas, piece: Piece, area: Area, seed: number): void {
  const { count, scale, angle = 0 } = SERVINGS[piece] ?? { count: 0, scale: 1 };
  const fit = Math.min(1, area.r / 16);
  if (count === 0) {
    canvas.pieces(
      piece,
      spread(canvas.thinned(area.r > 14 ? 6 : area.r > 10 ? 4 : 3), { ...area, r: area.r * 0.72 }, seed),
    );
    return;
  }
  if (count === 1) canvas.pieces(piece, [{ x: area.x, y: area.y, angle, scale: scale * fit }]);
  else if (Math.abs(angle) > 45 || count === 2)
    for (const place of row(
      count,
      { ...area, r: area.r * (count === 2 ? 0.55 : 0.75) },
      { angle, scale: scale * fit },
    ))
      canvas.pieces(piece, [place]);
  else if (angle)
    for (let at = 0; at < count; at += 1)
      canvas.pieces(piece, [
        { x: area.x, y: area.y + (at - (count - 1) / 2) * 6 * fit, angle, scale: scale * fit },
      ]);
  else
    canvas.pieces(
      piece,
      ring(count, { ...area, r: area.r * 0.6 }, seed, { scale: scale * fit, turned: false }),
    );
}

const SAUCE_COLOURS: { readonly [sauce in Sauce]: Colour } = {
  none: 'white',
  red: 'red',
  orange: 'orange',
  yellow: 'yellow',
  gold: 'gold',
  cream: 'cream',
  white: 'white',
  green: 'green',
  'dark-green': 'darkgreen',
  brown: 'brown',
  'dark-brown': 'cocoa',
  magenta: 'magenta',
  pink: 'pink',
  clear: 'clear',
  purple: 'purple',
};

export function sauceColour(sauce: Sauce, otherwise: Colour = 'cream'): Colour {
  return sauce === 'none' ? otherwise : SAUCE_COLOURS[sauce];
}
