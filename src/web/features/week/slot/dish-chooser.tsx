/** Chooses one dish in a dialog: recipes are found while typing, and a text without a recipe is a dish too. */
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useState } from 'react';
import type { Meal } from '#domain/plan/plan.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import type { WeekPlace } from '#web/data/edit.ts';
import { findRecipes, titledRecipe } from '#web/meals/link-title.ts';
import { mealOfRecipe } from '#web/meals/suggested-recipes.ts';
import { DishTextarea } from './dish-textarea.tsx';
import { Suggestions } from './meal-recipe.tsx';
import '#web/meals/meal-tones.css';
import './dish-chooser.css';

type ChooserProps = {
  place: WeekPlace;
  /** The only eaters of the dish. */
  eaterIds?: readonly string[];
  label: string;
  save: string;
  onChoose: (dish: Meal) => void;
};

export function DishChooser({ place, eaterIds, label, save, onChoose }: ChooserProps) {
  const { t, language } = useTranslation();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  useLayoutEffect(() => field?.focus(), [field]);
  const description = text.trim();
  const submit = async () => {
    if (!description || isBusy) return;
    setBusy(true);
    // The title of a recipe may have been typed faster than suggestions came.
    const found = await findRecipes(description, language, { place }).then(titledRecipe, () => undefined);
    setBusy(false);
    onChoose(found ? mealOfRecipe(found) : { description });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      className={`dish-chooser week-${place.slot}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DishTextarea
        ref={setField}
        className="field-input"
        aria-label={label}
        placeholder={t('week.meal-hint')}
        rows={1}
        value={text}
        onType={setText}
        onKeyDown={press}
      />
      <Button kind="primary" type="submit" busy={isBusy} disabled={!description}>
        {save}
      </Button>
      {field && (
        <Suggestions
          field={field}
          text={text}
          place={place}
          eaterIds={eaterIds}
          onChoose={(dish) => onChoose(dish)}
        />
      )}
    </form>
  );
}
