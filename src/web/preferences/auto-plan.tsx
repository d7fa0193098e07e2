/** The setting for automatic planning of the next week. */
import { DAYS } from '#domain/week/week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { Section } from '#web/profile/section.tsx';
import { useMe } from '#web/shared/session.ts';
import { dayName, showInstant } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Check, Choose } from './choices.tsx';
import type { PartProps } from './eaters/eaters.tsx';

/** The default: most families then have time to check the plan and to shop. */
const SATURDAY_MORNING: Preferences['byItself'] = { day: 'Saturday', hour: 8 };

export function AutoPlan({ preferences: { byItself }, onChange }: PartProps) {
  const { t, locale } = useTranslation();
  const { timeZone } = useMe().family;
  return (
    <Section id="by-itself" title={t('preferences.auto-plan')}>
      <Check
        label={t('preferences.auto-plan-on')}
        hint={t('preferences.auto-plan-hint')}
        isChecked={byItself !== undefined}
        onChange={(isOn) => onChange({ byItself: isOn ? SATURDAY_MORNING : undefined })}
      />
      {byItself && (
        <p className="preferences-rule">
          <Choose
            label={t('preferences.which-day')}
            value={byItself.day}
            options={DAYS.map((day) => [day, t('preferences.every-day', { day: dayName(day, locale) })])}
            onChoose={(day) => onChange({ byItself: { ...byItself, day } })}
          />
          <Choose
            label={t('preferences.hour')}
            value={byItself.hour}
            options={Array.from({ length: 24 }, (_, hour) => [hour, clockText(hour, locale)])}
            onChoose={(hour) => onChange({ byItself: { ...byItself, hour } })}
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
