/** Copies a text and shows the result for a moment. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

const FEEDBACK_MS = 3_000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = window.setTimeout(() => setOutcome(undefined), FEEDBACK_MS);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // Browsers have no clipboard API on plain http; then the person must copy by hand.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <Button icon={<Icon name={outcome === 'copied' ? 'check' : 'copy'} />} onClick={copy}>
      <span aria-live="polite">
        {outcome === 'copied' ? t('ui.copied') : outcome === 'failed' ? t('ui.copy-failed') : label}
      </span>
    </Button>
  );
}
