/** Places a meal in a slot that the family does not see, such as a cake for a family that plans dinners. */
import { useLayoutEffect, useRef } from 'react';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';
import type { Day } from '#domain/week/week.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';

type AddProps = { day: Day; shown: readonly Slot[]; onAdd: (slot: Slot) => void };

export function AddMeal({ day, shown, onAdd }: AddProps) {
  const { t, locale } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const added = useRef<Slot>(undefined);
  useLayoutEffect(() => {
    // The slot disappears again if no meal was placed in it, and with it the focus.
    if (!added.current || shown.includes(added.current)) return;
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
    added.current = undefined;
  }, [shown]);
  const others = SLOTS.filter((slot) => !shown.includes(slot));
  if (others.length === 0) return null;
  return (
    <div ref={box} className="week-add">
      <Menu
        label={t('week.add-meal', { day: dayName(day, locale) })}
        button={<Icon name="plus" size={18} />}
        buttonClass="button button-icon week-add-button"
      >
        {others.map((slot) => (
          <MenuItem
            key={slot}
            onSelect={() => {
              added.current = slot;
              onAdd(slot);
            }}
          >
            {t(`week.slot.${slot}`)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
