/** The header of a proposal: its mix, what is missing, and actions. The explanations are below the meals. */
import { useLayoutEffect, useRef } from 'react';
import type { Proposal, WeekTotals } from '#domain/proposal/proposal.ts';
import { ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { showMoney } from '#web/base/i18n/money.ts';
import { useMe } from '#web/data/session.ts';
import type { useAccepting } from './accepting.ts';
import { ProposalIcon } from './proposal-icon.tsx';
import type { Replanning } from './replanning.ts';
import { countMeals } from './meals.ts';
import { type ProposalState, proposeOthers } from './proposals.ts';

type HeadProps = {
  week: string;
  state: ProposalState;
  replanning: Replanning;
  accepting: ReturnType<typeof useAccepting>;
};

export function ProposalHead(props: HeadProps) {
  const { state, replanning, accepting } = props;
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const proposal = state.response?.proposal;
  return (
    <div className="proposal-head">
      <h2 ref={heading} id="proposal" tabIndex={-1}>
        {t(proposal ? 'proposal.title' : 'proposal.planning')}
      </h2>
      {proposal && <Balance totals={proposal.totals} />}
      {proposal && !accepting.isUnderWay && <MissingLink proposal={proposal} />}
      <Actions {...props} />
      {replanning.failure && <Failed replanning={replanning} />}
      {accepting.wasOutdated && <Banner icon="book">{t('proposal.outdated')}</Banner>}
    </div>
  );
}

/** Leads to the explanation below the meals. */
function MissingLink({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const { gaps } = countMeals(proposal);
  if (gaps === 0 && proposal.unmet.length === 0) return null;
  return (
    <Button kind="quiet" className="proposal-missing-link" icon={<Icon name="warn" />} onClick={showProblems}>
      {t('proposal.gaps', { gaps })}
    </Button>
  );
}

function showProblems(): void {
  const problems = document.querySelector<HTMLElement>('#proposal-problems');
  problems?.scrollIntoView({ block: 'center' });
  problems?.focus({ preventScroll: true });
}

function Actions({ week, state: { response, isBusy }, replanning, accepting }: HeadProps) {
  const { t } = useTranslation();
  const count = response ? countMeals(response.proposal).count : 0;
  return (
    <div className="proposal-actions">
      <Button kind="quiet" onClick={accepting.leave}>
        {t('proposal.discard')}
      </Button>
      {response && (
        <Button icon={<ProposalIcon name="again" />} busy={isBusy} onClick={() => void proposeOthers(week)}>
          {t('proposal.others')}
        </Button>
      )}
      {response && count > 0 && (
        <Button
          kind="primary"
          icon={<Icon name="check" />}
          busy={isBusy || !replanning.isCurrent || accepting.isUnderWay}
          onClick={() => accepting.accept(response)}
        >
          {t('proposal.accept')}
        </Button>
      )}
    </div>
  );
}

function Failed({ replanning: { failure, retry } }: { replanning: Replanning }) {
  const { t } = useTranslation();
  const isFull = failure instanceof ApiError && failure.code === 'planner-busy';
  return (
    <Banner kind="warn" icon="no-answer" action={<Button onClick={retry}>{t('week.try-again')}</Button>}>
      {isFull ? t('proposal.full') : problemText(t, failure)}
    </Banner>
  );
}

const SIGNS = [
  ['meat', 'meat', 'proposal.balance.meat', 'proposal.balance-word.meat'],
  ['fish', 'fish', 'proposal.balance.fish', 'proposal.balance-word.fish'],
  ['plants', 'leaf', 'proposal.balance.plants', 'proposal.balance-word.plants'],
  ['isNew', 'new', 'proposal.balance.new', 'proposal.balance-word.new'],
] as const;

/** The mix of a proposed week in one line of signs: meat, fish, neither, new dishes, and the cost. */
function Balance({ totals: { balance, costCents } }: { totals: WeekTotals }) {
  const { t, locale } = useTranslation();
  const cost = showMoney(costCents, locale, useMe().family.currency);
  return (
    <ul className="proposal-balance" aria-label={t('proposal.balance')}>
      {SIGNS.filter(([figure]) => balance[figure] > 0).map(([figure, icon, text, word]) => (
        <li key={figure} title={t(text, { meals: balance[figure] })}>
          <ProposalIcon name={icon} size={18} />
          <span className="sr-only">{t(text, { meals: balance[figure] })}</span>
          <span aria-hidden="true">
            {balance[figure]}
            <span className="proposal-balance-word"> {t(word)}</span>
          </span>
        </li>
      ))}
      {costCents > 0 && (
        <li title={t('proposal.balance.cost', { cost })}>
          <ProposalIcon name="cost" size={18} />
          <span className="sr-only">{t('proposal.balance.cost', { cost })}</span>
          <span aria-hidden="true">{cost}</span>
        </li>
      )}
    </ul>
  );
}
