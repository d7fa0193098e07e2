/** The family's name, time zone and currency, which owners can change. */
import { useState } from 'react';
import { CURRENCIES } from '#domain/family/currency.ts';
import { api } from '#web/base/api.ts';
import { dateAt, dateOf, weekOf } from '#web/base/calendar.ts';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { TimeZoneField } from '#web/base/ui/form/time-zone-field.tsx';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { refreshMe, useMe } from '#web/data/session.ts';
import { showDates, showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { RowText, Section } from '#web/base/ui/section.tsx';

export function FamilySection() {
  const { t } = useTranslation();
  const { family, member } = useMe();
  const lead = member.role === 'owner' ? undefined : t('profile.family-owners');
  return (
    <Section id="family" title={t('profile.family')} lead={lead}>
      {member.role === 'owner' ? (
        <FamilyForm />
      ) : (
        <RowText name={family.name}>{t('profile.zone-is', { zone: family.timeZone })}</RowText>
      )}
    </Section>
  );
}

function FamilyForm() {
  const { t } = useTranslation();
  const { family } = useMe();
  const [zone, setZone] = useState(family.timeZone);
  const form = useForm({
    fields: { name: 'auth.wrong.family-name', timeZone: 'auth.wrong.time-zone' },
    send: async (values) => {
      const { currency: typed, ...rest } = values;
      const currency = CURRENCIES.find((known) => known === typed);
      // The currency follows the time zone until somebody chooses one.
      const chosen = currency && currency !== family.currency ? { currency } : {};
      await api('PATCH /app/api/family', { body: { ...rest, ...chosen } });
      await refreshMe();
      showToast({ text: t('profile.saved') });
    },
  });
  return (
    <form {...form.props} className="section-form">
      <TextField
        label={t('profile.family-name')}
        name="name"
        defaultValue={family.name}
        maxLength={100}
        autoComplete="off"
        required
        error={form.errors.name}
      />
      <TimeZoneField
        label={t('profile.zone')}
        hint={t('profile.zone-hint')}
        name="timeZone"
        value={zone}
        onChange={({ target }) => setZone(target.value)}
        error={form.errors.timeZone}
      />
      <ZoneMeaning zone={zone} />
      <CurrencyField key={family.currency} />
      <Submit form={form}>{t('profile.save')}</Submit>
    </form>
  );
}

function CurrencyField() {
  const { t, locale } = useTranslation();
  const { currency } = useMe().family;
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return (
    <Field label={t('profile.currency')} hint={t('profile.currency-hint')}>
      {(inputProps) => (
        <select {...inputProps} className="field-input" name="currency" defaultValue={currency ?? ''}>
          {!currency && <option value="">{t('profile.currency-none')}</option>}
          {CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {code} · {names.of(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Shows the time and the current week in this zone. */
function ZoneMeaning({ zone }: { zone: string }) {
  const { t, locale } = useTranslation();
  const nowMs = useMinuteMs();
  if (!isZone(zone)) return null;
  const week = weekOf(dateAt(nowMs, zone));
  const time = showInstant(nowMs, locale, {
    timeZone: zone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
  const dates = showDates(week, dateOf(week, 'Sunday'), locale, { day: 'numeric', month: 'long' });
  return <p className="section-note">{t('profile.zone-now', { time, dates })}</p>;
}

function isZone(text: string): boolean {
  try {
    return Boolean(text && new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}
