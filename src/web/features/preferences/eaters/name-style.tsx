/** How displays and prints name the eaters a dish is not for, with an example of each way. */
import { NAME_STYLES } from '#domain/preferences/preferences.ts';
import { hasRules, type Warning, withNameStyle } from '#domain/preferences/warnings.ts';
import { Section } from '#web/base/ui/section.tsx';
import { WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { PartProps } from './eaters.tsx';
import './name-style.css';

export function NameStyles({ preferences: { eaters, nameStyle = 'names' }, onChange }: PartProps) {
  const { t } = useTranslation();
  const eater = eaters.find(hasRules);
  // If every eater eats everything, there is nothing to name.
  if (!eater) return null;
  const [allergen = 'peanuts'] = eater.allergens;
  const example: Warning = { eaterId: eater.id, name: eater.name, reasons: [{ kind: 'contains', allergen }] };
  return (
    <Section id="name-style" title={t('preferences.name-style')} lead={t('preferences.name-style-lead')}>
      <fieldset className="preferences-name-styles">
        <legend className="sr-only">{t('preferences.name-style')}</legend>
        {NAME_STYLES.map((style) => (
          <label key={style} className="preferences-name-style">
            <input
              type="radio"
              name="name-style"
              checked={style === nameStyle}
              onChange={() => onChange({ nameStyle: style === 'names' ? undefined : style })}
            />
            <span>
              {t(`preferences.name-style.${style}`)}
              <WarningSign warnings={withNameStyle([example], style)} />
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
