/**
 * Sensitive actions require a proof of the last ten minutes. `request` asks for it here and then repeats the action, so
 * that no page needs to know which actions these are.
 */
import { Suspense } from 'react';
import { reauthentication } from '#web/base/api.ts';
import { lazyPart } from '#web/base/ui/lazy-part.ts';
import { createStore, useStore } from '#web/base/store.ts';

const ReauthenticationDialog = lazyPart(
  async () =>
    (await import('#web/accounts/reauthentication/reauthentication-dialog.tsx')).ReauthenticationDialog,
  'auth',
);

const answering = createStore<((isReauthenticated: boolean) => void) | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** Several actions at once share one dialog. */
reauthentication.ask = () => (asking ??= ask().finally(() => (asking = undefined)));

async function ask(): Promise<boolean> {
  const isLoaded = await ReauthenticationDialog.preload().catch(() => undefined);
  if (!isLoaded) return false;
  return new Promise<boolean>(answering.set).finally(() => answering.set(undefined));
}

/** Rendered once, above the page. */
export function Reauthentication() {
  const answer = useStore(answering, (current) => current);
  return answer && <Suspense>{<ReauthenticationDialog onAnswer={answer} />}</Suspense>;
}
