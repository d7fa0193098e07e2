/** What stands at an ingredient line: that it is not understood, what brands of it may contain, and who answered what. */
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { Allergen } from '#domain/food/food.ts';
import type { LineStatus } from '#domain/recipe-view/line-status.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { queries } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { foodList } from '#web/meals/food-list.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { BrandNote, TakeBack } from './brand-note.tsx';
import { CreatedBy } from './created-by.tsx';
import './line-note.css';

const AnswerLine = lazyExtra(async () => (await import('./answer-line.tsx')).AnswerLine);

/** `line` is the line as typed. `onChanged` runs after an answer was given or taken back. */
type NoteProps = {
  line: string;
  /** Whether it stands for a recipe. */
  isRecipe?: boolean;
  status: LineStatus;
  /** What eaters should not have and brands of the dish may contain. */
  avoided?: readonly Allergen[];
  onChanged?: () => Promise<void>;
};

export function LineNote({ line, isRecipe = false, status, avoided = [], onChanged }: NoteProps) {
  const { question, answer, freeBrands, mayContain } = status;
  const root = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const isAnswered = answer !== undefined || freeBrands !== undefined;
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (wasChanged.current) root.current?.focus();
    wasChanged.current = false;
  }, [isAnswered]);
  const refresh = async () => {
    wasChanged.current = true;
    // Recipes, warnings, figures and lists depend on the answer.
    await Promise.all([queries.invalidateQueries(), onChanged?.()]);
  };
  const hasBrands = freeBrands || mayContain?.allergens.some((allergen) => avoided.includes(allergen));
  if (!question && !answer && !hasBrands) return undefined;
  return (
    <div ref={root} className="line-note" tabIndex={-1}>
      {question && (
        <Question line={line} isRecipe={isRecipe} question={question} onAsk={() => setOpen(true)} />
      )}
      {answer && <Answer line={line} answer={answer} onTakenBack={refresh} />}
      {hasBrands && <BrandNote line={line} status={status} avoided={avoided} onChanged={refresh} />}
      {isOpen && question && (
        <Suspense>
          <AnswerLine
            line={line}
            known={question.known}
            onAnswered={refresh}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type QuestionProps = {
  line: string;
  isRecipe: boolean;
  question: NonNullable<LineStatus['question']>;
  onAsk: () => void;
};

function Question({ line, isRecipe, question: { isPartly, canBeAnswered }, onAsk }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className="line-note-text line-note-open">
        <Icon name="warn" size={16} />
        {canBeAnswered && t(isPartly ? 'recipes.line-partly' : 'recipes.line-unknown')}
        {!canBeAnswered && t(isRecipe ? 'recipes.line-recipe-gone' : 'recipes.line-split')}
      </span>
      {canBeAnswered && (
        <Button className="line-note-button" aria-label={`${t('recipes.answer')} ${line}`} onClick={onAsk}>
          {t('recipes.answer')}
        </Button>
      )}
    </>
  );
}

type AnswerProps = {
  line: string;
  answer: NonNullable<LineStatus['answer']>;
  onTakenBack: () => Promise<void>;
};

function Answer({ line, answer, onTakenBack }: AnswerProps) {
  const { t } = useTranslation();
  const takeBack = async () => {
    await api('DELETE /app/api/lines', { body: { line } });
    await onTakenBack();
    showToast({ text: t('recipes.taken-back', { line }) });
  };
  return (
    <>
      <span className="line-note-text">
        <PageIcon name="person" size={16} />
        <span>
          <AnswerText answer={answer} />
        </span>
      </span>
      <TakeBack line={line} onTakeBack={takeBack} />
    </>
  );
}

function AnswerText({ answer: { isHarmless, foods, ...created } }: Pick<AnswerProps, 'answer'>) {
  const { t, locale, language } = useTranslation();
  const named = foodList(foods, language, locale);
  const what = isHarmless
    ? foods.length > 0
      ? 'recipes.answered-rest'
      : 'recipes.answered-harmless'
    : 'recipes.answered-food';
  return (
    <>
      {t(what, { foods: named })} <CreatedBy {...created} />
    </>
  );
}
