/**
 * The kitchen display: today's next meal in large type, and the next days. It needs no input: it updates
 * automatically, keeps the screen on, uses dark colours at night and reloads for new versions. Open to
 * members and to devices with a display link.
 */
import { useEffect } from 'react';
import type { MessageId } from '#languages/message-ids.ts';
import { useScreenOn } from '#web/base/wake-lock.ts';
import { Link } from '#web/base/ui/link.tsx';
import { Logo } from '#web/base/ui/logo.tsx';
import { usePageTitle } from '#web/base/ui/page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { DisplayWeek } from './display-week.tsx';
import { useDisplay, type DisplayStatus } from './display-query.ts';
import './display-page.css';

export function DisplayPage() {
  const display = useDisplay();
  useScreenOn();
  useReloadOnUpdate();
  return typeof display === 'string' ? <DisplayStatusPage state={display} /> : <DisplayWeek {...display} />;
}

const CHECK_INTERVAL_MS = 600_000;
const SCRIPTS = /src="(\/assets\/[\w-]+\.js)"/g;

/** Reloads the page when the server has a newer version, since nobody reloads a wall display by hand. */
function useReloadOnUpdate(): void {
  useEffect(() => {
    const timer = window.setInterval(() => void reloadIfNewer().catch(() => {}), CHECK_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, []);
}

async function reloadIfNewer(): Promise<void> {
  const response = await fetch('/', { cache: 'no-cache' });
  // Only our own page has such scripts. The login page of a Wi-Fi hotspot must not cause a reload.
  const newest = Array.from((await response.text()).matchAll(SCRIPTS), ([, path]) => path);
  if (response.ok && newest.some((path) => !document.querySelector(`script[src="${path}"]`)))
    location.reload();
}

const TEXTS: Record<DisplayStatus, { title: MessageId; why?: MessageId }> = {
  waiting: { title: 'app.loading' },
  'no-answer': { title: 'display.no-answer', why: 'display.no-answer-why' },
  'no-link': { title: 'display.no-link', why: 'display.no-link-why' },
  ended: { title: 'display.ended', why: 'display.ended-why' },
};

/**
 * Shown while the display has no week: loading, offline, without a link or with an ended one. Shows no family
 * data.
 */
function DisplayStatusPage({ state }: { state: DisplayStatus }) {
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
