/**
 * The two ceremonies of WebAuthn: a browser makes a passkey, and a browser signs a challenge with one. The library is
 * loaded at the first use, because most starts of the service never need it.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RelyingParty } from './relying-party.ts';

/** Browsers wait this long for the user, and a challenge is valid for as long. */
export const CHALLENGE_MS = 300_000;

/** Ed25519, P-256 and RSA. Node warns of the newer ML-DSA, which the library would add, as experimental. */
const ALGORITHMS = [-8, -7, -257];

type Known = { credentialId: string; transports: string };

/**
 * What a browser needs to make a passkey. The passkey must be discoverable, so that nobody has to type an email, and
 * the device must verify its user, because the passkey replaces the password.
 */
export async function registrationOptions(
  { id: rpID }: RelyingParty,
  { member, email, known }: { member: string; email: string; known: Known[] },
) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: 'Weekfare',
    rpID,
    userID: new TextEncoder().encode(member),
    userName: email,
    userDisplayName: email,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Without `known`, the browser offers every passkey of this relying party: the response names no account. */
export async function authenticationOptions({ id: rpID }: RelyingParty, known?: Known[]) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(known && { allowCredentials: known.map(descriptor) }),
  });
}

/** The challenge that a response answers; undefined if it has none. */
export function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const challenge = data !== null && typeof data === 'object' && 'challenge' in data && data.challenge;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The new passkey; undefined if the response is not valid. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  response: RegistrationResponseJSON,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await undefinedOnError(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) return undefined;
  const { credential, aaguid } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).join(' '),
    provider: PROVIDERS[aaguid],
  };
}

/** The authenticator's new counter; undefined if the response is not valid. The caller compares the counters. */
export async function verifyAuthentication(
  { id, origin }: RelyingParty,
  response: AuthenticationResponseJSON,
  { credentialId, publicKey }: { credentialId: string; publicKey: string },
  challenge: string,
): Promise<{ counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await undefinedOnError(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
      requireUserVerification: true,
    }),
  );
  return verified && authenticationInfo ? { counter: authenticationInfo.newCounter } : undefined;
}

/**
 * WebAuthn, section 6.1.1: a counter that does not grow means that the passkey was copied. Synced passkeys do not
 * count and always send 0.
 */
export function isCopied(storedCounter: number, counter: number): boolean {
  return (storedCounter > 0 || counter > 0) && counter <= storedCounter;
}

/** The library throws for every response that is not valid, also for bytes that it cannot parse. */
async function undefinedOnError<Result>(verify: () => Promise<Result>): Promise<Partial<Result>> {
  try {
    return await verify();
  } catch {
    return {};
  }
}

function descriptor({ credentialId, transports }: Known) {
  return { id: credentialId, transports: transports.split(' ').filter(Boolean) };
}

/** Names of common providers by AAGUID, to name a new passkey. A provider that does not say who it is sends zeros. */
const PROVIDERS: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};
