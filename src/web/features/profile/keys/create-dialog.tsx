/** The form for a new API key or display link: its name, what it may do, and its expiry. */
import { useState } from 'react';
import { type Scope, SCOPE_SETS, type ScopeSet, SCOPES, findScopeSet } from '#domain/family/scopes.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { TextField, FieldError, Field } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { addDays, dateAt, DAY_MS } from '#web/base/calendar.ts';
import './scopes-field.css';

export type NameAndExpiry = { name: string; expiresAt: string | null };

type CreateDialogProps = {
  title: string;
  nameLabel: string;
  nameHint: string;
  expiries: readonly Expiry[];
  /** What a key may do; a display link has no choice. */
  scopes?: Omit<ScopesFieldProps, 'error'>;
  /** The label of the submit button. */
  action: string;
  create: (input: NameAndExpiry) => Promise<void>;
  onClose: () => void;
};

export function CreateDialog(props: CreateDialogProps) {
  const { title, nameLabel, nameHint, expiries, scopes, action, create, onClose } = props;
  const form = useForm({
    fields: {
      name: 'profile.wrong.name',
      expiresAt: 'profile.wrong.date',
      scopes: 'profile.wrong.scopes',
    },
    codes: { 'past-expiry': 'expiresAt' },
    send: ({ name, ...expiry }) => create({ name, expiresAt: chosenExpiry(expiry) }),
  });
  return (
    <FormDialog title={title} form={form} action={action} onClose={onClose}>
      <TextField
        label={nameLabel}
        hint={nameHint}
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        error={form.errors.name}
      />
      {scopes && <ScopesField {...scopes} error={form.errors.scopes} />}
      <ExpiryField expiries={expiries} error={form.errors.expiresAt} />
    </FormDialog>
  );
}

type ScopesFieldProps = {
  scopes: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
  error: string | undefined;
};

/** The form field for what a key may do: a ready set, or a choice of scopes behind "More". */
function ScopesField({ scopes, onChange, error }: ScopesFieldProps) {
  const { t } = useTranslation();
  const chosen = findScopeSet(scopes);
  const toggle = (scope: Scope) =>
    onChange(scopes.includes(scope) ? scopes.filter((chosen) => chosen !== scope) : [...scopes, scope]);
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
            <strong>{t(`profile.scope-set.${set}`)}</strong>
            <span className="field-hint">{t(`profile.scope-set.${set}-means`)}</span>
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
              {t(`profile.scope.${scope}`)}
            </label>
          ))}
        </div>
      </details>
      {error && <FieldError role="alert">{error}</FieldError>}
    </fieldset>
  );
}

/** The form field for the expiry of a key or a display link. */
const EXPIRY_NAMES = {
  none: 'profile.life.none',
  week: 'profile.life.week',
  days: 'profile.life.days',
  year: 'profile.life.year',
  date: 'profile.life.date',
} as const satisfies Record<string, MessageId>;
type Expiry = keyof typeof EXPIRY_NAMES;

const LENGTH_DAYS: Partial<Record<Expiry, number>> = { week: 7, days: 30, year: 365 };

/** `error` belongs to the date field. `chosenExpiry` reads the form's values. */
function ExpiryField({ expiries, error }: { expiries: readonly Expiry[]; error: string | undefined }) {
  const { t } = useTranslation();
  const [expiry, setExpiry] = useState<Expiry>('none');
  return (
    <>
      <Field label={t('profile.life')}>
        {(inputProps) => (
          <select
            {...inputProps}
            name="expiry"
            className="field-input"
            value={expiry}
            onChange={({ target }) => setExpiry(target.value as Expiry)}
          >
            {expiries.map((expiry) => (
              <option key={expiry} value={expiry}>
                {t(EXPIRY_NAMES[expiry])}
              </option>
            ))}
          </select>
        )}
      </Field>
      {expiry === 'date' && (
        <TextField
          label={t('profile.last-day')}
          name="date"
          type="date"
          min={addDays(today(), 1)}
          required
          error={error}
        />
      )}
    </>
  );
}

/**
 * The end of the chosen day in the browser's time zone. Invalid text is passed on for the server to refuse.
 */
function chosenExpiry({ expiry = 'none', date = '' }: Record<string, string>): string | null {
  if (expiry === 'date') {
    const end = new Date(`${date}T23:59:59.999`);
    return Number.isNaN(end.getTime()) ? date : end.toISOString();
  }
  const days = LENGTH_DAYS[expiry as Expiry];
  return days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}

function today(): string {
  return dateAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
