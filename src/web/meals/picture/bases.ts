/** Rice, pasta, noodles, mash and other bases, as a heap. */
import type { Base } from '#domain/dish-picture/dish-picture.ts';
import { type Area, ring, spread } from './arrangement.ts';
import type { Canvas } from './canvas.ts';
import type { Layer } from './layer.ts';
import type { Colour } from './palette.ts';
import { circle, dots, oval } from './path.ts';

/** A round heap of radius 10. */
export const HEAP =
  'M-10 0c-.3 -5.2 4.4 -10.2 10 -10c5.7 .2 10.2 4.3 10 10c-.2 5.6 -4.3 10.3 -10 10c-5.5 -.2 -9.7 -4.6 -10 -10z';

export function drawHeap(canvas: Canvas, colour: Colour, { x, y, r }: Area, angle = 0): void {
  canvas.layer(['fill', colour, HEAP], { x, y, scale: r / 10, angle });
}

type Heap = { readonly colour: Colour; readonly grain: readonly Layer[]; readonly per: number };

const grain = (colour: Colour): readonly Layer[] => [['line', colour, 'M-1.5 0l3 0', 1.3]];
const SHORT: readonly Layer[] = [['tube', 'yellow', 'M-4.5 0l9 0', 4]];

/** Heaps with small things on them; `per`: square units for each. */
const HEAPS: { readonly [base in Base]?: Heap } = {
  rice: { colour: 'white', grain: [['detail', 'white', 'M-1.5 0l3 0']], per: 42 },
  'brown-rice': { colour: 'tan', grain: [['detail', 'tan', 'M-1.5 0l3 0']], per: 42 },
  'yellow-rice': { colour: 'yellow', grain: grain('cream'), per: 42 },
  'red-rice': { colour: 'orange', grain: grain('cream'), per: 42 },
  grains: { colour: 'cream', grain: [['line', 'gold', dots([0, 0]), 1.7]], per: 26 },
  lentils: { colour: 'brown', grain: [['line', 'tan', dots([0, 0]), 2.2]], per: 36 },
  oats: { colour: 'cream', grain: [['fill', 'cream', oval(2.2, 1.5)]], per: 70 },
};

/** Short pasta and other separate pieces; they need no heap under them. */
const LOOSE: { readonly [base in Base]?: Omit<Heap, 'colour'> } = {
  tubes: { grain: [...SHORT, ['line', 'gold', dots([4.5, 0]), 1.6]], per: 62 },
  bows: {
    grain: [
      ['fill', 'yellow', 'M-6 -4l6 2.500l6 -2.500l0 8l-6 -2.500l-6 2.500z'],
      ['detail', 'yellow', 'M0 -1.500l0 3'],
    ],
    per: 88,
  },
  spirals: { grain: [['tube', 'yellow', 'M-6 0c1 -3 3 -3 4 0c1 3 3 3 4 0c1 -3 3 -3 4 0', 2.4]], per: 68 },
  shells: { grain: [['tube', 'yellow', 'M-3 1.500c0 -4 6 -4 6 0', 2.6]], per: 52 },
  spaetzle: { grain: [['tube', 'yellow', 'M-5 1c2 -3 4 2 8 -1', 2.2]], per: 44 },
  gnocchi: {
    grain: [
      ['fill', 'cream', oval(5, 3.6)],
      ['detail', 'cream', 'M-1.5 -2.500l0 5M1.5 -2.500l0 5'],
    ],
    per: 90,
  },
  potatoes: {
    grain: [
      ['fill', 'yellow', oval(6, 5)],
      ['line', 'cream', 'M-3 -1.500c.8 -1 2 -1.4 3 -1.4', 1.3],
    ],
    per: 130,
  },
  chips: { grain: [['tube', 'yellow', 'M-7 0l14 0', 2.8]], per: 60 },
  dumpling: {
    grain: [
      ['fill', 'cream', circle(8)],
      ['line', 'white', 'M-4 -3c1 -2 3 -2.5 5 -2.5', 1.6],
    ],
    per: 300,
  },
};

const STRANDS: { readonly [base in Base]?: { colour: Colour; width: number } } = {
  strands: { colour: 'yellow', width: 1.8 },
  ribbons: { colour: 'yellow', width: 3.4 },
  noodles: { colour: 'cream', width: 2.4 },
  'dark-noodles': { colour: 'tan', width: 2.4 },
  'glass-noodles': { colour: 'white', width: 1.5 },
};

export function drawBase(canvas: Canvas, base: Base, area: Area, seed: number): void {
  const heap = HEAPS[base];
  const loose = LOOSE[base];
  const strands = STRANDS[base];
  if (heap) {
    drawHeap(canvas, heap.colour, area, seed * 20);
    canvas.layers(heap.grain, spread(canvas.thinned(countFor(area, heap.per)), shrunk(area, 0.8), seed));
  } else if (loose) {
    canvas.layers(
      loose.grain,
      spread(canvas.thinned(Math.min(13, countFor(area, loose.per))), shrunk(area, 0.82), seed),
    );
  } else if (strands) drawStrands(canvas, area, seed, strands);
  else drawSmooth(canvas, base, area, seed);
}

/** Arcs around the middle, turned against each other. */
function drawStrands(
  canvas: Canvas,
  area: Area,
  seed: number,
  { colour, width }: { colour: Colour; width: number },
): void {
  const { x, y, r } = area;
  drawHeap(canvas, colour, area, seed * 13);
  const step = width + 1.4;
  const arcs: string[] = [];
  for (let radius = r - step * 0.6, at = 0; radius > 3; radius -= step, at += 1) {
    const from = ((seed * 41 + at * 100) * Math.PI) / 180;
    const to = from + 4.6;
    const [fx, fy] = [radius * Math.cos(from), radius * Math.sin(from)];
    arcs.push(
      `M${fixed(fx)} ${fixed(fy)}a${fixed(radius)} ${fixed(radius)} 0 1 1 ${fixed(radius * Math.cos(to) - fx)} ${fixed(radius * Math.sin(to) - fy)}`,
    );
  }
  canvas.layer(['detail', colour, arcs.join('')], { x, y });
}

function drawSmooth(canvas: Canvas, base: Base, area: Area, seed: number): void {
  const { x, y, r } = area;
  const at = { x, y, scale: r / 12 };
  switch (base) {
    case 'polenta':
    case 'mash':
      drawHeap(canvas, base === 'mash' ? 'cream' : 'yellow', area);
      canvas.layer(
        [
          'detail',
          base === 'mash' ? 'cream' : 'yellow',
          'M-7 1c1 -6 8 -8 12 -4c4 4 0 10 -5 8c-4 -2 -2 -6 1 -5',
        ],
        at,
      );
      return;
    case 'bread':
    case 'white-bread':
    case 'dark-bread':
      canvas.pieces('bread', [{ ...at, scale: r / 10, angle: -12 }]);
      return;
    case 'flatbread':
    case 'tortilla':
      canvas.pieces('flatbread', [{ ...at, scale: r / 13, angle: seed }]);
      return;
    case 'leaves':
      canvas.pieces('lettuce', ring(4, { x, y, r: r * 0.5 }, seed, { scale: r / 14 }));
      return;
    default:
  }
}

function countFor({ r }: Area, per: number): number {
  return Math.min(18, Math.max(3, Math.round((3.14 * r * r) / per)));
}

function shrunk({ x, y, r }: Area, by: number): Area {
  return { x, y, r: r * by };
}

function fixed(value: number): number {
  return Math.round(value * 10) / 10;
}
