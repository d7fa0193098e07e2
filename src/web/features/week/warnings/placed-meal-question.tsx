/**
 * Asks once after somebody has put a dish into the week by hand that is not for every eater. It is placed already, so
 * nothing waits for the server: without a response nobody is asked, and the sign appears later.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { isSameMeal, type Meal, mealAt, type Place } from '#domain/plan/plan.ts';
import type { Warning } from '#domain/preferences/warnings.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { change, plans, type SyncState, useSync } from '#web/data/sync.ts';
import { findWarnings } from '#web/data/queries/meal-warnings.ts';
import { exceptionText } from '#web/meals/warnings/warning-text.ts';
import { WarningQuestion } from '#web/meals/warnings/warning-question.tsx';
import { undoChange } from '#web/meals/plan-commands.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

type Change = NonNullable<SyncState['lastChange']>;
type PutEdit = Edit & { after: Meal };
type Question = { change: Change; edit: PutEdit; warnings: Warning[] };

/** When the page was opened. The outbox also has the changes from before. */
const openedAtMs = Date.now() - performance.now();
/** The ids of changes that were checked. */
const checked = new Set<string>();

type QuestionProps = { week: string; onChooseElse: (place: Place) => void };

export function PlacedMealQuestion({ week, onChooseElse }: QuestionProps) {
  const translation = useTranslation();
  const { t } = translation;
  const [[question, ...others], setQuestions] = useState<Question[]>([]);
  useLastChange(week, (next) => setQuestions((before) => [...before, next]));
  if (!question) return null;
  const { edit, warnings } = question;
  const except = (eaterIds: string[]) => {
    setQuestions(others);
    const what = exceptionText(translation, warnings) ?? '';
    const after = { ...edit.after, exceptEaters: [...(edit.after.exceptEaters ?? []), ...eaterIds] };
    const id = change([{ ...edit, before: edit.after, after }], what);
    const undo = { label: t('week.undo'), run: () => undoChange(t, what, id) };
    showToast({ text: what, action: undo });
  };
  const chooseElse = () => {
    setQuestions(others);
    undoChange(t, question.change.what, question.change.id);
    // After the dialog is closed and the slot shows what it held before.
    requestAnimationFrame(() => onChooseElse(edit));
  };
  return (
    <WarningQuestion
      key={question.change.id}
      dish={edit.after.description}
      warnings={warnings}
      onExcept={except}
      onChooseElse={chooseElse}
    />
  );
}

/** Checks each change of this page that puts a dish into a slot. */
function useLastChange(week: string, onQuestion: (question: Question) => void): void {
  const { lastChange } = useSync();
  const check = useEffectEvent(async (made: Change) => {
    const edit = putEditOf(made, week);
    // Another tab may have made the change: it asks there.
    if (!edit || made.createdAtMs < openedAtMs || !document.hasFocus()) return;
    const warnings = await findWarnings(edit.after);
    // Somebody may have undone the change meanwhile.
    const current = plans.current()?.planOf(week).meals ?? {};
    if (!isSameMeal(mealAt(current, edit) ?? null, edit.after)) return;
    if (warnings.length > 0) onQuestion({ change: made, edit, warnings });
  });
  useEffect(() => {
    if (!lastChange || checked.has(lastChange.id)) return;
    checked.add(lastChange.id);
    void check(lastChange);
  }, [lastChange]);
}

/** Moving, copying and accepting a proposal have several edits or a basis; the same dish was asked about before. */
function putEditOf({ edits: [edit, ...others], basis }: Change, week: string): PutEdit | undefined {
  if (!edit?.after || others.length > 0 || basis !== undefined || edit.week !== week) return undefined;
  const { before, after } = edit;
  const isSameDish = before?.description === after.description && before.recipeId === after.recipeId;
  return isSameDish ? undefined : { ...edit, after };
}
