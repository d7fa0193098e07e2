/** The filter "Fits our family", which is on unless somebody switches it off. */
import { hasRules } from '#domain/preferences/warnings.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { isFitting, type RecipeFilter } from '#web/data/queries/recipe-filter.ts';

type FitsProps = { filter: RecipeFilter; onChange: (fits: RecipeFilter['fits']) => void };

export function FitsFilter({ filter, onChange }: FitsProps) {
  const { t } = useTranslation();
  const { hasEaterRules } = useMe().family;
  const names = useRestrictedNames();
  if (!hasEaterRules) return null;
  const isOn = isFitting(filter, hasEaterRules);
  return (
    <div className="recipes-fits">
      <label className="recipes-chip">
        <input
          type="checkbox"
          className="sr-only"
          checked={isOn}
          onChange={({ target }) => onChange(target.checked ? '' : 'false')}
        />
        <span>
          {isOn && <Icon name="check" size={18} />}
          {t('recipes.fits')}
        </span>
      </label>
      {names && <p>{t(isOn ? 'recipes.fits-only' : 'recipes.fits-also', { names })}</p>}
    </div>
  );
}

/** `Mia and Ben`: the eaters who do not eat everything; empty until they are loaded. */
export function useRestrictedNames(): string {
  const { locale } = useTranslation();
  const { data } = usePreferences();
  const names = (data?.preferences.eaters ?? []).filter(hasRules).map(({ name }) => name);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
