/** The crockery: one family of plates, bowls, pots and pans. */
import type { Canvas } from './canvas.ts';
import type { Colour } from './palette.ts';
import { box, circle } from './path.ts';

const RIM_LIGHT = 'M9.9 34.2a40.5 40.5 0 0 1 17.9 -21.3';

/** White, with a rim. */
export function drawPlate(canvas: Canvas): void {
  canvas.plate(circle(45, 48, 48));
  canvas.plate(circle(34, 48, 48), true);
}

const GLAZES: readonly Colour[] = ['grey', 'tan', 'cream', 'toast'];

/** A bowl with `inside` in it. */
export function drawBowl(canvas: Canvas, inside: Colour, seed: number): void {
  const glaze = GLAZES[seed % GLAZES.length] ?? 'grey';
  canvas.layer(['fill', glaze, circle(44, 48, 48)]);
  canvas.layer(['fill', inside, circle(37, 48, 48)]);
  canvas.layer(['line', 'white', RIM_LIGHT, 1.4]);
}

/** A pot with two handles. */
export function drawPot(canvas: Canvas, inside: Colour, seed: number): void {
  const enamel: Colour = seed % 2 ? 'red' : 'blue';
  canvas.layer(['tube', enamel, 'M8 40c-6 2 -6 14 0 16M88 40c6 2 6 14 0 16', 3.4]);
  canvas.layer(['fill', enamel, circle(40, 48, 48)]);
  canvas.layer(['fill', inside, circle(34.5, 48, 48)]);
  canvas.layer(['line', 'white', RIM_LIGHT, 1.4], { x: 3.6, y: 3.6, scale: 0.925 });
}

/** A pan with a handle to the lower right; its middle is at 42, 42. */
export function drawSkillet(canvas: Canvas, inside: Colour): void {
  canvas.layer(['tube', 'black', 'M66 66l23 23', 7]);
  canvas.layer(['line', 'grey', 'M86 86l2 2', 2]);
  canvas.layer(['fill', 'black', circle(39, 42, 42)]);
  canvas.layer(['fill', inside, circle(33.5, 42, 42)]);
}

/** A wide pan with two handles. */
export function drawWidePan(canvas: Canvas, inside: Colour): void {
  canvas.layer(['tube', 'black', 'M22 8c10 -6 42 -6 52 0M22 88c10 6 42 6 52 0', 3]);
  canvas.layer(['fill', 'black', circle(43, 48, 48)]);
  canvas.layer(['fill', inside, circle(38, 48, 48)]);
}

/** An oven dish. */
export function drawOvenDish(canvas: Canvas, inside: Colour, seed: number): void {
  const glaze: Colour = seed % 2 ? 'toast' : 'grey';
  canvas.layer(['tube', glaze, 'M4 40l0 16M92 40l0 16', 5]);
  canvas.layer(['fill', glaze, box(84, 68, 12, 48, 48)]);
  canvas.layer(['fill', inside, box(73, 57, 9, 48, 48)]);
}

/** A baking tray. */
export function drawTray(canvas: Canvas): void {
  canvas.layer(['fill', 'grey', box(90, 72, 8, 48, 48)]);
  canvas.layer(['fill', 'cream', box(80, 62, 5, 48, 48)]);
}

/** A wooden board. */
export function drawBoard(canvas: Canvas): void {
  canvas.layer(['fill', 'tan', box(90, 70, 10, 48, 48)]);
  canvas.layer(['detail', 'tan', 'M12 26c20 2 40 -2 72 0M12 72c24 -2 50 2 72 0']);
}

export function drawChopsticks(canvas: Canvas): void {
  canvas.layer(['tube', 'toast', 'M60 30l34 -24M66 34l29 -20', 1.8]);
}
