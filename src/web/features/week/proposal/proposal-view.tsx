/** The view of a proposed week, which replaces the board. Announces changes to screen readers. */
import { useState } from 'react';
import { dishesOf, hasDishForSome, type Meals, mealsIn, type Place } from '#domain/plan/plan.ts';
import { type WarnedMeal, warningsAt } from '#domain/preferences/warnings.ts';
import { acceptedMeal, type Proposal } from '#domain/proposal/proposal.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { usePlan } from '#web/data/sync.ts';
import { PrintedWarnings } from '#web/features/week/warnings/sheet-warnings.tsx';
import { BoardSkeleton } from '#web/features/week/board/week-board.tsx';
import { useMe } from '#web/data/session.ts';
import { useMealWarnings } from '#web/data/queries/meal-warnings.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useNames } from '#web/features/week/proposal/texts/names.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { sentencesOf } from '#web/meals/warnings/warning-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { brief } from '#web/meals/meal-text.ts';
import { useAccepting } from './accepting.ts';
import { useReplanning } from './replanning.ts';
import { MealDialog } from './meal-dialog.tsx';
import { countMeals, mealIn } from './meals.ts';
import { Missing } from './missing.tsx';
import { ProposalBoard } from './proposal-board.tsx';
import type { SaidOf } from './said.ts';
import { ProposalHead } from './proposal-head.tsx';
import { proposalOf, useProposal } from './proposals.ts';
import { Totals } from './totals.tsx';
import './proposal-view.css';

type ViewProps = { week: string; thisWeek: string; today: string };

export function ProposalView({ week, thisWeek, today }: ViewProps) {
  const names = useNames();
  const { hasEaterRules } = useMe().family;
  const { meals } = usePlan(week);
  const state = useProposal(week);
  const [announcement, announce] = useAnnouncement(week, state.response?.proposal);
  const [open, setOpen] = useState<Place>();
  const replanning = useReplanning(week, state, meals);
  const accepting = useAccepting({ week, thisWeek, today, onAnnounce: announce });
  // Accepted meals are already on the board, before the server has confirmed them.
  const proposal = accepting.isUnderWay ? undefined : state.response?.proposal;
  const opened = open && mealIn(proposal, open);
  const said = useProposalWarnings(week, state.response, meals);
  const shared = { names, week, said, locked: state.lockedPlaces };
  return (
    <section className="proposal" aria-labelledby="proposal" aria-busy={state.isBusy}>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ProposalHead week={week} state={state} replanning={replanning} accepting={accepting} />
      {state.response && (
        <ProposalBoard {...shared} today={today} meals={meals} proposal={proposal} onOpen={setOpen} />
      )}
      {!state.response && !replanning.failure && <BoardSkeleton />}
      {state.response && proposal && (
        <div className="proposal-notes">
          <Missing names={names} proposal={proposal} />
          <LeftOut meals={state.response.leftOut} />
          <Totals names={names} totals={proposal.totals} />
        </div>
      )}
      {(hasEaterRules || hasDishForSome(meals)) && <PrintedWarnings week={week} meals={meals} />}
      {opened && proposal && (
        <MealDialog
          {...shared}
          meal={opened}
          proposal={proposal}
          isBusy={state.isBusy}
          onAnnounce={announce}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/** Of the proposed meals, and of those that the family placed. */
function useProposalWarnings(
  week: string,
  response: ResponseOf<'POST /app/api/weeks/:week/proposal'> | undefined,
  meals: Meals,
): SaidOf {
  const proposed = response?.proposal.meals.flatMap((meal) => acceptedMeal(meal) ?? []) ?? [];
  const { warnings, absent, variantNames } = useMealWarnings(
    [...mealsIn(meals), ...proposed].flatMap(dishesOf),
    { week },
  );
  return (place) => ({ warnings: warningsAt(warnings, absent, place), variantNames });
}

/** The announcement for screen readers: what a person has just done, or the number of meals of a newer proposal. */
function useAnnouncement(week: string, proposal: Proposal | undefined) {
  const { t } = useTranslation();
  const [announced, setAnnounced] = useState<{ text: string; proposal: Proposal | undefined }>();
  const announce = (text: string) => setAnnounced({ text, proposal: proposalOf(week) });
  const counts = proposal ? t('proposal.announcement', countMeals(proposal)) : '';
  return [announced?.proposal === proposal ? (announced?.text ?? counts) : counts, announce] as const;
}

/** Recurring meals that were not proposed, because they are not for every eater. */
function LeftOut({ meals }: { meals: readonly WarnedMeal[] }) {
  const translation = useTranslation();
  const { t, locale } = translation;
  if (meals.length === 0) return null;
  const change = (
    <Link href="/preferences#recurring" className="button button-plain">
      {t('proposal.left-out-change')}
    </Link>
  );
  return (
    <Banner kind="warn" icon="warn" action={change}>
      <ul className="proposal-missing">
        {meals.map(({ day, slot, meal, warnings }) => (
          <li key={day + slot}>
            <strong>
              {t('proposal.left-out', { day: dayName(day, locale), meal: brief(meal.description) })}
            </strong>{' '}
            {sentencesOf(translation, warnings)
              .map(({ text }) => `${text}.`)
              .join(' ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
