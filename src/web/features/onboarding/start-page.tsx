/** The first steps after sign-up: who eats, which meals, and then a proposal for the first week. */
import { type ReactNode, useEffect } from 'react';
import { START_STEPS, type StartStep } from '#domain/preferences/start-steps.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { navigate, useSearch } from '#web/base/router.ts';
import { useMe } from '#web/data/session.ts';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { EatersStep } from './eaters-step.tsx';
import { SlotsStep } from './slots-step.tsx';
import './start-page.css';

const STEPS: Record<StartStep, (props: { saved: SavedPreferences }) => ReactNode> = {
  eaters: EatersStep,
  slots: SlotsStep,
};

export function StartPage() {
  const { t } = useTranslation();
  const wanted = new URLSearchParams(useSearch()).get('step');
  const [firstOpen] = useMe().family.openSteps ?? [];
  const step = START_STEPS.find((name) => name === wanted) ?? firstOpen;
  const { data, error } = usePreferences();
  useEffect(() => {
    if (!step) navigate('/', 'replace');
  }, [step]);
  if (!step) return null;
  const Step = STEPS[step];
  return (
    <div className="start">
      {data && <Step saved={data} />}
      {!data && !error && <Skeleton label={t('app.loading')} lines={5} />}
      {!data && error && <Banner kind="bad">{problemText(t, error)}</Banner>}
    </div>
  );
}
