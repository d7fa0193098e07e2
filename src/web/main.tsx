/**
 * Renders the app. Waits up to a second for messages, session, page and week, so that the first render is
 * complete; index.html shows a skeleton until then.
 */
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preloadPage } from './shell/app.tsx';
import { dateAt, weekOf } from '#web/base/calendar.ts';
import { homeWeek, prefetched, startedLanguage } from './shell/first-page.ts';
import { queries } from '#web/data/session.ts';
import { preloadWeek } from '#web/data/sync.ts';

const TIMEOUT_MS = 1_000;

// Not awaited at the top level: a page's script imports this one, and would wait for it.
void start();

async function start(): Promise<void> {
  await startedLanguage;
  await Promise.race([firstPage().catch(() => {}), timeout()]);
  // A transition renders in small steps and keeps the browser responsive.
  startTransition(() =>
    createRoot(document.querySelector('#app') as Element).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <App />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
}

async function firstPage(): Promise<void> {
  // Wait for the prefetch, to avoid a second request.
  await prefetched;
  const me = await preloadPage(location.pathname);
  if (!me || !homeWeek) return;
  const { id: family, timeZone } = me.family;
  await preloadWeek({ family, member: me.member.id }, homeWeek.week ?? weekOf(dateAt(Date.now(), timeZone)));
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
}
