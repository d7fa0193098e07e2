/**
 * Places a path: scales, turns and moves it. Paths use absolute `M` and otherwise relative commands, so that several
 * placed paths can be joined to one. Drawings use 96 units; the picture has 240, so that whole numbers are exact enough.
 * Both keep pictures small.
 */
export type Placement = {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  /** Degrees. */
  readonly angle?: number;
};

/** Units of the picture for each unit of the drawing. */
export const UNITS = 2.5;

const TOKENS = /[A-Za-z]|-?\d*\.?\d+/g;
/** How many numbers follow a command. */
const LENGTHS: { readonly [command: string]: number } = { M: 2, l: 2, c: 6, a: 7 };

export function placePath(path: string, { x, y, scale = 1, angle = 0 }: Placement): string {
  const turn = (angle * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(turn) * scale * UNITS, Math.cos(turn) * scale * UNITS];
  const tokens = path.match(TOKENS) ?? [];
  let placed = '';
  // The end of the path so far, exact and as written: rounding errors must not add up.
  let [exactX, exactY, endX, endY] = [0, 0, 0, 0];
  for (let at = 0; at < tokens.length;) {
    const command = tokens[at] ?? 'z';
    const length = LENGTHS[command] ?? 0;
    const numbers = tokens.slice(at + 1, at + 1 + length).map(Number);
    at += 1 + length;
    if (command === 'M') [exactX, exactY, endX, endY] = [x * UNITS, y * UNITS, 0, 0];
    const written: number[] = [];
    const [fromX, fromY] = [exactX, exactY];
    const first = command === 'a' ? 5 : 0;
    // Rounded down: a radius that is too small for its arc is enlarged, one that is too large bends the arc.
    if (first) written.push(...arcOf(numbers, scale, angle));
    for (let index = first; index + 1 < numbers.length; index += 2) {
      const [u, v] = [numbers[index] ?? 0, numbers[index + 1] ?? 0];
      [exactX, exactY] = [fromX + u * cosine - v * sine, fromY + u * sine + v * cosine];
      written.push(Math.round(exactX) - endX, Math.round(exactY) - endY);
    }
    if (length > 0) [endX, endY] = [Math.round(exactX), Math.round(exactY)];
    placed += command + joined(written);
  }
  return placed.replaceAll('l0 0', 'h0');
}

/** The radii, turn and flags of an arc. */
function arcOf(
  [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0]: number[],
  scale: number,
  angle: number,
): number[] {
  const radii = [rx, ry].map((radius) => Math.floor(radius * scale * UNITS));
  return [...radii, rx === ry ? 0 : turn + angle, large, sweep];
}

/** A minus sign separates numbers too. */
function joined(numbers: number[]): string {
  return numbers
    .map((number) => String(Math.round(number) || 0))
    .reduce(
      (text, number) => (text === '' || number.startsWith('-') ? text + number : `${text} ${number}`),
      '',
    );
}

/** A circle as a path. */
export function circle(radius: number, x = 0, y = 0): string {
  const r = radius;
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** An ellipse as a path. */
export function oval(rx: number, ry: number, x = 0, y = 0): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}

/** Points as lines without length; with round ends they are dots. */
export function dots(...points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y]) => `M${x} ${y}l0 0`).join('');
}

/** A rectangle with round corners around the middle. */
export function box(width: number, height: number, radius: number, x = 0, y = 0): string {
  const [w, h, r] = [width - 2 * radius, height - 2 * radius, radius];
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x - w / 2} ${y - height / 2}l${w} 0${corner(r, r)}l0 ${h}${corner(-r, r)}l${-w} 0${corner(-r, -r)}l0 ${-h}${corner(r, -r)}z`;
}
