/** The warnings on the print sheet, with names as the family has chosen for prints. */
import { createPortal } from 'react-dom';
import { mealAt, type Meals, PLACES } from '#domain/plan/plan.ts';
import { warningsAt, withNameStyle } from '#domain/preferences/warnings.ts';
import { styledVariantNames } from '#domain/preferences/variant-text.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { hasSign, MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { useElements } from './elements.ts';
import { useWeekWarnings } from './week-warning-store.ts';
import './sheet-warnings.css';

/** For a page without the board. */
export function PrintedWarnings({ week, meals }: { week: string; meals: Meals }) {
  return <SheetWarnings meals={meals} {...useWeekWarnings(week, meals)} />;
}

export function SheetWarnings({
  meals,
  warnings,
  variantNames,
  absent,
  nameStyle,
}: ResponseOf<'POST /app/api/warnings'> & { meals: Meals }) {
  const cells = useElements(() =>
    PLACES.map(({ day, slot }) => document.querySelector(`.week-sheet-meal[data-cell="${day} ${slot}"]`)),
  );
  const styled = Object.fromEntries(
    Object.entries(warnings).map(([dish, found]) => [dish, withNameStyle(found, nameStyle)]),
  );
  const names = styledVariantNames(variantNames, nameStyle);
  return PLACES.map((place, at) => {
    const [cell, meal] = [cells[at], mealAt(meals, place)];
    if (!cell || !meal || !hasSign(meal, warningsAt(warnings, absent, place))) return null;
    return createPortal(
      <MealSign meal={meal} warnings={warningsAt(styled, absent, place)} variantNames={names} />,
      cell,
      `${place.day} ${place.slot}`,
    );
  });
}
