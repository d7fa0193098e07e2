/** The week page, which is the home page. */
import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import type { Meal, Meals } from '#domain/plan/plan.ts';
import { addDays, weekOf } from '#web/base/calendar.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Empty } from '#web/base/ui/page.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { lazyExtra, lazyPart } from '#web/base/ui/lazy-part.ts';
import { useSearch } from '#web/base/router.ts';
import { useMe } from '#web/data/session.ts';
import { type PlanState, type SyncState, retryNow, usePlan, useSync } from '#web/data/sync.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { copyWeek, copyEdits, type FilledSlot, undoChange } from '#web/meals/plan-commands.ts';
import { Notices } from '#web/features/week/notices/notices.tsx';
import { findAskedDate, findMealToAsk } from '#web/features/week/review/asked.ts';
import { beginsAtToday } from '#web/features/week/board/scroll-to-today.ts';
import { useToday } from '#web/data/today.ts';
import { endSkip, useSkippedMeal } from '#web/features/week/slot/skipped-meal.ts';
import { endWhatElse, useWhatElse } from '#web/features/week/slot/something-else.ts';
import { BoardSkeleton, WeekBoard } from '#web/features/week/board/week-board.tsx';
import { PlanLink, WeekHeader } from '#web/features/week/header/week-header.tsx';
import { WeekSheet } from './week-sheet.tsx';
import './empty-week.css';
import './week-page.css';

/** Shown until the family has done or dismissed the first steps. */
const StartHint = lazyExtra(async () => (await import('./start-hint.tsx')).StartHint, 'onboarding');

/** The day after a meal. */
const Review = lazyExtra(
  async () => (await import('#web/features/week/review/review.tsx')).Review,
  'recipes',
);

/** Loaded when a week is planned. */
const ProposalView = lazyPart(
  async () => (await import('#web/features/week/proposal/proposal-view.tsx')).ProposalView,
  'proposal',
  'preferences',
  'recipes',
);

/** Loaded when a meal is moved in a dialog. */
const MoveDialog = lazyPart(
  async () => (await import('#web/features/week/move/move-dialog.tsx')).MoveDialog,
  'preferences',
);

/** Loaded when a meal is skipped. */
const SkipDialog = lazyPart(
  async () => (await import('#web/features/week/skip/skip-dialog.tsx')).SkipDialog,
  'proposal',
  'preferences',
  'recipes',
);

/** Loaded when somebody eats something else. */
const SomethingElseDialog = lazyPart(
  async () => (await import('#web/features/week/slot/something-else-dialog.tsx')).SomethingElseDialog,
  'recipes',
);

/** Loaded when a menu is saved or used. */
const MenusDialog = lazyPart(
  async () => (await import('#web/features/week/menus/menus-dialog.tsx')).MenusDialog,
  'menus',
  'recipes',
);

/** Without `week`, it shows the current week in the family's time zone. */
export function WeekPage({ week: wanted }: { week: string | undefined }) {
  const translation = useTranslation();
  const { t } = translation;
  const {
    timeZone,
    openSteps: [step],
  } = useMe().family;
  const today = useToday(timeZone);
  const thisWeek = weekOf(today);
  const headed = wanted ?? thisWeek;
  // Navigation changes the header at once; the rest is rendered in small steps after that.
  const week = useDeferredValue(headed);
  const plan = usePlan(week);
  // Render the visible part first; the print sheet and the neighbouring weeks follow when idle.
  const isDrawn = useDeferredValue(true, false);
  const last = useWeek(addDays(week, -7), isDrawn);
  const next = useWeek(addDays(week, 7), isDrawn);
  const sync = useSync();
  const isPlanning = useSearch() === '?proposal' && week >= thisWeek;
  const [moving, setMoving] = useState<FilledSlot>();
  const [menus, setMenus] = useState<'save' | 'use'>();
  const skipped = useSkippedMeal();
  const whatElse = useWhatElse();
  const plans = { [last.week]: last.meals, [week]: plan.meals };
  const question = useQuestion(today, plans, !isPlanning && week === thisWeek);
  useUndoKey(t, sync);

  const asksInBoard = plan.state === 'ready' && beginsAtToday({ week, today, meals: plan.meals });

  const here = { week, ...plan };
  const copyFrom = (from: typeof here, to: typeof here) => {
    if (from.state === 'ready' && to.state === 'ready') copyWeek(translation, from, to);
    else showToast({ text: t('week.copy-not-yet') });
  };
  const planLink = week >= thisWeek && !isPlanning && <PlanLink week={week} />;
  const isEmpty = !isPlanning && plan.state === 'ready' && Object.keys(plan.meals).length === 0;
  // What a past week needs is decided.
  const hint = step && !isPlanning && week >= thisWeek && <FirstStepsHint step={step} />;
  return (
    <div className="week">
      <WeekHeader
        week={headed}
        thisWeek={thisWeek}
        plan={!isEmpty && planLink}
        onCopyHere={() => copyFrom(last, here)}
        onCopyOn={() => copyFrom(here, next)}
        onMenus={setMenus}
      />
      <Notices sync={sync} plan={plan} />
      {isEmpty && (
        <EmptyWeek
          plan={planLink}
          canCopy={copyEdits(last, here).edits.length > 0}
          onCopy={() => copyFrom(last, here)}
        />
      )}
      {hint}
      {!asksInBoard && question}
      {isPlanning ? (
        <Suspense fallback={<BoardSkeleton />}>
          <ProposalView key={week} week={week} thisWeek={thisWeek} today={today} />
        </Suspense>
      ) : (
        <Board plan={plan} week={week} today={today} question={asksInBoard && question} onMove={setMoving} />
      )}
      {isDrawn && <WeekSheet week={week} meals={plan.meals} />}
      {moving && (
        <Suspense>
          <MoveDialog from={moving} onClose={() => setMoving(undefined)} />
        </Suspense>
      )}
      {whatElse && (
        <Suspense>
          <SomethingElseDialog asked={whatElse} onClose={endWhatElse} />
        </Suspense>
      )}
      {menus && plan.state === 'ready' && (
        <Suspense>
          <MenusDialog start={menus} week={week} meals={plan.meals} onClose={() => setMenus(undefined)} />
        </Suspense>
      )}
      {skipped && (
        <Suspense>
          <SkipDialog from={skipped} onClose={endSkip} />
        </Suspense>
      )}
    </div>
  );
}

/** Preloads a week for navigation and copying. */
function useWeek(week: string, isWanted: boolean) {
  return { week, ...usePlan(isWanted ? week : undefined) };
}

/** The question how yesterday's meal was. */
function useQuestion(today: string, plans: Record<string, Meals>, isWanted: boolean): ReactNode {
  // As it was when the page was opened: the question stays while somebody gives stars.
  const [askedDate, setAskedDate] = useState(findAskedDate);
  const { meal, date = '' } = (isWanted && findMealToAsk(today, askedDate, plans)) || {};
  // Memoised, because the board is rendered again only if one of its properties has changed.
  return useMemo(() => meal && <Question meal={meal} date={date} onClose={setAskedDate} />, [meal, date]);
}

function FirstStepsHint({ step }: ComponentProps<typeof StartHint>) {
  return (
    <div className="week-hint">
      <Suspense>
        <StartHint step={step} />
      </Suspense>
    </div>
  );
}

type QuestionProps = { meal: Meal; date: string; onClose: (date: string) => void };

function Question({ meal, date, onClose }: QuestionProps) {
  return (
    <div className="week-hint week-question">
      <Suspense>
        <Review meal={meal} date={date} onClose={() => onClose(date)} />
      </Suspense>
    </div>
  );
}

type BoardProps = {
  plan: PlanState;
  week: string;
  today: string;
  question: ReactNode;
  onMove: (filled: FilledSlot) => void;
};

function Board({ plan, week, today, question, onMove }: BoardProps) {
  const { t } = useTranslation();
  if (plan.state === 'loading') return <BoardSkeleton />;
  if (plan.state === 'ready')
    return <WeekBoard week={week} meals={plan.meals} today={today} question={question} onMove={onMove} />;
  return (
    <Empty title={t('week.failed')} picture={<Icon name="no-answer" size={48} />}>
      <p>{t('week.failed-why')}</p>
      <Button kind="primary" onClick={retryNow}>
        {t('week.try-again')}
      </Button>
    </Empty>
  );
}

/** Ctrl+Z undoes the last change, except in a text field. */
function useUndoKey(t: Translate, { lastChange }: SyncState): void {
  const undoLast = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
    const isBusy = document.activeElement?.matches('input, textarea, dialog *');
    if (!isUndo || isBusy || !lastChange) return;
    event.preventDefault();
    undoChange(t, lastChange.what, lastChange.id);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => undoLast(event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

type EmptyProps = { plan: ReactNode; canCopy: boolean; onCopy: () => void };

/** The hint above the board of an empty week. */
function EmptyWeek({ plan, canCopy, onCopy }: EmptyProps) {
  const { t } = useTranslation();
  return (
    <section className="week-empty" aria-labelledby="week-empty">
      <Icon name="bowl" size={36} />
      <div>
        <h2 id="week-empty">{t('week.empty')}</h2>
        <p>{t(canCopy ? 'week.empty-or-copy' : 'week.empty-start')}</p>
      </div>
      {canCopy && (
        <Button icon={<Icon name="copy" />} onClick={onCopy}>
          {t('week.copy-here')}
        </Button>
      )}
      {plan}
    </section>
  );
}
