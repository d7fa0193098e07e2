/** The setting for automatic planning of the next week. */
import { DAYS } from '#domain/week/week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { Section } from '#web/base/ui/section.tsx';
import { useMe } from '#web/data/session.ts';
import { dayName, showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Check, Choose } from '#web/meals/preferences/choices.tsx';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';

/** The default: most families then have time to check the plan and to shop. */
const SATURDAY_MORNING: Preferences['autoPlan'] = { day: 'Saturday', hour: 8 };

export function AutoPlan({ preferences: { autoPlan }, onChange }: PartProps) {
  const { t, locale } = useTranslation();
  const { timeZone } = useMe().family;
  return (
    <Section id="by-itself" title={t('preferences.auto-plan')}>
      <Check
        label={t('preferences.auto-plan-on')}
        hint={t('preferences.auto-plan-hint')}
        isChecked={autoPlan !== undefined}
        onChange={(isOn) => onChange({ autoPlan: isOn ? SATURDAY_MORNING : undefined })}
      />
      {autoPlan && (
        <p className="preferences-rule">
          <Choose
            label={t('preferences.which-day')}
            value={autoPlan.day}
            options={DAYS.map((day) => [day, t('preferences.every-day', { day: dayName(day, locale) })])}
            onChoose={(day) => onChange({ autoPlan: { ...autoPlan, day } })}
          />
          <Choose
            label={t('preferences.hour')}
            value={autoPlan.hour}
            options={Array.from({ length: 24 }, (_, hour) => [hour, clockText(hour, locale)])}
            onChoose={(hour) => onChange({ autoPlan: { ...autoPlan, hour } })}
          />
          <span className="section-note">{t('preferences.auto-plan-zone', { zone: timeZone })}</span>
        </p>
      )}
    </Section>
  );
}

/** `20:00` or `8 pm`, by locale. */
function clockText(hour: number, locale: string): string {
  return showInstant(Date.UTC(2024, 0, 1, hour), locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
}
