/**
 * The place of a dish's picture, a photo or a drawing. It has its size at once; a drawing is made after the page around
 * it is shown. Decorative: screen readers do not announce it.
 */
import { Suspense, useDeferredValue } from 'react';
import { parsePhoto, photoPath } from '#domain/photo/photo.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import './dish-picture.css';

const DrawnDish = lazyExtra(async () => (await import('./drawn-dish.tsx')).DrawnDish);

type PictureProps = {
  /** Undefined while it is not known. */
  picture: string | undefined;
  /** Sets the size. */
  className: string;
  /** Shows the large file of a photo. */
  isLarge?: boolean;
};

export function DishPicture({ picture, className, isLarge = false }: PictureProps) {
  const drawn = useDeferredValue(picture, null);
  const place = <span className={`dish-place ${className}`} aria-hidden="true" />;
  if (!drawn) return place;
  const photo = parsePhoto(drawn);
  if (photo) {
    const file = photoPath(isLarge ? photo.large : photo.small);
    return (
      <span className={`dish-place ${className}`} aria-hidden="true">
        <img className="dish-picture dish-photo" src={file} alt="" loading="lazy" decoding="async" />
      </span>
    );
  }
  return (
    <Suspense fallback={place}>
      <DrawnDish className={`dish-place ${className}`} picture={drawn} />
    </Suspense>
  );
}
