/** A drawn picture of a dish as SVG. */
import { createElement, memo } from 'react';
import { attributesOf, SHARED } from './canvas.ts';
import { drawText } from './draw.ts';

/** Memoised: a list of dishes is rendered more often than it changes. */
export const DrawnDish = memo(function DrawnDish({ picture }: { picture: string }) {
  const shapes = drawText(picture);
  if (shapes.length === 0) return null;
  const paths = shapes.map((shape, key) => createElement('path', { ...attributesOf(shape), key }));
  return createElement('svg', { ...SHARED, class: 'dish-picture', 'aria-hidden': true }, paths);
});
