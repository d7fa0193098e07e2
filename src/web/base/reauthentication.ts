/**
 * Sensitive actions require a proof of the last ten minutes. `api` asks for it here and then repeats the action, so that no
 * page needs to know which actions these are. The layout shows the dialog while someone is asked.
 */
import { createStore } from './store.ts';

type Answer = (isReauthenticated: boolean) => void;

/** Takes the answer of the member who is asked. */
export const reauthenticating = createStore<Answer | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** Returns whether the member has given the proof. Several actions at once share one dialog. */
export function reauthenticate(): Promise<boolean> {
  return (asking ??= new Promise<boolean>(reauthenticating.set).finally(() => {
    asking = undefined;
    reauthenticating.set(undefined);
  }));
}
