/** What stands at an ingredient line: that it is not understood, or who settled it. Both can be changed here. */
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { LineStatus } from '#domain/recipe/line-status.ts';
import { api } from '#web/shared/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageIcon } from '#web/ui/page-icon.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { showToast } from '#web/ui/overlay/toast.tsx';
import { queries, useMe } from '#web/shared/session.ts';
import { showInstant } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { foodList } from '#web/recipes/food-list.ts';
import { lazyExtra } from '#web/shell/lazy-part.ts';
import './line-note.css';

const SettleLine = lazyExtra(async () => (await import('./settle-line.tsx')).SettleLine);

/** `line` is the line as typed. `onChanged` runs after an answer was given or taken back. */
type NoteProps = { line: string; status: LineStatus; onChanged?: () => Promise<void> };

export function LineNote({ line, status: { question, settled }, onChanged }: NoteProps) {
  const root = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const isSettled = settled !== undefined;
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (wasChanged.current) root.current?.focus();
    wasChanged.current = false;
  }, [isSettled]);
  const refresh = async () => {
    wasChanged.current = true;
    // Recipes, warnings, figures and lists depend on the answer.
    await Promise.all([queries.invalidateQueries(), onChanged?.()]);
  };
  if (!question && !settled) return undefined;
  return (
    <div ref={root} className="line-note" tabIndex={-1}>
      {question && <Question line={line} question={question} onAsk={() => setOpen(true)} />}
      {settled && <Settled line={line} settled={settled} onTakenBack={refresh} />}
      {isOpen && question && (
        <Suspense>
          <SettleLine line={line} known={question.known} onSettled={refresh} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

type QuestionProps = { line: string; question: NonNullable<LineStatus['question']>; onAsk: () => void };

function Question({ line, question: { isPartly, canBeSettled }, onAsk }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className="line-note-text line-note-open">
        <Icon name="warn" size={16} />
        {canBeSettled && t(isPartly ? 'recipes.line-partly' : 'recipes.line-unknown')}
        {!canBeSettled && t('recipes.line-split')}
      </span>
      {canBeSettled && (
        <Button className="line-note-button" aria-label={`${t('recipes.settle')} ${line}`} onClick={onAsk}>
          {t('recipes.settle')}
        </Button>
      )}
    </>
  );
}

type SettledProps = {
  line: string;
  settled: NonNullable<LineStatus['settled']>;
  onTakenBack: () => Promise<void>;
};

function Settled({ line, settled, onTakenBack }: SettledProps) {
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
          <SettledText settled={settled} />
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

function SettledText({ settled: { isHarmless, foods, maker, settledAt } }: Pick<SettledProps, 'settled'>) {
  const { t, locale, language } = useTranslation();
  const me = useMe().member.id;
  const date = showInstant(settledAt, locale, { dateStyle: 'long' });
  const named = foodList(foods, language, locale);
  const what = isHarmless
    ? foods.length > 0
      ? 'recipes.settled-rest'
      : 'recipes.settled-harmless'
    : 'recipes.settled-food';
  return (
    <>
      {t(what, { foods: named })}{' '}
      <small>
        {maker.kind !== 'member' && t('recipes.settled-by-former', { date })}
        {maker.kind === 'member' && maker.id === me && t('recipes.settled-by-you', { date })}
        {maker.kind === 'member' && maker.id !== me && t('recipes.settled-by', { who: maker.email, date })}
      </small>
    </>
  );
}
