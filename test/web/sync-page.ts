/**
 * A page with nothing but the plan store on it, built as the app is: a test acts through `window.sync`
 * and looks at `window.seen`, or at what Monday's dinner was each time it was drawn. It comes with the
 * service worker, which knows this page as it knows the app.
 */
import { join } from 'node:path';
import { build } from 'vite';

const ENTRY = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { completeSignIn, signOut, useSession } from '#web/session.ts';
  import * as sync from '#web/offline/sync.ts';
  import { registerWorker, useNewerVersion } from '#web/offline/register-worker.ts';

  const week = new URLSearchParams(location.search).get('week') ?? '2026-11-09';
  function Week() {
    window.seen = { ...sync.useSync(), plan: sync.usePlan(week), isNewer: useNewerVersion() };
    window.mondays.push(window.seen.plan.meals.Monday?.dinner?.description ?? null);
    return null;
  }
  function Page() {
    const { state } = useSession();
    window.session = state;
    return state === 'signed-in' || state === 'expired' ? createElement(Week) : null;
  }
  window.sync = { ...sync, completeSignIn, signOut };
  window.load = LOAD;
  window.mondays = [];
  registerWorker();
  createRoot(document.querySelector('main')).render(createElement(Page));
`;

/** A stuck file is asked for and never comes. */
export type Files = Map<string, { type: string; body: string; status?: number; isStuck?: boolean }>;

/** `version` tells one build from another; without a worker, the one it builds retires itself. */
export async function buildSyncPage(
  version: string,
  worker: 'with-worker' | 'without-worker',
): Promise<Files> {
  const page = await bundle('sync-page', ENTRY.replace('LOAD', JSON.stringify(version)), 'production');
  const own = await bundle(
    'sync-worker',
    "import '#web/offline/service-worker.ts'",
    worker === 'with-worker' ? 'production' : worker,
  );
  // A new name for each version, as all built files have.
  const script = `/assets/page-${version}.js`;
  const html = `<!doctype html><title>Sync</title><main></main><script type="module" src="${script}"></script>`;
  const built = JSON.stringify({ version, files: [script] });
  return new Map([
    ['/', { type: 'text/html', body: html }],
    [script, { type: 'text/javascript', body: page }],
    ['/service-worker.js', { type: 'text/javascript', body: `const BUILT=${built};${own}` }],
  ]);
}

async function bundle(name: string, code: string, mode: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '../..'),
    logLevel: 'silent',
    mode,
    // Vite goes by the environment, which says that this is a test.
    define: { 'import.meta.env.PROD': 'true', 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === name ? join(import.meta.dirname, `${name}.js`) : undefined),
        load: (id) => (id.endsWith(`/${name}.js`) ? code : undefined),
      },
    ],
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: name } },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('Nothing was built.');
  return output.output[0].code;
}
