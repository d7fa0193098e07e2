/** Makes a key: its name and how long it shall live, then the key itself. */
import { useState } from 'react';
import { ask } from '#web/api.ts';
import { addDays, dateAt } from '#web/calendar.ts';
import { Banner } from '#web/look/banner.tsx';
import { Button } from '#web/look/button.tsx';
import { Actions, Dialog } from '#web/look/dialog.tsx';
import { Field, TextField } from '#web/look/field.tsx';
import { useForm } from '#web/look/form.ts';
import type { MessageId } from '#web/words/message-ids.ts';
import { useWords } from '#web/words/words.ts';
import { KeyDialog } from './key-dialog.tsx';
import { refreshList } from './lists.ts';

const DAY_MS = 86_400_000;

const LIVES = {
  none: 'profile.life.none',
  days: 'profile.life.days',
  year: 'profile.life.year',
  date: 'profile.life.date',
} as const satisfies Record<string, MessageId>;
type Life = keyof typeof LIVES;

export function MakeKey({ onClose }: { onClose: () => void }) {
  const { say } = useWords();
  const [life, setLife] = useState<Life>('none');
  const [key, setKey] = useState<string>();
  const form = useForm({
    fields: { name: 'profile.wrong.name', expiresAt: 'profile.wrong.date' },
    codes: { 'past-expiry': 'expiresAt' },
    send: async ({ name, date = '' }) => {
      const made = await ask<{ key: string }>('POST', '/app/api/keys', {
        name,
        expiresAt: endOf(life, date),
      });
      void refreshList('keys');
      setKey(made.key);
    },
  });
  if (key) return <KeyDialog apiKey={key} onClose={onClose} />;
  return (
    <Dialog title={say('profile.make-key')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <TextField
          label={say('profile.key-name')}
          hint={say('profile.key-name-hint')}
          name="name"
          maxLength={100}
          autoComplete="off"
          required
          error={form.errors.name}
        />
        <Field label={say('profile.life')}>
          {(wiring) => (
            <select
              {...wiring}
              className="field-input"
              value={life}
              onChange={({ target }) => setLife(target.value as Life)}
            >
              {Object.entries(LIVES).map(([value, words]) => (
                <option key={value} value={value}>
                  {say(words)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {life === 'date' && (
          <TextField
            label={say('profile.last-day')}
            name="date"
            type="date"
            min={addDays(today(), 1)}
            required
            error={form.errors.expiresAt}
          />
        )}
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {say('profile.make-key')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** The end of the chosen day where the person is; what is no day stays as it is, for the service to refuse. */
function endOf(life: Life, date: string): string | null {
  if (life === 'none') return null;
  if (life === 'date') {
    const end = new Date(`${date}T23:59:59.999`);
    return Number.isNaN(end.getTime()) ? date : end.toISOString();
  }
  return new Date(Date.now() + (life === 'days' ? 30 : 365) * DAY_MS).toISOString();
}

function today(): string {
  return dateAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
