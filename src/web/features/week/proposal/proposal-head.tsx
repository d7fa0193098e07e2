/** The header of a proposal: its mix, what is missing, and actions. The explanations are below the meals. */
import { useLayoutEffect, useRef } from 'react';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { useAccepting } from './accepting.ts';
import { ProposalIcon } from './proposal-icon.tsx';
import type { Replanning } from './replanning.ts';
import { Balance } from './balance.tsx';
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
