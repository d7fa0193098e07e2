/** Draws the picture of a dish from its description. */
import { type DishKind, type DishPicture, parsePicture } from '#domain/dish-picture/dish-picture.ts';
import { createCanvas, markupOf, type Shape } from './canvas.ts';
import { BOWLS, type Layout } from '#web/meals/picture/layouts/bowls.ts';
import { BREADS } from '#web/meals/picture/layouts/breads.ts';
import { DOUGHS } from '#web/meals/picture/layouts/doughs.ts';
import { PLATES } from '#web/meals/picture/layouts/plates.ts';

const LAYOUTS: { readonly [kind in DishKind]: Layout } = { ...BOWLS, ...PLATES, ...DOUGHS, ...BREADS };

/** Of a picture as text. */
export const MAX_BYTES = 3000;

/** Draws fewer of the small pieces if the picture would be too large, and then fewer kinds. */
export function drawDish(dish: DishPicture): readonly Shape[] {
  for (const density of [1, 0.85, 0.7, 0.6, 0.5]) {
    const canvas = createCanvas(density);
    LAYOUTS[dish.kind](canvas, dish);
    if (markupOf(canvas.shapes).length <= MAX_BYTES) return canvas.shapes;
  }
  const { pieces, garnish } = dish;
  if (garnish.length > 0) return drawDish({ ...dish, garnish: garnish.slice(0, -1) });
  return pieces.length > 0
    ? drawDish({ ...dish, pieces: pieces.slice(0, -1) })
    : drawDish({ ...dish, kind: 'plate', base: 'none' });
}

/** Nothing if the text describes no picture. */
export function drawText(text: string): readonly Shape[] {
  const dish = parsePicture(text);
  return dish ? drawDish(dish) : [];
}
