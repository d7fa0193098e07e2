/**
 * The warnings on the week page: a sign in every slot, in the open editor and on the print sheet, and a question after a
 * meal was placed. The signs are portals into elements of the board, which is rendered before this code is loaded.
 */
import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Meal, mealAt, type Meals, type Place, SLOTS } from '#domain/plan/plan.ts';
import { type WarningsByMeal, warningsAt } from '#domain/preferences/warnings.ts';
import type { VariantNames } from '#domain/preferences/variant-text.ts';
import { DAYS } from '#domain/week/week.ts';
import { hasSign, MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { useElements } from './elements.ts';
import { PlacedMealQuestion } from './placed-meal-question.tsx';
import { SheetWarnings } from './sheet-warnings.tsx';
import { useWeekWarnings } from './week-warning-store.ts';
import './slot-sign.css';

type WarningsProps = { board: RefObject<HTMLElement | null>; week: string; meals: Meals };

const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

export function WeekWarnings({ board, week, meals }: WarningsProps) {
  const shown = useWeekWarnings(week, meals);
  const slots = useElements(() =>
    PLACES.map((place) =>
      slotElement(board.current, place)?.querySelector('.week-slot-button, .week-editor'),
    ),
  );
  return (
    <>
      {PLACES.map((place, at) => {
        const [slot, meal] = [slots[at], mealAt(meals, place)];
        const key = `${place.day} ${place.slot}`;
        const warnings = warningsAt(shown.warnings, shown.absent, place);
        // A portal is expensive: React listens to all events of its element.
        return (
          slot &&
          meal &&
          hasSign(meal, warnings) &&
          createPortal(
            <SlotSign slot={slot} meal={meal} warnings={warnings} variantNames={shown.variantNames} />,
            slot,
            key,
          )
        );
      })}
      <SheetWarnings meals={meals} {...shown} />
      <PlacedMealQuestion
        week={week}
        onChooseElse={(place) =>
          slotElement(board.current, place)?.querySelector<HTMLElement>('.week-slot-button')?.click()
        }
      />
    </>
  );
}

function slotElement(board: Element | null, { day, slot }: Place): Element | null | undefined {
  return board?.querySelector(`[data-place="${day} ${slot}"]`);
}

type SlotSignProps = { slot: Element; meal: Meal; warnings: WarningsByMeal; variantNames: VariantNames };

/** `slot` is the button of a slot, or its open editor. */
function SlotSign({ slot, meal, ...said }: SlotSignProps) {
  const isEditor = slot.matches('.week-editor');
  const isChanged = useChangedText(slot);
  if (isChanged) return null;
  return <MealSign meal={meal} {...said} isListed={isEditor} form={isEditor ? 'plain' : 'button'} />;
}

/** Whether somebody has typed in the editor: then the sign of the meal that was there says nothing. */
function useChangedText(slot: Element): boolean {
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    const change = () => setChanged(true);
    slot.addEventListener('input', change);
    return () => slot.removeEventListener('input', change);
  }, [slot]);
  return isChanged;
}
