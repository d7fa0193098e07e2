/**
 * Accepts a proposal as one change of the plan, so that undo and conflicts work as usual. If recipes or
 * preferences have changed meanwhile, the server refuses it; then a new proposal is requested that keeps the
 * locked meals.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { navigate } from '#web/base/router.ts';
import { change, dismissRefused, useSync } from '#web/data/sync.ts';
import { undoChange } from '#web/meals/plan-commands.ts';
import { pathOf } from '#web/base/week-path.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { acceptEdits, countMeals } from './meals.ts';
import { forget, propose } from './proposals.ts';

type Accepted = { id: string; what: string };
type Parts = { week: string; thisWeek: string; today: string; onAnnounce: (text: string) => void };

export function useAccepting({ week, thisWeek, today, onAnnounce }: Parts) {
  const { t } = useTranslation();
  const sync = useSync();
  const [pending, setPending] = useState<Accepted>();
  const [wasOutdated, setOutdated] = useState(false);

  const leave = () => {
    // The pressed button disappears with the proposal.
    document.querySelector<HTMLElement>('.week-title h1')?.focus({ preventScroll: true });
    forget(week);
    navigate(pathOf(week, thisWeek), 'replace');
  };
  const refused = sync.refused.find(({ id }) => id === pending?.id);
  const isOutdated = refused?.reason.code === 'proposal-outdated';
  const isSent = sync.waiting === 0 || !sync.isOnline;
  const finish = useEffectEvent(({ id, what }: Accepted) => {
    if (isOutdated) {
      dismissRefused(id);
      setPending(undefined);
      setOutdated(true);
      onAnnounce(t('proposal.outdated'));
      void propose(week);
      return;
    }
    leave();
    if (refused) return;
    const action = { label: t('week.undo'), run: () => undoChange(t, what, id) };
    showToast({ text: what, action });
  });
  useEffect(() => {
    if (pending && (isOutdated || isSent)) finish(pending);
  }, [pending, isOutdated, isSent]);

  return {
    /** The board shows the meals; the server has not confirmed them yet. */
    isUnderWay: pending !== undefined,
    wasOutdated,
    leave,
    accept(response: ResponseOf<'POST /app/api/weeks/:week/proposal'>) {
      const what = t('proposal.did-accept', countMeals(response.proposal));
      const id = change(acceptEdits(response, today), what, response.basis);
      if (id !== undefined) setPending({ id, what });
    },
  };
}
