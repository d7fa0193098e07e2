/** The form for a new calendar link: which meals, when, and whether dishes have signs. Shows the link once. */
import { useState } from 'react';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { USUAL_TIMES } from '#domain/calendar/usual-times.ts';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';
import { api } from '#web/base/api.ts';
import { Field, FieldError, TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';
import './create-calendar.css';

export function CreateCalendar({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>();
  return link ? <NewLink link={link} onClose={onClose} /> : <Form onMade={setLink} onClose={onClose} />;
}

function Form({ onMade, onClose }: { onMade: (link: string) => void; onClose: () => void }) {
  const { t, language } = useTranslation();
  const [isTimed, setTimed] = useState(false);
  const shown = useShownSlots();
  const form = useForm({
    fields: { slots: 'profile.wrong.slots' },
    send: async (values) => {
      const settings = settingsOf(values, language);
      const { link } = await api('POST /app/api/calendar-links', { body: settings });
      void refreshList('calendarLinks');
      onMade(link);
    },
  });
  return (
    <FormDialog
      title={t('profile.make-calendar')}
      form={form}
      className="create-calendar"
      action={t('profile.make-link')}
      onClose={onClose}
    >
      <SlotsField error={form.errors.slots} />
      <Field label={t('profile.calendar-when')}>
        {(inputProps) => (
          <select
            {...inputProps}
            name="when"
            className="field-input"
            onChange={({ target }) => setTimed(target.value === 'times')}
          >
            <option value="all-day">{t('profile.calendar-all-day')}</option>
            <option value="times">{t('profile.calendar-at-times')}</option>
          </select>
        )}
      </Field>
      {isTimed && (
        <div className="create-calendar-times">
          {shown.map((slot) => (
            <TextField
              key={slot}
              label={t(`week.slot.${slot}`)}
              name={`time-${slot}`}
              type="time"
              required
              defaultValue={USUAL_TIMES[slot]}
            />
          ))}
        </div>
      )}
      <label className="section-check">
        <input type="checkbox" name="signs" defaultChecked />
        {t('profile.calendar-signs')}
      </label>
    </FormDialog>
  );
}

function SlotsField({ error }: { error: string | undefined }) {
  const { t } = useTranslation();
  const shown = useShownSlots();
  return (
    <fieldset>
      <legend className="field-label">{t('profile.calendar-slots')}</legend>
      <div className="create-calendar-slots">
        {shown.map((slot) => (
          <label key={slot} className="section-check">
            <input
              type="checkbox"
              name={`slot-${slot}`}
              aria-invalid={error ? true : undefined}
              defaultChecked={slot === 'dinner'}
            />
            {t(`week.slot.${slot}`)}
          </label>
        ))}
      </div>
      {error && <FieldError role="alert">{error}</FieldError>}
    </fieldset>
  );
}

function settingsOf(
  values: Record<string, string>,
  language: CalendarSettings['language'],
): CalendarSettings {
  const timeOf = (slot: Slot) => values[`time-${slot}`] || USUAL_TIMES[slot];
  return {
    slots: SLOTS.filter((slot) => values[`slot-${slot}`] === 'on'),
    times:
      values.when === 'times'
        ? {
            breakfast: timeOf('breakfast'),
            lunchbox: timeOf('lunchbox'),
            lunch: timeOf('lunch'),
            snack: timeOf('snack'),
            dinner: timeOf('dinner'),
          }
        : null,
    showsWarnings: values.signs === 'on',
    language,
  };
}

/** The code and the first link open the calendar app of a phone; services on the web take the second. */
function NewLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation();
  const webcal = link.replace(/^https?:/, 'webcal:');
  const copy = t('profile.copy-link');
  return (
    <SecretDialog
      title={t('profile.calendar-made')}
      secrets={[
        { label: t('profile.calendar-phones'), text: webcal, copy, shareTitle: t('profile.calendar') },
        { label: t('profile.calendar-services'), text: link, copy },
      ]}
      onClose={onClose}
    >
      <p>
        <a href={webcal}>{t('profile.calendar-open')}</a>
      </p>
      <p>{t('profile.calendar-how')}</p>
    </SecretDialog>
  );
}
