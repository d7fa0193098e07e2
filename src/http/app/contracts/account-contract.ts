/** The part of the contract with the web app (contract.ts) that is about signing in and its methods. */
import type { SecurityEvent } from '#domain/family/security-events.ts';
import type { AccessCounts, AccessKind } from '#storage/tables/account/access.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** Who may create an account, as the operator has set it. */
export type SignUpMode = 'open' | 'invitation' | 'closed';
/** Whether passkeys work at this address, or why they cannot. */
export type PasskeySupport = 'yes' | 'needs-name' | 'needs-https';
export type SignUpModeResponse = {
  signUp: SignUpMode;
  passkeys: PasskeySupport;
  /** `oidc`: only with the identity provider. */
  signIn: 'any' | 'oidc';
  /** The identity provider, if the operator has set one. */
  provider: { name: string } | null;
  /** The account of the demo family, only for browsers on the server's own computer. */
  demoEmail: string | null;
  /** Whether the service sends mail. Absent in what a device cached before it existed. */
  mail?: boolean;
};

/** The address at the identity provider to which the page sends the browser. */
export type AuthorizationUrlResponse = { url: string };
/** After the return from the identity provider: the member who has signed in, or a ticket with which somebody who is new signs up or joins. */
export type AuthorizationResultResponse = SignedInResponse | { ticket: string; email: string };
/** `otherIssuer`: its issuer, if it is not the identity provider of today. */
export type Identity = {
  id: string;
  label: string;
  createdAt: string;
  lastUsedAt: string | null;
  otherIssuer: string | null;
};
export type IdentitiesResponse = { identities: Identity[] };

/** The ids of the member who has just signed in. */
export type SignedInResponse = { family: string; member: string };

/** The family that an invitation is for. */
export type InvitationFamilyResponse = {
  familyName: string;
  /** Eaters whom no member is: the new member may be one of them. */
  eaters: { id: string; name: string }[];
};

export type Session = {
  id: string;
  startedAt: string;
  /** To the hour; null before it was recorded. */
  seenAt: string;
  device: string;
  address: string;
  isThis: boolean;
};
export type SessionsResponse = { sessions: Session[] };

export type { AccessCounts, AccessKind };
/** How much of each kind can act as this member, this session included; a kind without any is absent. */
export type AccessResponse = { access: AccessCounts };
/** What has ended. */
export type AccessEndedResponse = { ended: AccessCounts };
export type ResetResponse = SignedInResponse & AccessEndedResponse;

/** The link is in this response only. */
export type NewResetLinkResponse = { link: string; expiresAt: string };
/** Of the member who sets a new password with the link. */
export type ResetLinkResponse = { email: string };
/** Whether the new address waits for its confirmation. */
export type NewEmailResponse = { isPending: boolean };
/** The address that a link confirms. */
export type EmailLinkResponse = { email: string };
export type RecoveryCodesLeftResponse = { left: number };
/** The codes are in this response only. */
export type RecoveryCodesResponse = { codes: string[] };
/** The password of a member was reset; `email` is null if they have left since. */
type Notice = { kind: 'reset'; about: string; email: string | null; at: string };
export type NoticesResponse = { notices: Notice[] };

/** The newest first. `next` is the `before` of the next page, null at the end. */
export type SecurityEventsResponse = { events: SecurityEvent[]; next: number | null };

/** The ways in which this member can prove who they are, the preferred one first. */
export type ReauthenticationMethod = 'passkey' | 'password' | 'oidc';
export type ReauthenticationMethodsResponse = { methods: ReauthenticationMethod[] };
/** `otherHost`: the host name for which the passkey was made, if it is not this one. */
export type Passkey = {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  otherHost: string | null;
};
export type PasskeysResponse = { passkeys: Passkey[] };
export type NewPasskeyResponse = { id: string; name: string };
export type NewPasskeyOptionsResponse = { options: PublicKeyCredentialCreationOptionsJSON };
export type PasskeyRequestResponse = { options: PublicKeyCredentialRequestOptionsJSON };
