/**
 * One slot of the week: a button that opens its meal, or the inline editor if it is empty. drag.tsx makes slots
 * draggable.
 */
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { sharedSides } from '#domain/plan/plan.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { FilledSlot, SlotContent } from '#web/meals/plan-commands.ts';
import { hasKindLabel, lacksRecipeText, nameOfMeal, nameOfPlace, sidesText } from '#web/meals/place-text.ts';
import { recipePath } from '#web/meals/recipe-path.ts';
import { SlotEditor } from './slot-editor.tsx';
import { SlotPicture } from './slot-picture.tsx';
import '#web/meals/meal-tones.css';
import './slot.css';

type SlotProps = {
  filled: SlotContent;
  isOpen: boolean;
  onOpen: (filled: SlotContent) => void;
  onClose: (filled: SlotContent) => void;
  onMove: (filled: FilledSlot) => void;
};

export const Slot = memo(function Slot({ filled, isOpen, onOpen, onClose, onMove }: SlotProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { meal, slot } = filled;
  const lacking = meal && lacksRecipeText(t, meal);
  // The sign says for whom the others are.
  const sides = meal ? sharedSides(meal) : [];
  const button = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && wantsFocus.current) button.current?.focus();
    wantsFocus.current = false;
  }, [isOpen]);
  return (
    <div
      className={`week-slot week-${slot} ${meal ? 'week-slot-filled' : ''}`}
      data-place={`${filled.day} ${slot}`}
    >
      {isOpen ? (
        <SlotEditor
          filled={filled}
          onMove={onMove}
          onClose={(how) => {
            wantsFocus.current = how === 'by-hand';
            onClose(filled);
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className="week-slot-button"
          aria-describedby={meal ? 'week-how-to-move' : undefined}
          onClick={(event) => wasPressed(event) && onOpen(filled)}
          onKeyUp={meal ? leaveSpaceToDrag : undefined}
        >
          <span className="sr-only">
            {t('week.slot', {
              place: nameOfPlace(translation, filled),
              meal: nameOfMeal(translation, meal && { ...meal, sides }),
            })}
            {lacking && `, ${lacking}`}
          </span>
          <SlotLabel filled={filled} />
        </button>
      )}
      {meal?.recipeId && !isOpen && (
        <Link
          href={recipePath(meal)}
          className="week-slot-recipe"
          aria-label={t('week.recipe', { meal: meal.description })}
        >
          <Icon name="book" size={18} />
          <SlotPicture recipeId={meal.recipeId} />
        </Link>
      )}
    </div>
  );
});

/** The visible content of a slot. */
export function SlotLabel({ filled: { meal, slot } }: { filled: SlotContent }) {
  const { t } = useTranslation();
  const lacking = meal && lacksRecipeText(t, meal);
  const sides = meal ? sharedSides(meal) : [];
  return (
    <>
      <SlotText className="week-slot-name">
        {t(`week.slot.${slot}`)}
        {!meal && <Icon name="plus" size={16} />}
      </SlotText>
      {meal && (
        <SlotText className="week-slot-text">
          {meal.description}
          {sides.length > 0 && <small className="week-slot-sides">{sidesText(t, sides)}</small>}
          {lacking && <small className="week-slot-lacks">{lacking}</small>}
        </SlotText>
      )}
      {meal && hasKindLabel(t, meal) && (
        <SlotText className="week-slot-kind">
          <Icon name={meal.kind === 'leftovers' ? 'leftovers' : 'out'} size={16} />
          {t(`week.kind.${meal.kind}`)}
        </SlotText>
      )}
    </>
  );
}

/** A visible line of a slot. Screen readers read one sentence for the whole slot instead. */
export function SlotText({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={className} aria-hidden="true">
      {children}
    </span>
  );
}

/** Ignores the click that ends a drag. */
function wasPressed(event: MouseEvent): boolean {
  return !event.defaultPrevented;
}

/** Space picks up the meal; prevents the click that some browsers send on key up. */
function leaveSpaceToDrag(event: KeyboardEvent): void {
  if (event.key === ' ') event.preventDefault();
}
