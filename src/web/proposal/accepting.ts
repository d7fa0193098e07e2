/**
 * Accepting a proposal: one change, made as every other, so that it can be undone and a conflict is shown.
 * If recipes or wishes are others by now, nothing was stored: then it is planned anew around what was kept.
 */
import { useEffect, useState } from 'react';
import type { ProposalResponse } from '#http/app/contract.ts';
import { showToast } from '#web/ui/toast.tsx';
import { navigate } from '#web/router.ts';
import { change, dismissRefused, useSync } from '#web/offline/sync.ts';
import { undoChange } from '#web/week/commands.ts';
import { pathOf } from '#web/week/week-path.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { acceptEdits, countMeals } from './meals.ts';
import { forget, propose } from './proposals.ts';

type Parts = { week: string; thisWeek: string; today: string; onNews: (news: string) => void };

export function useAccepting({ week, thisWeek, today, onNews }: Parts) {
  const { t } = useTranslation();
  const sync = useSync();
  const [made, setMade] = useState<{ id: string; what: string }>();
  const [wasOutdated, setOutdated] = useState(false);

  const leave = () => {
    forget(week);
    navigate(pathOf(week, thisWeek), 'replace');
  };
  const refused = sync.refused.find(({ id }) => id === made?.id);
  useEffect(() => {
    if (!made) return;
    if (refused?.reason.code === 'proposal-outdated') {
      dismissRefused(made.id);
      setMade(undefined);
      setOutdated(true);
      onNews(t('proposal.outdated'));
      void propose(week);
    } else if (sync.waiting === 0 || !sync.isOnline) {
      const { id, what } = made;
      leave();
      if (!refused) {
        const action = { label: t('week.undo'), run: () => undoChange(t, what, id) };
        showToast({ text: what, action });
      }
    }
  });

  return {
    /** It is on the screen already; the service has not answered yet. */
    isUnderWay: made !== undefined,
    wasOutdated,
    leave,
    accept(answer: ProposalResponse) {
      const what = t('proposal.did-accept', countMeals(answer.proposal));
      const id = change(acceptEdits(answer, today), what, answer.basis);
      if (id !== undefined) setMade({ id, what });
    },
  };
}
