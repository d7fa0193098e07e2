/** The frame of a first step: where one is, and buttons to go on with or without saving. */
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

type FormProps = {
  step: 1 | 2;
  title: string;
  lead: string;
  action: string;
  children: ReactNode;
  onSave: () => Promise<void>;
  onNext: () => void;
};

export function StepForm({ step, title, lead, action, children, onSave, onNext }: FormProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await onSave();
      onNext();
    } catch (error) {
      setFailure(problemText(t, error));
      setBusy(false);
    }
  };
  return (
    <form className="start-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="start-progress">
        <progress value={step} max={3} aria-label={t('onboarding.step', { step })} />
        <span aria-hidden="true">{t('onboarding.step', { step })}</span>
      </div>
      <PageHeader title={title} lead={lead} />
      {children}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <div className="start-actions end-bar">
        <Button kind="quiet" onClick={onNext}>
          {t('onboarding.skip')}
        </Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
