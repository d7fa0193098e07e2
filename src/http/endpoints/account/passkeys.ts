/** Passkeys: the member's own, signing in with one, and reauthentication by one. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { signedIn } from '#http/endpoints/response-schemas.ts';
import { recordAuthentication } from '#actions/account/sessions.ts';
import {
  addPasskey,
  beginAdding,
  beginReauthentication,
  beginSignIn,
  checkReauthentication,
  checkSignIn,
  removePasskey,
  renamePasskey,
} from '#actions/account/passkeys.ts';
import { type RelyingParty, relyingPartyAt } from '#auth/relying-party.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import { listPasskeys } from '#storage/tables/account/passkeys.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byId } from '#http/input/input-schemas.ts';
import { signInPolicyOf } from '#http/access/sign-in-policy.ts';
import { refuseByNetwork } from '#http/access/limits.ts';
import { type CallWith, endpoint } from '#http/endpoint.ts';
import { openSessionOf } from './open-session.ts';

const passkeyName = textLine(60);

/** A field of a WebAuthn response. Keys of the newest algorithms have 1.3 kB, their signatures 2.4 kB. */
const base64url = (maxBytes: number) =>
  z
    .string()
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

/** What all responses of authenticators have. */
const credential = {
  id: base64url(1_023),
  rawId: base64url(1_023),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  /** We ask for no extension, and read none. */
  clientExtensionResults: z
    .unknown()
    .transform(() => ({}))
    .default({}),
};

const assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(3_000),
    authenticatorData: base64url(2_000),
    signature: base64url(5_000),
    userHandle: base64url(64).exactOptional(),
  }),
});

const attestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(3_000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
    // Copies of what is in the attestation object, which alone counts.
    publicKey: base64url(5_000).exactOptional(),
    publicKeyAlgorithm: z.int().exactOptional(),
    authenticatorData: base64url(20_000).exactOptional(),
  }),
});

const requestOptions = z.strictObject({ options: z.custom<PublicKeyCredentialRequestOptionsJSON>() });

const passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The host name for which the passkey was made, if it is not this one. */
  otherHost: z.string().nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const passkeyEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/passkeys/sign-in/options',
    access: 'anyone',
    uses: ['config', 'signInLimit'],
    response: requestOptions,
    async handle(call) {
      const party = partyOf(call);
      if (party instanceof ProblemResponse) return party;
      return refuseByNetwork(call) ?? { options: await beginSignIn(call, party) };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/passkeys/sign-in',
    access: 'anyone',
    uses: ['config', 'signInLimit'],
    body: z.strictObject({ response: assertion }),
    response: signedIn,
    async handle(call) {
      const { body, store, nowMs, device, address } = call;
      const party = partyOf(call);
      if (party instanceof ProblemResponse) return party;
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      // A challenge is a row of the database, and a signature some work: strangers get few of them.
      const passkey = await checkSignIn({ store, nowMs, from: { device, address } }, party, body.response);
      if (isRefusal(passkey)) return passkey;
      const { family, member, email, passwordHash } = passkey;
      const opened = await openSessionOf(call, { family, id: member, email, passwordHash }, { isNew: false });
      return isRefusal(opened) ? refuse('passkey-refused') : opened;
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/passkeys',
    access: 'member',
    response: z.strictObject({
      passkeys: z.array(passkey),
    }),
    async handle({ store, caller, origin }) {
      const party = relyingPartyAt(origin);
      const passkeys = await listPasskeys(store.db, caller.family, caller.member);
      return {
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, relyingParty }) => {
          const isHere = typeof party === 'object' && party.id === relyingParty;
          return { id, name, createdAt, lastUsedAt, otherHost: isHere ? null : relyingParty };
        }),
      };
    },
  }),

  // The first half of adding one, so it asks for the proof before the browser does.
  endpoint({
    method: 'POST',
    path: '/app/api/passkeys/options',
    access: 'member',
    uses: ['config'],
    needsReauthentication: true,
    response: z.strictObject({ options: z.custom<PublicKeyCredentialCreationOptionsJSON>() }),
    async handle(call) {
      const party = partyOf(call);
      if (party instanceof ProblemResponse) return party;
      return { options: await beginAdding(call.context, call.caller, party) };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/passkeys',
    access: 'member',
    uses: ['config'],
    needsReauthentication: true,
    body: z.strictObject({ response: attestation, name: passkeyName.optional() }),
    response: z.strictObject({ id: z.string(), name: z.string() }),
    async handle(call) {
      const { context, caller, body, device } = call;
      const party = partyOf(call);
      if (party instanceof ProblemResponse) return party;
      return addPasskey(context, caller, party, { ...body, device });
    },
  }),

  endpoint({
    method: 'PATCH',
    path: '/app/api/passkeys/:id',
    access: 'member',
    params: byId,
    body: z.strictObject({ name: passkeyName }),
    handle: ({ context, caller, params, body }) => renamePasskey(context, caller, { ...params, ...body }),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/passkeys/:id',
    access: 'member',
    uses: ['config'],
    needsReauthentication: true,
    params: byId,
    handle: (call) => removePasskey(call.context, call.caller, call.params.id, signInPolicyOf(call)),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reauthentication/passkey/options',
    access: 'member',
    uses: ['config', 'signInLimit'],
    response: requestOptions,
    async handle(call) {
      const party = partyOf(call);
      if (party instanceof ProblemResponse) return party;
      return (
        refuseByNetwork(call) ?? { options: await beginReauthentication(call.context, call.caller, party) }
      );
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reauthentication/passkey',
    access: 'member',
    uses: ['config', 'signInLimit'],
    body: z.strictObject({ response: assertion }),
    async handle(call) {
      const { context, caller, body, store, nowMs } = call;
      const party = partyOf(call);
      if (party instanceof ProblemResponse) return party;
      const refused =
        refuseByNetwork(call) ?? (await checkReauthentication(context, caller, party, body.response));
      if (!refused) await recordAuthentication(store, caller, nowMs);
      return refused;
    },
  }),
];

function partyOf({
  origin,
  config,
}: Pick<CallWith<'config'>, 'origin' | 'config'>): RelyingParty | ProblemResponse {
  if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
  const party = relyingPartyAt(origin);
  return typeof party === 'object' ? party : new ProblemResponse(problem('no-passkeys'));
}
