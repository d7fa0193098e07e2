/** The allergens and diets of an eater, or of a guest. */
import { type Allergen, ALLERGENS, type Diet, DIETS } from '#domain/food/food.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { FoldedChips } from './folded-chips.tsx';

/** Those that most families choose; the others are behind a button. */
const COMMON_ALLERGENS: readonly Allergen[] = ['gluten', 'milk', 'eggs', 'peanuts', 'nuts'];
const COMMON_DIETS: readonly Diet[] = ['vegetarian', 'vegan', 'no-pork'];

type FieldsProps = {
  allergens: Allergen[];
  diets: Diet[];
  onChange: (part: { allergens?: Allergen[]; diets?: Diet[] }) => void;
};

export function DietFields({ allergens, diets, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <FoldedChips
        label={t('preferences.allergens')}
        hint={t('preferences.allergens-hint')}
        common={COMMON_ALLERGENS}
        moreLabel={t('preferences.more-allergens')}
        options={ALLERGENS.map((allergen) => [allergen, t(`recipes.allergen.${allergen}`)])}
        chosen={allergens}
        onChoose={(chosen) => onChange({ allergens: chosen })}
      />
      <FoldedChips
        label={t('preferences.diets')}
        {...(diets.some((diet) => diet.endsWith('-style')) && { hint: t('preferences.diets-hint') })}
        common={COMMON_DIETS}
        moreLabel={t('preferences.more-diets')}
        options={DIETS.map((diet) => [diet, t(`diets.name.${diet}`)])}
        chosen={diets}
        onChoose={(chosen) => onChange({ diets: chosen })}
      />
    </>
  );
}
