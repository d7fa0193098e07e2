/** Who is here, or away, every second week, third, and so on. */
import { SLOTS } from '#domain/plan/plan.ts';
import type { AlternatingWeeks } from '#domain/preferences/preferences.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import { isWeek, weekOf } from '#web/base/calendar.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';
import { newId } from '#web/data/new-id.ts';
import { useMe } from '#web/data/session.ts';
import { useToday } from '#web/data/today.ts';
import { EditableRow, EditableRows, type EditProps } from '#web/features/preferences/editable-rows.tsx';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';
import { Chips, Choose } from '#web/meals/preferences/choices.tsx';
import './alternating.css';

const EVERY_WEEKS = [2, 3, 4] as const;

export function Alternating({ preferences: { eaters, alternating = [] }, onChange, wrong }: PartProps) {
  const { t } = useTranslation();
  const today = useToday(useMe().family.timeZone);
  if (eaters.length === 0) return null;
  const createRule = (): AlternatingWeeks => ({
    id: newId(),
    eaterIds: [],
    from: weekOf(today) as Week,
    everyWeeks: 2,
    presence: 'home',
    days: [],
    slots: [],
  });
  return (
    <Section id="alternating" title={t('preferences.alternating')} lead={t('preferences.alternating-lead')}>
      <EditableRows
        items={alternating}
        keyOf={({ id }) => id}
        addLabel={t('preferences.alternating-add')}
        createItem={createRule}
        onChange={(rules) => onChange({ alternating: rules.length > 0 ? rules : undefined })}
      >
        {(rule, at, edit) => (
          <AlternatingRow rule={rule} eaters={eaters} wrong={wrong(`alternating.${at}`)} {...edit} />
        )}
      </EditableRows>
    </Section>
  );
}

type RowProps = EditProps<AlternatingWeeks> & {
  rule: AlternatingWeeks;
  eaters: PartProps['preferences']['eaters'];
  wrong: string | undefined;
};

function AlternatingRow({ rule, eaters, wrong, onChange, onRemove }: RowProps) {
  const { t, locale } = useTranslation();
  const set = (part: Partial<AlternatingWeeks>) => onChange({ ...rule, ...part });
  const chosen = eaters.filter(({ id }) => rule.eaterIds.includes(id));
  const names = new Intl.ListFormat(locale).format(
    chosen.map(({ name }) => name || t('preferences.unnamed')),
  );
  const label = t('preferences.alternating-rule', { names: names || '…' });
  return (
    <EditableRow label={label} what={label} wrong={wrong} onRemove={onRemove}>
      <div className="preferences-alternating">
        <Chips
          label={t('preferences.alternating-who')}
          options={eaters.map(({ id, name }) => [id, name || t('preferences.unnamed')])}
          chosen={rule.eaterIds}
          onChoose={(eaterIds) => set({ eaterIds })}
        />
        <div className="preferences-alternating-when">
          <Choose
            label={t('preferences.alternating-presence')}
            value={rule.presence}
            options={[
              ['home', t('preferences.alternating-here')],
              ['away', t('preferences.alternating-away')],
            ]}
            onChoose={(presence) => set({ presence })}
          />
          <Choose
            label={t('preferences.alternating-how-often')}
            value={rule.everyWeeks}
            options={[...new Set([...EVERY_WEEKS, rule.everyWeeks])].map((weeks) => [
              weeks,
              t('preferences.alternating-every', { weeks }),
            ])}
            onChoose={(everyWeeks) => set({ everyWeeks })}
          />
          <label>
            {t('preferences.alternating-from')}{' '}
            <input
              type="date"
              className="field-input"
              value={rule.from}
              // Any day of the week means its Monday.
              onChange={({ target }) => {
                const monday = target.value && weekOf(target.value);
                if (isWeek(monday)) set({ from: monday as Week });
              }}
            />
          </label>
        </div>
        <p className="field-hint">
          {t(
            rule.presence === 'home'
              ? 'preferences.alternating-home-means'
              : 'preferences.alternating-away-means',
          )}
        </p>
        <p className="field-hint">{t('preferences.alternating-all')}</p>
        <Chips
          className="preferences-days"
          label={t('preferences.alternating-days')}
          options={DAYS.map((day) => [day, dayName(day, locale, 'short')])}
          chosen={rule.days}
          onChoose={(days) => set({ days })}
        />
        <Chips
          label={t('preferences.alternating-slots')}
          options={SLOTS.map((slot) => [slot, t(`week.slot.${slot}`)])}
          chosen={rule.slots}
          onChoose={(slots) => set({ slots })}
        />
      </div>
    </EditableRow>
  );
}
