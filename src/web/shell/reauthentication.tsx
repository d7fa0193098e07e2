/** The dialog that asks for the proof that a sensitive action requires. */
import { Suspense, useEffect, useState } from 'react';
import { reauthenticating } from '#web/base/reauthentication.ts';
import { lazyPart } from '#web/base/ui/lazy-part.ts';
import { useStore } from '#web/base/store.ts';

const ReauthenticationDialog = lazyPart(
  async () =>
    (await import('#web/accounts/reauthentication/reauthentication-dialog.tsx')).ReauthenticationDialog,
  'auth',
);

/** Rendered once, above the page. */
export function Reauthentication() {
  const answer = useStore(reauthenticating, (current) => current);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    // Without the dialog nobody can answer.
    if (answer)
      ReauthenticationDialog.preload().then(
        () => setLoaded(true),
        () => answer(false),
      );
  }, [answer]);
  return (
    answer &&
    isLoaded && (
      <Suspense>
        <ReauthenticationDialog onAnswer={answer} />
      </Suspense>
    )
  );
}
