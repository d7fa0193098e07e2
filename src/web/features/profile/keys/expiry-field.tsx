/** The form field for the expiry of a key or a display link. */
import { useState } from 'react';
import { addDays, dateAt, DAY_MS } from '#web/base/calendar.ts';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

const EXPIRY_NAMES = {
  none: 'profile.life.none',
  week: 'profile.life.week',
  days: 'profile.life.days',
  year: 'profile.life.year',
  date: 'profile.life.date',
} as const satisfies Record<string, MessageId>;
export type Expiry = keyof typeof EXPIRY_NAMES;

const LENGTH_DAYS: Partial<Record<Expiry, number>> = { week: 7, days: 30, year: 365 };

/** `error` belongs to the date field. `chosenExpiry` reads the form's values. */
export function ExpiryField({ expiries, error }: { expiries: readonly Expiry[]; error: string | undefined }) {
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
            {expiries.map((one) => (
              <option key={one} value={one}>
                {t(EXPIRY_NAMES[one])}
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
export function chosenExpiry({ expiry = 'none', date = '' }: Record<string, string>): string | null {
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
