/** A layer of a drawing: one colour and one path. */
import type { Colour } from './palette.ts';

/** The line weight of every outline. */
export const LINE = 1.2;

/** `fill` has an outline; `line` is a thick line, `tube` one with an outline; `detail` is a thin dark line. */
export type Layer =
  | readonly ['fill' | 'flat' | 'detail', Colour, string]
  | readonly ['line' | 'tube', Colour, string, number];

/** A disc with an outline: a dot of a line with round ends is the shortest path. */
export function disc(colour: Colour, radius: number): Layer {
  return ['tube', colour, 'M0 0l0 0', 2 * radius - LINE];
}

export function flatDisc(colour: Colour, radius: number): Layer {
  return ['line', colour, 'M0 0l0 0', 2 * radius];
}
