/** A native date field that opens the week of the chosen date. */
import { type ChangeEvent, useEffect, useRef } from 'react';
import { addDays, weekOf } from '#web/base/calendar.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { navigate } from '#web/base/router.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { pathOf } from '#web/base/week-path.ts';

/** The server accepts plans up to ten years back and ahead; this is a few days less. */
const REACH_DAYS = 3_640;

export function DateJump({ week, thisWeek }: { week: string; thisWeek: string }) {
  const { t } = useTranslation();
  const isTyping = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = week;
  }, [week]);
  const jump = (field: HTMLInputElement) => {
    if (!field.value || !field.validity.valid) return;
    const to = weekOf(field.value);
    if (to !== week) navigate(pathOf(to, thisWeek));
  };
  return (
    <label className="week-jump">
      <Icon name="week" />
      <input
        ref={input}
        type="date"
        aria-label={t('week.jump')}
        title={t('week.jump')}
        defaultValue={week}
        min={addDays(thisWeek, -REACH_DAYS)}
        max={addDays(thisWeek, REACH_DAYS)}
        // While typing, the field contains other valid dates: wait for Enter or blur.
        onKeyDown={(event) => {
          isTyping.current = true;
          if (event.key === 'Enter') jump(event.currentTarget);
        }}
        onPointerDown={() => (isTyping.current = false)}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => !isTyping.current && jump(target)}
        onBlur={({ currentTarget }) => jump(currentTarget)}
      />
    </label>
  );
}
