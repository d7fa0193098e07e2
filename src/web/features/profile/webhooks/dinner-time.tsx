/** When the event `dinner.today` is sent: never, or every day at a time. */
import { useState } from 'react';
import { DEFAULT_DINNER_TIME } from '#domain/events/event.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { refreshList, useList } from '#web/data/queries/profile-queries.ts';

export function DinnerTime() {
  const { data } = useList('dinnerTime');
  // A new element for a new value: the form takes it as its default.
  return data === undefined ? null : <Form key={data ?? ''} time={data} />;
}

function Form({ time }: { time: string | null }) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(time !== null);
  const form = useForm({
    fields: { time: 'profile.wrong.time' },
    send: async (values) => {
      const body = { time: values.when === 'daily' ? (values.time ?? '') : null };
      await api('PUT /app/api/dinner-time', { body });
      await refreshList('dinnerTime');
      showToast({ text: t('profile.dinner-time-saved') });
    },
  });
  return (
    <form {...form.props} className="section-part">
      <h3>{t('profile.dinner-time')}</h3>
      <p className="section-note">{t('profile.dinner-time-lead')}</p>
      <div className="section-form">
        <Field label={t('profile.dinner-time-when')}>
          {(inputProps) => (
            <select
              {...inputProps}
              name="when"
              className="field-input"
              defaultValue={isSent ? 'daily' : 'never'}
              onChange={({ target }) => setSent(target.value === 'daily')}
            >
              <option value="never">{t('profile.dinner-time-never')}</option>
              <option value="daily">{t('profile.dinner-time-daily')}</option>
            </select>
          )}
        </Field>
        {isSent && (
          <TextField
            label={t('profile.dinner-time-at')}
            hint={t('profile.dinner-time-hint')}
            name="time"
            type="time"
            required
            defaultValue={time ?? DEFAULT_DINNER_TIME}
            error={form.errors.time}
          />
        )}
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Button type="submit" busy={form.isBusy}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  );
}
