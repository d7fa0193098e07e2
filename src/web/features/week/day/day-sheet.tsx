/** The sheet of a day: who eats, guests, minutes and a note, in this week only. */
import { useState } from 'react';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';
import type { Preferences, SlotSettings } from '#domain/preferences/preferences.ts';
import { preferencesOfWeek } from '#domain/preferences/preferences-of-week.ts';
import type { DayException, SlotException } from '#domain/preferences/week-exceptions.ts';
import type { Day, Week } from '#domain/week/week.ts';
import { ApiError } from '#web/base/api.ts';
import { dateOf } from '#web/base/calendar.ts';
import { showDate } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import {
  loadWeekExceptions,
  saveDayException,
  type WeekResponse,
} from '#web/data/queries/week-exceptions.ts';
import { SlotFields } from './slot-fields.tsx';
import { SwapDays } from './swap-days.tsx';
import './day-sheet.css';

type SheetProps = { week: string; day: Day; known: WeekResponse; onClose: () => void };

export function DaySheet(props: SheetProps) {
  const { week, day, onClose } = props;
  const { t, locale } = useTranslation();
  const { data, error } = usePreferences();
  const name = showDate(dateOf(week, day), locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <Dialog title={t('day.title', { day: name })} onClose={onClose}>
      {data && <DayForm {...props} name={name} preferences={data.preferences} />}
      {data && <SwapDays week={week} day={day} onDone={onClose} />}
      {!data && !error && <Skeleton label={t('app.loading')} lines={4} />}
      {!data && error && <Banner kind="bad">{problemText(t, error)}</Banner>}
    </Dialog>
  );
}

type FormProps = SheetProps & { name: string; preferences: Preferences };

function DayForm({ week, day, known, name, preferences, onClose }: FormProps) {
  const { t } = useTranslation();
  const usual = preferencesOfWeek(preferences, {}, week as Week);
  const before = known.exceptions[day] ?? { slots: {} };
  const [draft, setDraft] = useState<DayException>(before);
  const { failure, isBusy, save } = useSaving({ week, day, name, known, onClose });
  const [showsAll, setShowsAll] = useState(false);
  const isPlanned = (slot: Slot) => isUsed(usual.slotSettings[day]?.[slot]);
  const slots = SLOTS.filter((slot) => showsAll || isPlanned(slot) || before.slots[slot]);
  const setSlot = (slot: Slot, exception: SlotException) =>
    setDraft({ ...draft, slots: { ...draft.slots, [slot]: exception } });
  return (
    <form
      className="day-sheet"
      onSubmit={(event) => {
        event.preventDefault();
        void save(draft);
      }}
    >
      <p className="field-hint">{t('day.lead')}</p>
      {slots.length === 0 && <p>{t('day.not-planned')}</p>}
      {slots.map((slot) => (
        <SlotFields
          key={slot}
          slot={slot}
          preferences={preferences}
          usual={usual.slotSettings[day]?.[slot] ?? {}}
          isPlanned={isPlanned(slot)}
          exception={draft.slots[slot] ?? {}}
          onChange={(exception) => setSlot(slot, exception)}
        />
      ))}
      {slots.length < SLOTS.length && (
        <Button kind="quiet" icon={<Icon name="plus" size={18} />} onClick={() => setShowsAll(true)}>
          {t('week.more-slots')}
        </Button>
      )}
      <TextField
        label={t('day.note')}
        placeholder={t('day.note-hint')}
        value={draft.note ?? ''}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setDraft({ ...draft, note: target.value })}
      />
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Actions>
        {known.exceptions[day] && (
          <Button onClick={() => void save({ slots: {} })}>{t('day.as-usual')}</Button>
        )}
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('day.save')}
        </Button>
      </Actions>
    </form>
  );
}

function isUsed(settings: SlotSettings | undefined): boolean {
  return settings !== undefined && !settings.isOff;
}

type SavingProps = Omit<FormProps, 'preferences'>;

/** What somebody else saves meanwhile is not overwritten unseen: only what was seen when the sheet was opened. */
function useSaving({ week, day, name, known, onClose }: SavingProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(known);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const failureText = (error: unknown) => (isStale(error) ? t('day.stale') : problemText(t, error));
  const put = async (exception: DayException, base: WeekResponse): Promise<WeekResponse> => {
    try {
      return await saveDayException({ week, day }, { version: base.version, exception });
    } catch (error) {
      if (!isStale(error)) throw error;
      const now = await loadWeekExceptions(week);
      setSeen(now);
      if (JSON.stringify(now.exceptions[day]) !== JSON.stringify(base.exceptions[day])) throw error;
      // Another day was changed.
      return saveDayException({ week, day }, { version: now.version, exception });
    }
  };
  const undo = async (saved: WeekResponse) => {
    try {
      await put(seen.exceptions[day] ?? { slots: {} }, saved);
      showToast({ text: t('day.undone', { day: name }) });
    } catch (error) {
      showToast({ text: failureText(error) });
    }
  };
  const save = async ({ note = '', slots }: DayException) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const saved = await put({ slots, ...(note.trim() && { note: note.trim() }) }, seen);
      const action = { label: t('day.undo'), run: () => void undo(saved) };
      showToast({ text: t('day.did-save', { day: name }), action });
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return { failure, isBusy, save };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale-week';
}
