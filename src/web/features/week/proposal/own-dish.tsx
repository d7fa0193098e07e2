/** A dish that the family chooses itself for a place of a proposal. One with a certain allergen of an eater is asked about. */
import { useState } from 'react';
import type { Meal, Place } from '#domain/plan/plan.ts';
import { hasCertainAllergen, type Warning, withExceptions } from '#domain/preferences/warnings.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { findWarnings } from '#web/data/queries/meal-warnings.ts';
import { WarningQuestion } from '#web/meals/warnings/warning-question.tsx';
import { DishChooser } from '#web/features/week/slot/dish-chooser.tsx';

type OwnDishProps = { week: string; place: Place; onChoose: (meal: Meal) => void };

export function OwnDish({ week, place: { day, slot }, onChoose }: OwnDishProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ meal: Meal; warnings: Warning[] }>();
  const place = { week, day, slot };
  const check = async (meal: Meal) => {
    const warnings = (await findWarnings(meal, place)).filter(hasCertainAllergen);
    if (warnings.length > 0) setAsked({ meal, warnings });
    else onChoose(meal);
  };
  return (
    <>
      <DishChooser
        place={place}
        label={t('week.meal')}
        save={t('proposal.place')}
        onChoose={(meal) => void check(meal)}
      />
      {asked && (
        <WarningQuestion
          dish={asked.meal.description}
          warnings={asked.warnings}
          onExcept={() => onChoose(withExceptions(asked.meal, asked.warnings))}
          onChooseElse={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
