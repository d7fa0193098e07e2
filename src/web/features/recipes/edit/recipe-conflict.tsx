/** The dialog after a conflicting save: shows both versions and asks which one to keep. */
import { useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import type { Draft } from './draft.ts';
import './recipe-conflict.css';

type ShownField = Exclude<keyof Draft, 'references'>;

const NAMES: Record<ShownField, MessageId> = {
  title: 'recipes.title-field',
  servings: 'recipes.servings',
  activeMinutes: 'recipes.active-minutes',
  totalMinutes: 'recipes.total-minutes',
  meals: 'recipes.meals',
  course: 'recipes.course',
  cuisine: 'recipes.cuisine',
  keeps: 'recipes.keeps',
  ingredients: 'recipes.ingredients',
  steps: 'recipes.steps',
  description: 'recipes.description',
  notes: 'recipes.notes',
  author: 'recipes.author',
  source: 'recipes.source',
};

type ConflictProps = {
  mine: Draft;
  theirs: Draft;
  onMine: () => Promise<void>;
  onTheirs: () => void;
  /** Returns to the form. */
  onClose: () => void;
};

export function RecipeConflict({ mine, theirs, onMine, onTheirs, onClose }: ConflictProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const keepMine = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      setFailure(undefined);
      await onMine();
    } catch (error) {
      setFailure(problemText(t, error));
    }
    setBusy(false);
  };
  const fields = (Object.keys(NAMES) as ShownField[]).filter(
    (field) => shown(t, mine, field) !== shown(t, theirs, field),
  );
  return (
    <Dialog title={t('recipes.conflict-title')} onClose={onClose}>
      <p>{t('recipes.conflict-why')}</p>
      {fields.map((field) => (
        <section key={field} className="recipe-conflict">
          <h3>{t(NAMES[field])}</h3>
          <Side label={t('recipes.conflict-mine')} text={shown(t, mine, field)} />
          <Side label={t('recipes.conflict-theirs')} text={shown(t, theirs, field)} />
        </section>
      ))}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Actions>
        <Button onClick={onTheirs}>{t('recipes.keep-theirs')}</Button>
        <Button kind="primary" busy={isBusy} onClick={() => void keepMine()}>
          {t('recipes.keep-mine')}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <figure className="recipe-conflict-side">
      <figcaption>{label}</figcaption>
      <p>{text}</p>
    </figure>
  );
}

function shown(t: Translate, draft: Draft, field: ShownField): string {
  if (field === 'course') return t(`recipes.course.${draft.course}`);
  const value = draft[field];
  if (typeof value === 'string') return value.trim() || '–';
  if (typeof value === 'boolean') return value ? '✓' : '–';
  return value.map((slot) => t(`week.slot.${slot}`)).join(', ') || '–';
}
