/**
 * Shown while the display has no week: loading, offline, without a link or with an ended one. Shows no family
 * data.
 */
import { Link } from '#web/base/ui/link.tsx';
import { Logo } from '#web/base/ui/logo.tsx';
import { usePageTitle } from '#web/base/ui/page.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { DisplayStatus } from './display-query.ts';

const TEXTS: Record<DisplayStatus, { title: MessageId; why?: MessageId }> = {
  waiting: { title: 'app.loading' },
  'no-answer': { title: 'display.no-answer', why: 'display.no-answer-why' },
  'no-link': { title: 'display.no-link', why: 'display.no-link-why' },
  ended: { title: 'display.ended', why: 'display.ended-why' },
};

export function DisplayStatusPage({ state }: { state: DisplayStatus }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('display.title'));
  const { title, why } = TEXTS[state];
  return (
    <main className="display-away">
      <Logo size={72} />
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          {t(title)}
        </h1>
        {why && <p>{t(why)}</p>}
      </div>
      {state === 'no-link' && (
        <Link href="/sign-in?back=%2Fdisplay" className="button button-primary">
          {t('display.sign-in')}
        </Link>
      )}
    </main>
  );
}
