/** How each piece is drawn, around the middle, about twelve units wide. */
import type { Piece } from '#domain/dish-picture/dish-picture.ts';
import type { Layer } from './layer.ts';
import { FRUIT } from '#web/meals/picture/pieces/fruit.ts';
import { PROTEINS } from '#web/meals/picture/pieces/proteins.ts';
import { SIDES } from '#web/meals/picture/pieces/sides.ts';
import { VEGETABLES } from '#web/meals/picture/pieces/vegetables.ts';

export const PIECE_LAYERS: { readonly [piece in Piece]: readonly Layer[] } = {
  ...VEGETABLES,
  ...PROTEINS,
  ...FRUIT,
  ...SIDES,
};
