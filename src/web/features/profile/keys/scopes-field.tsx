/** The form field for what a key may do: a ready set, or a choice of scopes behind "More". */
import { type Scope, SCOPE_SETS, type ScopeSet, SCOPES, findScopeSet } from '#domain/family/scopes.ts';
import { FieldError } from '#web/base/ui/form/field.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SCOPE_NAMES, SET_MEANINGS, SET_NAMES } from './scope-text.ts';
import './scopes-field.css';

export type ScopesFieldProps = {
  scopes: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
  error: string | undefined;
};

export function ScopesField({ scopes, onChange, error }: ScopesFieldProps) {
  const { t } = useTranslation();
  const chosen = findScopeSet(scopes);
  const toggle = (scope: Scope) =>
    onChange(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <fieldset className="scopes">
      <legend className="field-label">{t('profile.scopes')}</legend>
      {(Object.keys(SCOPE_SETS) as ScopeSet[]).map((set) => (
        <label key={set} className="scopes-set">
          <input
            type="radio"
            name="set"
            checked={set === chosen}
            onChange={() => onChange(SCOPE_SETS[set])}
          />
          <span>
            <strong>{t(SET_NAMES[set])}</strong>
            <span className="field-hint">{t(SET_MEANINGS[set])}</span>
          </span>
        </label>
      ))}
      <details className="section-more">
        <summary>{t('profile.scopes-more')}</summary>
        <div className="scopes-each">
          {SCOPES.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                aria-invalid={error ? true : undefined}
                onChange={() => toggle(scope)}
              />
              {t(SCOPE_NAMES[scope])}
            </label>
          ))}
        </div>
      </details>
      {error && <FieldError role="alert">{error}</FieldError>}
    </fieldset>
  );
}
