/** The food or food group that a rule counts, found by typing. */
import { useState } from 'react';
import { foodKeyOf, type FoodTag, foodTag } from '#domain/preferences/preferences.ts';
import type { NamedFood } from '#http/endpoints/recipe/foods.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { FoodInput } from '#web/features/preferences/eaters/food-input.tsx';
import { useFoods } from '#web/data/queries/preferences-queries.ts';

/** The tag of a rule for which no food is chosen yet. The server refuses it. */
export const NO_FOOD: FoodTag = 'food:';

export function RuleFood({ tag, onChange }: { tag: FoodTag; onChange: (tag: FoodTag) => void }) {
  const { t } = useTranslation();
  const { find, labelOf } = useFoods();
  const [typed, setTyped] = useState('');
  // Show the typed text while it names the food of the rule.
  const isTyped = tagOf(find(typed)) === tag;
  return (
    <FoodInput
      className="preferences-word"
      aria-label={t('preferences.ingredient')}
      placeholder={t('preferences.ingredient-hint')}
      maxLength={100}
      value={isTyped ? typed : labelOf(foodKeyOf(tag))}
      onType={(text) => {
        setTyped(text);
        onChange(tagOf(find(text)));
      }}
      onPick={({ id, label }) => {
        setTyped(label);
        onChange(foodTag(id));
      }}
    />
  );
}

function tagOf(food: NamedFood | undefined): FoodTag {
  return food ? foodTag(food.id) : NO_FOOD;
}
