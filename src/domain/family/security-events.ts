/**
 * Every action of the audit log, and what it means for who can get in. A family sees those that are not `none` as
 * security events, with the device and the address from which they were done.
 */
import type { Role } from './family.ts';
import type { Creator } from './creator.ts';
import type { Scope } from './scopes.ts';

/**
 * `authority`: makes something that can act as a member or as the family, takes a way to get in from a member, or gives
 * away or deletes all data. The transaction that records it needs reauthentication (storage/transaction.ts).
 * `access`: ends one thing that can act, or is itself a proof of who somebody is.
 */
type Effect = 'authority' | 'access' | 'none';

export const AUDIT_ACTIONS = {
  'family.add': 'access',
  'family.export': 'authority',
  'family.delete': 'authority',
  'member.sign-in': 'access',
  'member.session-end': 'access',
  'member.sign-out-everywhere': 'authority',
  'member.password': 'authority',
  'member.reset-link': 'authority',
  'member.reset': 'access',
  'member.recovery-codes': 'authority',
  'member.new-email': 'authority',
  'member.email': 'authority',
  'member.invite': 'authority',
  'member.uninvite': 'access',
  'member.join': 'access',
  'member.role': 'authority',
  'member.access-end': 'authority',
  'member.remove': 'authority',
  'passkey.add': 'authority',
  'passkey.remove': 'authority',
  'passkey.copied': 'access',
  'identity.link': 'authority',
  'identity.unlink': 'authority',
  'key.add': 'authority',
  'key.rotate': 'authority',
  'key.revoke': 'access',
  'display.add': 'authority',
  'display.revoke': 'access',
  'list-link.add': 'authority',
  'list-link.revoke': 'access',
  'calendar-link.add': 'authority',
  'calendar-link.revoke': 'access',
  'webhook.add': 'authority',
  'webhook.rotate': 'authority',
  'webhook.on': 'authority',
  'webhook.off': 'access',
  'webhook.gone': 'access',
  'webhook.failing': 'access',
  'webhook.remove': 'access',
  'dinner.time': 'none',
  'dinner.today': 'none',
  'dish.import-rejected': 'none',
  'dish.reject': 'none',
  'family.change': 'none',
  'import.add': 'none',
  'import.undo': 'none',
  'line.answer': 'none',
  'line.take-back': 'none',
  'list.change': 'none',
  'member.eater': 'none',
  'member.email-confirmed': 'none',
  'member.sign-out': 'none',
  'member.sign-out-oldest': 'none',
  'menu.change': 'none',
  'menu.delete': 'none',
  'pantry.change': 'none',
  'passkey.rename': 'none',
  'plan.change': 'none',
  'plan.clear': 'none',
  'plan.copy': 'none',
  'plan.delete': 'none',
  'plan.forget-recipe': 'none',
  'plan.generate': 'none',
  'plan.import': 'none',
  'plan.import-undo': 'none',
  'plan.move': 'none',
  'plan.put': 'none',
  'plan.replace': 'none',
  'plan.swap': 'none',
  'premium.grant': 'none',
  'premium.revoke': 'none',
  'price.change': 'none',
  'price.forget': 'none',
  'recipe.add': 'none',
  'recipe.change': 'none',
  'recipe.delete': 'none',
  'recipe.import-notes': 'none',
  'recipe.note': 'none',
  'recipe.photo': 'none',
  'recipe.photo-remove': 'none',
  restore: 'none',
  'stars.give': 'none',
  'stars.import': 'none',
  'todo.change': 'none',
  'preferences.change': 'none',
  'week.change': 'none',
  'week.delete-guests': 'none',
} as const satisfies Record<string, Effect>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
type Effects = typeof AUDIT_ACTIONS;

export type SecurityAction = {
  [Action in AuditAction]: Effects[Action] extends 'none' ? never : Action;
}[AuditAction];

export const SECURITY_ACTIONS = (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter(isSecurityAction);

export function isSecurityAction(action: AuditAction): action is SecurityAction {
  return AUDIT_ACTIONS[action] !== 'none';
}

/** `service`: the server did it by itself. */
export type EventActor = Creator | { kind: 'service' };

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
