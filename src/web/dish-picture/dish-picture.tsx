/**
 * The place of a dish's picture. It has its size at once; the picture is drawn after the page around it is shown.
 * Decorative: screen readers do not announce it.
 */
import { Suspense, useDeferredValue } from 'react';
import { lazyExtra } from '#web/lazy-part.ts';
import './dish-picture.css';

const DrawnDish = lazyExtra(async () => (await import('./drawn-dish.tsx')).DrawnDish);

/** `picture` is undefined while it is not known. The class sets the size. */
export function DishPicture({ picture, className }: { picture: string | undefined; className: string }) {
  const drawn = useDeferredValue(picture, null);
  const place = <span className={`dish-place ${className}`} aria-hidden="true" />;
  if (!drawn) return place;
  return (
    <Suspense fallback={place}>
      <DrawnDish className={`dish-place ${className}`} picture={drawn} />
    </Suspense>
  );
}
