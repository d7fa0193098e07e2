/** Saves the meals of a week, or of some of its days, under a name. */
import { useState } from 'react';
import { mealsIn, type Meals } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { api } from '#web/base/api.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { Chips } from '#web/meals/preferences/choices.tsx';
import { MenuName } from './menu-name.tsx';

export function SaveMenu({ meals, onClose }: { meals: Meals; onClose: () => void }) {
  const { t, locale } = useTranslation();
  const filled = DAYS.filter((day) => meals[day]);
  const [days, setDays] = useState<readonly Day[]>(filled);
  const chosen: Meals = Object.fromEntries(days.map((day) => [day, meals[day]]));
  const { length: count } = mealsIn(chosen);
  if (filled.length === 0) return <p>{t('menus.nothing')}</p>;
  return (
    <div className="menus-save">
      <Chips
        label={t('menus.days')}
        options={filled.map((day) => [day, dayName(day, locale)] as const)}
        chosen={days}
        onChoose={(next) => next.length > 0 && setDays(next)}
      />
      <p className="menus-hint">{t('menus.save-hint')}</p>
      <MenuName
        action={t('menus.save', { count })}
        onCancel={onClose}
        onSave={async (name) => {
          await api('POST /app/api/menus', { body: { name, meals: chosen } });
          showToast({ text: t('menus.did-save', { name, count }) });
          onClose();
        }}
      />
    </div>
  );
}
