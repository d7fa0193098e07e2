/** What stands at an ingredient line: that it is not understood, or who answered what it is. Both can be changed here. */
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { LineStatus } from '#domain/recipe-view/line-status.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { queries, useMe } from '#web/data/session.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { foodList } from '#web/meals/food-list.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import './line-note.css';

const AnswerLine = lazyExtra(async () => (await import('./answer-line.tsx')).AnswerLine);

/** `line` is the line as typed. `onChanged` runs after an answer was given or taken back. */
type NoteProps = { line: string; status: LineStatus; onChanged?: () => Promise<void> };

export function LineNote({ line, status: { question, answer }, onChanged }: NoteProps) {
  const root = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const isAnswered = answer !== undefined;
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
  if (!question && !answer) return undefined;
  return (
    <div ref={root} className="line-note" tabIndex={-1}>
      {question && <Question line={line} question={question} onAsk={() => setOpen(true)} />}
      {answer && <Answer line={line} answer={answer} onTakenBack={refresh} />}
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

type QuestionProps = { line: string; question: NonNullable<LineStatus['question']>; onAsk: () => void };

function Question({ line, question: { isPartly, canBeAnswered }, onAsk }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className="line-note-text line-note-open">
        <Icon name="warn" size={16} />
        {canBeAnswered && t(isPartly ? 'recipes.line-partly' : 'recipes.line-unknown')}
        {!canBeAnswered && t('recipes.line-split')}
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
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    try {
      await api('DELETE /app/api/lines', { body: { line } });
      await onTakenBack();
      showToast({ text: t('recipes.taken-back', { line }) });
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    setBusy(false);
  };
  return (
    <>
      <span className="line-note-text">
        <PageIcon name="person" size={16} />
        <span>
          <AnswerText answer={answer} />
        </span>
      </span>
      <Button
        kind="quiet"
        className="line-note-button"
        busy={isBusy}
        aria-label={`${t('recipes.take-back')}: ${line}`}
        onClick={() => void takeBack()}
      >
        {t('recipes.take-back')}
      </Button>
    </>
  );
}

function AnswerText({ answer: { isHarmless, foods, createdBy, createdAt } }: Pick<AnswerProps, 'answer'>) {
  const { t, locale, language } = useTranslation();
  const me = useMe().member.id;
  const date = showInstant(createdAt, locale, { dateStyle: 'long' });
  const named = foodList(foods, language, locale);
  const what = isHarmless
    ? foods.length > 0
      ? 'recipes.answered-rest'
      : 'recipes.answered-harmless'
    : 'recipes.answered-food';
  return (
    <>
      {t(what, { foods: named })}{' '}
      <small>
        {createdBy.kind !== 'member' && t('recipes.answered-by-former', { date })}
        {createdBy.kind === 'member' && createdBy.id === me && t('recipes.answered-by-you', { date })}
        {createdBy.kind === 'member' &&
          createdBy.id !== me &&
          t('recipes.answered-by', { who: createdBy.email, date })}
      </small>
    </>
  );
}
