/** Collects the shapes of a picture. The viewBox is 0 0 96 96; light comes from the upper left. */
import type { Piece } from '#domain/dish-picture/dish-picture.ts';
import { type Layer, LINE } from './layer.ts';
import { PALETTE } from './palette.ts';
import { type Placement, placePath, UNITS } from './path.ts';
import { PIECE_LAYERS } from './pieces.ts';

/** All shapes are paths. A plate takes the colour of the theme. */
export type Shape = {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly isPlate?: boolean;
};

export type Canvas = {
  /** The number of pieces to draw; fewer if the picture would be too large. */
  readonly thinned: (count: number) => number;
  readonly shapes: readonly Shape[];
  readonly layer: (layer: Layer, placement?: Placement) => void;
  readonly layers: (layers: readonly Layer[], placements: readonly Placement[]) => void;
  readonly pieces: (piece: Piece, placements: readonly Placement[]) => void;
  readonly plate: (d: string, isInner?: boolean) => void;
};

/** `density`: the share of the small pieces that is drawn. */
export function createCanvas(density = 1): Canvas {
  const shapes: Shape[] = [];
  const layers: Canvas['layers'] = (drawn, placements) => {
    if (placements.length === 0) return;
    for (const layer of drawn) {
      const d = placements.map((placement) => placePath(layer[2], placement)).join('');
      shapes.push(...shapesOf(layer, d, placements[0]?.scale ?? 1));
    }
  };
  return {
    thinned: (count) => Math.max(1, Math.round(count * density)),
    shapes,
    layers,
    layer: (layer, placement = { x: 0, y: 0 }) => layers([layer], [placement]),
    pieces: (piece, placements) => layers(PIECE_LAYERS[piece], placements),
    plate: (path, isInner = false) => {
      const d = placePath(path, { x: 0, y: 0 });
      shapes.push(isInner ? { d, stroke: '#ddc' } : { d, fill: '#fffdf8', stroke: '#ba9', isPlate: true });
    },
  };
}

/** The width of thick lines scales with the piece, that of outlines does not. */
function shapesOf([kind, colour, , width = LINE]: Layer, d: string, scale: number): Shape[] {
  const [fill, shade] = PALETTE[colour];
  switch (kind) {
    case 'fill':
      return [{ d, fill, stroke: shade }];
    case 'flat':
      return [{ d, fill }];
    case 'detail':
      return [{ d, stroke: shade }];
    case 'line':
      return [{ d, stroke: fill, width: width * scale }];
    default:
      return [
        { d, stroke: shade, width: width * scale + 2 * LINE - 0.2 },
        { d, stroke: fill, width: width * scale },
      ];
  }
}

/** The attributes that all shapes share. */
const SHARED = {
  viewBox: '0 0 240 240',
  fill: 'none',
  'stroke-width': LINE * UNITS,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
} as const;

function attributesOf({ d, fill, stroke, width, isPlate }: Shape): Record<string, string | number> {
  return {
    ...(isPlate && { class: 'dish-plate' }),
    ...(fill && { fill }),
    ...(stroke && { stroke }),
    ...(width !== undefined && { 'stroke-width': Math.round(width * UNITS) }),
    d,
  };
}

/** The picture as text. */
export function markupOf(shapes: readonly Shape[]): string {
  const paths = shapes.map((shape) => `<path${written(attributesOf(shape))}/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="dish-picture"${written(SHARED)} aria-hidden="true">${paths.join('')}</svg>`;
}

function written(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
