/** The hint above the board of an empty week. */
import type { ReactNode } from 'react';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './empty-week.css';

type EmptyProps = { plan: ReactNode; canCopy: boolean; onCopy: () => void };

export function EmptyWeek({ plan, canCopy, onCopy }: EmptyProps) {
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
