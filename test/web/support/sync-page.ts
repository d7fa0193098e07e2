/**
 * Builds a page that consists of the plan store only. A test calls `window.sync` and reads the store's state from
 * `window.state`, and Monday's dinner of each render from `window.mondays`. The app's service worker serves it offline.
 */
import { join } from 'node:path';
import { build } from 'vite';
import type { Files } from '#test/support/servers/http-proxy.ts';

const ENTRY = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { completeSignIn, signOut, useSession } from '#web/data/session.ts';
  import * as sync from '#web/data/sync.ts';
  import { registerWorker, useNewerVersion } from '#web/data/register-worker.ts';

  const week = new URLSearchParams(location.search).get('week') ?? '2026-11-09';
  function Week() {
    window.state = { ...sync.useSync(), plan: sync.usePlan(week), isNewer: useNewerVersion() };
    window.mondays.push(window.state.plan.meals.Monday?.dinner?.description ?? null);
    return null;
  }
  function Page() {
    const { state } = useSession();
    window.session = state;
    return state === 'signed-in' || state === 'expired' ? createElement(Week) : null;
  }
  window.sync = { ...sync, completeSignIn, signOut };
  window.version = VERSION;
  window.mondays = [];
  registerWorker();
  createRoot(document.querySelector('main')).render(createElement(Page));
`;

/** `version` distinguishes builds. The worker of a build `without-worker` unregisters itself. */
export async function buildSyncPage(
  version: string,
  worker: 'with-worker' | 'without-worker',
): Promise<Files> {
  const page = await bundleOnce('sync-page', ENTRY, 'production');
  const workerScript = await bundleOnce(
    'sync-worker',
    "import '#web/data/service-worker.ts'",
    worker === 'with-worker' ? 'production' : worker,
  );
  // The name differs for each version, like the hashed names of built files.
  const script = `/assets/page-${version}.js`;
  const html = `<!doctype html><title>Sync</title><main></main><script type="module" src="${script}"></script>`;
  const built = JSON.stringify({ version, files: [script] });
  return new Map([
    ['/', { type: 'text/html', body: html }],
    [script, { type: 'text/javascript', body: `const VERSION=${JSON.stringify(version)};${page}` }],
    ['/service-worker.js', { type: 'text/javascript', body: `const BUILT=${built};${workerScript}` }],
  ]);
}

const bundles = new Map<string, Promise<string>>();

/** Builds differ only in constants that precede the bundle. */
function bundleOnce(name: string, code: string, mode: string): Promise<string> {
  return bundles.getOrInsertComputed(`${name} ${mode}`, () => bundle(name, code, mode));
}

async function bundle(name: string, code: string, mode: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '../../..'),
    logLevel: 'silent',
    mode,
    // Vite would take the mode from NODE_ENV, which is `test` here.
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
  if (!output || !('output' in output)) throw new Error('The build has no output.');
  return output.output[0].code;
}
