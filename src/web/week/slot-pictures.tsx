/** The pictures of the meals of the week, in the links to their recipes, which the board renders before. */
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { mealAt, type Meals, mealsIn, type Place, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { DishPicture } from '#web/dish-picture/dish-picture.tsx';
import { usePictures } from '#web/dish-picture/pictures.ts';
import { useElements } from './warnings/elements.ts';
import './slot-pictures.css';

const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

type PicturesProps = { board: RefObject<HTMLElement | null>; meals: Meals };

export function SlotPictures({ board, meals }: PicturesProps) {
  const known = usePictures(mealsIn(meals).map(({ recipeId }) => recipeId));
  const links = useElements(() =>
    PLACES.map(({ day, slot }) =>
      board.current?.querySelector(`[data-place="${day} ${slot}"] > .week-slot-recipe`),
    ),
  );
  return PLACES.map((place, at) => {
    const [link, picture] = [links[at], known[mealAt(meals, place)?.recipeId ?? '']];
    return (
      link &&
      picture &&
      createPortal(
        <DishPicture className="week-slot-picture" picture={picture} />,
        link,
        `${place.day} ${place.slot}`,
      )
    );
  });
}
