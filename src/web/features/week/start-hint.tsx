/** A quiet reminder on the week page of a step that the family has skipped. */
import type { StartStep } from '#domain/preferences/start-steps.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './start-hint.css';

export function StartHint({ step }: { step: StartStep }) {
  const { t } = useTranslation();
  const dismiss = async () => {
    try {
      // Loaded on demand: the hint is part of the week page's first load.
      const { dismissSteps } = await import('#web/data/queries/start-preferences.ts');
      await dismissSteps();
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
  };
  return (
    <aside className="start-hint" aria-label={t('onboarding.hint-open')}>
      <p>
        {t(step === 'eaters' ? 'onboarding.hint-eaters' : 'onboarding.hint-slots')}{' '}
        <Link href={`/start?step=${step}`}>{t('onboarding.hint-open')}</Link>
      </p>
      <IconButton label={t('onboarding.hint-dismiss')} onClick={() => void dismiss()}>
        <Icon name="close" size={18} />
      </IconButton>
    </aside>
  );
}
