/**
 * Asks once after somebody has put a dish into the week by hand that surely has an allergen of an eater. It is placed
 * already, so nothing waits for the server: without a response nobody is asked, and the sign appears later.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Dish, dishesOf, isSameMeal, type Meal, mealAt, type Place } from '#domain/plan/plan.ts';
import { hasCertainAllergen, type Warning, withExceptions } from '#domain/preferences/warnings.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { change, plans, type SyncState, useSync } from '#web/data/sync.ts';
import { findWarnings } from '#web/data/queries/meal-warnings.ts';
import { exceptionText } from '#web/meals/warnings/warning-text.ts';
import { WarningQuestion } from '#web/meals/warnings/warning-question.tsx';
import { askWhatElse } from '#web/features/week/slot/something-else.ts';
import { isSamePlace, undoChange } from '#web/meals/plan-commands.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

type Change = NonNullable<SyncState['lastChange']>;
type PutEdit = Edit & { after: Meal };
type Question = { change: Change; edit: PutEdit; warnings: Warning[] };

/** When the page was opened. The outbox also has the changes from before. */
const openedAtMs = Date.now() - performance.now();
/** The ids of changes that were checked. */
const checked = new Set<string>();
/** By place: what somebody was asked about last, and why. */
const askedAbout = new Map<string, { description: string; reasons: ReadonlySet<string> }>();

type QuestionProps = { week: string; onChooseElse: (place: Place) => void };

export function PlacedMealQuestion({ week, onChooseElse }: QuestionProps) {
  const translation = useTranslation();
  const { t } = translation;
  const [[question, ...others], setQuestions] = useState<Question[]>([]);
  useLastChange(week, (next) => {
    const isRepeated = isAskedAlready(next);
    rememberAsked(next);
    setQuestions((before) => withQuestion(before, next, isRepeated));
  });
  if (!question) return null;
  const { edit, warnings } = question;
  const except = () => {
    setQuestions(others);
    const what = exceptionText(translation, warnings) ?? '';
    const after = withExceptions(edit.after, warnings);
    const id = change([{ ...edit, before: edit.after, after }], what);
    const undo = { label: t('week.undo'), run: () => undoChange(t, what, id) };
    showToast({ text: what, action: undo });
    askWhatElse(
      { ...edit, meal: after },
      warnings.map(({ eaterId }) => eaterId),
    );
  };
  const chooseElse = () => {
    setQuestions(others);
    askedAbout.delete(placeKey(edit));
    undoChange(t, question.change.what, question.change.id);
    // After the dialog is closed and the slot shows what it held before.
    requestAnimationFrame(() => onChooseElse(edit));
  };
  return (
    <WarningQuestion
      key={placeKey(edit)}
      dish={[...new Set(warnings.map(({ dish }) => dish ?? edit.after.description))].join(', ')}
      warnings={warnings}
      onExcept={except}
      onChooseElse={chooseElse}
    />
  );
}

/** A typed title is linked to its recipe a moment later: then the same question is about the meal with the recipe. */
function withQuestion(questions: Question[], next: Question, isRepeated: boolean): Question[] {
  const at = questions.findIndex(({ edit }) => isSamePlace(edit, next.edit));
  if (next.warnings.length === 0) return questions.toSpliced(at, at < 0 ? 0 : 1);
  if (at >= 0) return questions.with(at, next);
  return isRepeated ? questions : [...questions, next];
}

function isAskedAlready({ edit: { before, after, ...place }, warnings }: Question): boolean {
  const asked = askedAbout.get(placeKey(place));
  return (
    before?.description === after.description &&
    asked?.description === after.description &&
    reasonKeys(warnings).isSubsetOf(asked.reasons)
  );
}

function rememberAsked({ edit: { after, ...place }, warnings }: Question): void {
  const { description } = after;
  if (warnings.length > 0) askedAbout.set(placeKey(place), { description, reasons: reasonKeys(warnings) });
}

function reasonKeys(warnings: readonly Warning[]): Set<string> {
  return new Set(
    warnings.flatMap(({ eaterId, reasons, dish }) =>
      reasons.map((reason) => JSON.stringify([eaterId, reason, dish])),
    ),
  );
}

function placeKey({ week, day, slot }: WeekPlace): string {
  return `${week} ${day} ${slot}`;
}

/** Checks each change of this page that puts a dish into a slot. */
function useLastChange(week: string, onQuestion: (question: Question) => void): void {
  const { lastChange } = useSync();
  const check = useEffectEvent(async (made: Change) => {
    const edit = putEditOf(made, week);
    // Another tab may have made the change: it asks there.
    if (!edit || made.createdAtMs < openedAtMs || !document.hasFocus()) return;
    const placed = new Set(newDishes(edit).map(({ description }) => description));
    const warnings = (await findWarnings(edit.after, edit)).filter(
      (warning) => hasCertainAllergen(warning) && placed.has(warning.dish ?? edit.after.description),
    );
    // Somebody may have undone the change meanwhile.
    const current = plans.current()?.planOf(week).meals ?? {};
    if (!isSameMeal(mealAt(current, edit) ?? null, edit.after)) return;
    onQuestion({ change: made, edit, warnings });
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
  const placed = { ...edit, after: edit.after };
  return newDishes(placed).length > 0 ? placed : undefined;
}

/** The dishes that were not in the place before. */
function newDishes({ before, after }: PutEdit): Dish[] {
  const known = before ? dishesOf(before) : [];
  return dishesOf(after).filter(
    (dish) =>
      !known.some(
        ({ description, recipeId }) => description === dish.description && recipeId === dish.recipeId,
      ),
  );
}
