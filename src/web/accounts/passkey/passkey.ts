/** Makes passkeys and signs with them, through the browser. The library is loaded at the first use. */
import type { RequestOf, ResponseOf } from '#http/app-api.ts';
import { ApiError, api } from '#web/base/api.ts';

type AuthenticationResponse = RequestOf<'POST /app/api/passkeys/sign-in'>['body']['response'];

const library = () => import('@simplewebauthn/browser');

/** Shorter than a challenge is valid, which is five minutes. */
const RENEWAL_MS = 240_000;

/** Old browsers and many browsers inside of apps have no passkeys; no browser has them at an insecure address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Asks the browser to make a passkey for the signed-in member. Returns its name. */
export async function addPasskey(): Promise<string> {
  const { startRegistration } = await library();
  const { options } = await api('POST /app/api/passkeys/options');
  const response = await startRegistration({ optionsJSON: options });
  const { name } = await api('POST /app/api/passkeys', { body: { response } });
  return name;
}

/** Shows the browser's dialog. Returns the id of the member who has signed in. */
export async function signInWithPasskey(): Promise<string> {
  const { startAuthentication } = await library();
  return finishSignIn(await startAuthentication({ optionsJSON: await requestOptions() }));
}

export async function reauthenticateWithPasskey(): Promise<void> {
  const { startAuthentication } = await library();
  const { options } = await api('POST /app/api/reauthentication/passkey/options');
  await api('POST /app/api/reauthentication/passkey', {
    body: {
      response: await startAuthentication({ optionsJSON: options }),
    },
  });
}

type Autofill = { onSignedIn: (member: string) => Promise<void>; onFailure: (error: unknown) => void };

/**
 * Offers passkeys among the suggestions of the email field, which needs `autocomplete="username webauthn"`. Ends when
 * the returned function is called, and when another dialog for passkeys opens.
 */
export function offerInAutofill({ onSignedIn, onFailure }: Autofill): () => void {
  let hasEnded = false;
  const run = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await library();
    if (!(await browserSupportsWebAuthnAutofill()) || hasEnded) return;
    const optionsJSON = await requestOptions();
    if (hasEnded) return;
    // The library cancels the previous offer.
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    await onSignedIn(await finishSignIn(response));
  };
  // The form works without the offer; only a passkey that was chosen and refused is worth a message.
  const start = () => void run().catch((error: unknown) => error instanceof ApiError && onFailure(error));
  start();
  const timer = setInterval(() => !document.hidden && start(), RENEWAL_MS);
  return () => {
    hasEnded = true;
    clearInterval(timer);
    void library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
  };
}

/** Whether the user has closed the browser's dialog, or another one has replaced it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);
}

/** Whether the device says that it has a passkey of this account already. */
export function isMadeBefore(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

async function requestOptions(): Promise<ResponseOf<'POST /app/api/passkeys/sign-in/options'>['options']> {
  return (await api('POST /app/api/passkeys/sign-in/options')).options;
}

async function finishSignIn(response: AuthenticationResponse): Promise<string> {
  try {
    return (await api('POST /app/api/passkeys/sign-in', { body: { response } })).member;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey-unknown') await forget(response.id);
    throw error;
  }
}

/** The device need not offer a passkey again that was removed here. Few browsers can do it. */
async function forget(credentialID: string): Promise<void> {
  const { sendSignal } = await library();
  const signal = { signalName: 'unknownCredential', rpID: location.hostname, credentialID } as const;
  await sendSignal(signal).catch(() => {});
}
