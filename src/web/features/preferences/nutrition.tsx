/** Whether the app shows calories and other nutrition figures. */
import { Section } from '#web/base/ui/section.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Check } from '#web/meals/preferences/choices.tsx';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';

export function Nutrition({ preferences: { showsNutrition }, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <Section id="nutrition" title={t('preferences.nutrition')}>
      <Check
        label={t('preferences.nutrition-show')}
        hint={t('preferences.nutrition-hint')}
        isChecked={showsNutrition === true}
        onChange={(isOn) => onChange({ showsNutrition: isOn || undefined })}
      />
    </Section>
  );
}
