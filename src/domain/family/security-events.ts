/**
 * The actions of the audit log that a family sees as security events: who can get in, and who changed that. Their lines
 * also have the device and the address from which they were done.
 */
import type { Role } from './family.ts';
import type { Maker } from './maker.ts';
import type { Scope } from './scopes.ts';

export const SECURITY_ACTIONS = [
  'family.add',
  'member.sign-in',
  'member.session-end',
  'member.sign-out-everywhere',
  'member.password',
  'member.reset-link',
  'member.reset',
  'member.recovery-codes',
  'member.email',
  'member.invite',
  'member.uninvite',
  'member.join',
  'member.role',
  'member.remove',
  'passkey.add',
  'passkey.remove',
  'passkey.copied',
  'identity.link',
  'identity.unlink',
  'key.add',
  'key.rotate',
  'key.revoke',
  'display.add',
  'display.revoke',
  'list-link.add',
  'list-link.revoke',
  'calendar-link.add',
  'calendar-link.revoke',
  'webhook.add',
  'webhook.rotate',
  'webhook.on',
  'webhook.off',
  'webhook.gone',
  'webhook.failing',
  'webhook.remove',
] as const;

export type SecurityAction = (typeof SECURITY_ACTIONS)[number];

export function isSecurityAction(action: string): action is SecurityAction {
  return (SECURITY_ACTIONS as readonly string[]).includes(action);
}

/** `service`: the server did it by itself. */
export type EventActor = Maker | { kind: 'service' };

export type SecurityEvent = {
  id: string;
  at: string;
  action: SecurityAction;
  actor: EventActor;
  /** The member whom the event is about, unless that is the actor. */
  member?: EventActor;
  /** Of the key, display link or webhook endpoint. */
  name?: string;
  role?: Role;
  /** Of a key. */
  scopes?: Scope[];
  /** Both are empty if they are not known. */
  device: string;
  address: string;
};
