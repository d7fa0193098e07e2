/** The picture of a slot's dish, in the link to its recipe. */
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { createStore, useStore } from '#web/base/store.ts';
import './slot-picture.css';

/** Empty until load-pictures.tsx, which is loaded after the board, has set it. */
export const slotPictures = createStore<PicturesByRecipe>({});

export function SlotPicture({ recipeId }: { recipeId: string }) {
  const picture = useStore(slotPictures, (known) => known[recipeId]);
  return picture && <DishPicture className="week-slot-picture" picture={picture} />;
}
