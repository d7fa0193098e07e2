/**
 * The place of a dish's picture. It has its size at once; the drawing is loaded when it is first needed, so that no
 * page waits for it. Decorative: screen readers do not announce it.
 */
import { Suspense } from 'react';
import { lazyExtra } from '#web/lazy-part.ts';
import './dish-picture.css';

const DrawnDish = lazyExtra(async () => (await import('./drawn-dish.tsx')).DrawnDish);

/** `picture` is undefined while it is not known. The class sets the size. */
export function DishPicture({ picture, className }: { picture: string | undefined; className: string }) {
  return (
    <span className={`dish-place ${className}`} aria-hidden="true">
      {picture && (
        <Suspense>
          <DrawnDish picture={picture} />
        </Suspense>
      )}
    </span>
  );
}
