/** A drawn picture of a dish as SVG. */
import { memo } from 'react';
import { markupOf } from './canvas.ts';
import { drawText } from './draw.ts';

type DrawnProps = { picture: string; className: string };

/** Memoised: a list of dishes is rendered more often than it changes. */
export const DrawnDish = memo(function DrawnDish({ picture, className }: DrawnProps) {
  const shapes = drawText(picture);
  // Text takes less time than an element for each shape. It consists of our own paths and colours only.
  const svg = shapes.length > 0 ? markupOf(shapes) : '';
  return <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
});
