/** Where the pieces of a dish lie. Deterministic: the seed of the dish takes the place of chance. */
import type { Placement } from './path.ts';

export type Area = { readonly x: number; readonly y: number; readonly r: number };

/** The golden angle: points in a spiral that never line up. */
const TURN = 137.508;

/** `count` places spread evenly over a disc. */
export function spread(count: number, { x, y, r }: Area, seed: number, scale = 1): Placement[] {
  return Array.from({ length: count }, (_, at) => {
    const distance = count === 1 ? 0 : r * Math.sqrt((at + 0.4) / (count - 0.4));
    const turn = (at * TURN + seed * 37) * (Math.PI / 180);
    return {
      x: x + distance * Math.cos(turn),
      y: y + distance * Math.sin(turn),
      angle: (at * 83 + seed * 29) % 360,
      scale,
    };
  });
}

/** Every `of`th of the places, beginning with `from`. */
export function every<Item>(items: readonly Item[], of: number, from: number): Item[] {
  return items.filter((_, at) => at % of === from);
}

/** `count` places side by side. */
export function row(count: number, { x, y, r }: Area, { angle = 0, scale = 1 } = {}): Placement[] {
  return Array.from({ length: count }, (_, at) => {
    const along = count === 1 ? 0 : (at / (count - 1)) * 2 * r - r;
    return { x: x + along, y, angle, scale };
  });
}

/** `count` places on a circle. */
export function ring(
  count: number,
  { x, y, r }: Area,
  seed: number,
  { turned = true, scale = 1 } = {},
): Placement[] {
  return Array.from({ length: count }, (_, at) => {
    const degrees = (360 / count) * at + seed * 17;
    const turn = degrees * (Math.PI / 180);
    return { x: x + r * Math.cos(turn), y: y + r * Math.sin(turn), angle: turned ? degrees + 90 : 0, scale };
  });
}

/** `count` places in the rows of a rectangle. */
export function grid(
  columns: number,
  rows: number,
  width: number,
  height: number,
  seed: number,
  scale = 1,
): Placement[] {
  return Array.from({ length: columns * rows }, (_, at) => {
    const [column, line] = [at % columns, Math.floor(at / columns)];
    const shift = (line % 2 ? 0.25 : -0.25) * (width / columns);
    return {
      x: 48 + ((column + 0.5) / columns - 0.5) * width + shift,
      y: 48 + ((line + 0.5) / rows - 0.5) * height,
      angle: (at * 67 + seed * 31) % 360,
      scale,
    };
  });
}
