/** What else should change after a meal was dropped: before and after, with reasons. Accepted as one change, or left. */
import { useQuery } from '@tanstack/react-query';
import type { Meal } from '#domain/plan/plan.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { queries } from '#web/data/session.ts';
import { change } from '#web/data/sync.ts';
import { useNames } from '#web/features/week/proposal/texts/names.ts';
import { reasonTexts } from '#web/features/week/proposal/texts/reason-text.ts';
import { undoChange } from '#web/meals/plan-commands.ts';
import { nameOfMeal, nameOfPlace } from '#web/meals/place-text.ts';

type Response = ResponseOf<'POST /app/api/weeks/:week/repair'>;
type RepairProps = { place: WeekPlace; meal: Meal; onClose: () => void };

export function Repair({ place, meal, onClose }: RepairProps) {
  const { t, language } = useTranslation();
  const { week, day, slot } = place;
  const { data, error } = useQuery(
    {
      queryKey: ['repair', week, day, slot, language],
      queryFn: () =>
        api('POST /app/api/weeks/:week/repair', {
          params: { week },
          query: { language },
          body: { place: { day, slot }, meal },
        }),
      gcTime: 0,
    },
    queries,
  );
  const accept = ({ edits, basis }: Response) => {
    const what = t('proposal.did-repair', { count: edits.length });
    const id = change(
      edits.map(({ reasons: _reasons, ...edit }) => edit),
      what,
      basis,
    );
    if (id !== undefined)
      showToast({ text: what, action: { label: t('week.undo'), run: () => undoChange(t, what, id) } });
    onClose();
  };
  if (error) return <p className="field-error">{problemText(t, error)}</p>;
  if (!data) return <Skeleton label={t('app.loading')} lines={3} />;
  const { edits, spoiledGrams } = data;
  if (edits.length === 0) return <p>{t('proposal.repair.nothing')}</p>;
  return (
    <>
      <p>{t('proposal.repair.why', { grams: spoiledGrams.before - spoiledGrams.after })}</p>
      <ul className="week-repair">
        {edits.map((edit) => (
          <Edit key={edit.day + edit.slot} edit={edit} />
        ))}
      </ul>
      <div className="week-repair-actions">
        <Button onClick={onClose}>{t('proposal.repair.leave')}</Button>
        <Button kind="primary" onClick={() => accept(data)}>
          {t('proposal.repair.accept')}
        </Button>
      </div>
    </>
  );
}

function Edit({ edit }: { edit: Response['edits'][number] }) {
  const translation = useTranslation();
  const names = useNames();
  const { before, after, reasons } = edit;
  return (
    <li>
      <strong>{nameOfPlace(translation, edit)}</strong>
      <span className="week-repair-meals">
        <span className="week-repair-before">{nameOfMeal(translation, before)}</span>
        <Icon name="arrow" size={18} />
        <span>{nameOfMeal(translation, after)}</span>
      </span>
      {reasonTexts(names, reasons).map((text) => (
        <small key={text}>{text}</small>
      ))}
    </li>
  );
}
