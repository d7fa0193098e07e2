/** The security events of a family: who did what, when and from where, as far as it is known. */
import type { Role } from '#domain/family/family.ts';
import { scopesIn } from '#domain/family/scopes.ts';
import {
  type EventActor,
  SECURITY_ACTIONS,
  type SecurityAction,
  type SecurityEvent,
} from '#domain/family/security-events.ts';
import { listApiKeys } from '#storage/tables/keys-and-links/api-keys.ts';
import { readLinesOfActions } from '#storage/tables/audit-log.ts';
import { listDisplays } from '#storage/tables/keys-and-links/displays.ts';
import { listMembers } from '#storage/tables/account/members.ts';
import { listWebhooks } from '#storage/tables/keys-and-links/webhooks.ts';
import type { Db } from '#storage/schema.ts';
import { NEWCOMER, OPERATOR, SERVICE } from '#storage/actor.ts';

const PAGE_SIZE = 20;

export async function readSecurityEvents(
  db: Db,
  family: string,
  { before = Number.MAX_SAFE_INTEGER }: { before?: number | undefined },
): Promise<{ events: SecurityEvent[]; next: number | null }> {
  const page = { before, limit: PAGE_SIZE };
  const { lines, next } = await readLinesOfActions(db, family, SECURITY_ACTIONS, page);
  const emails = new Map((await listMembers(db, family)).map(({ id, email }) => [id, email]));
  const made = [
    ...(await listApiKeys(db, family)),
    ...(await listDisplays(db, family)),
    ...(await listWebhooks(db, family)),
  ];
  const names = new Map(made.map(({ id, name }) => [id, name]));
  const personOf = (id: string): EventActor => {
    if (id === OPERATOR) return { kind: 'operator' };
    if (id === SERVICE) return { kind: 'service' };
    const email = emails.get(id);
    return email === undefined ? { kind: 'former-member' } : { kind: 'member', id, email };
  };
  const events = lines.map(({ seq, at, actor, action, detail }): SecurityEvent => {
    const { member, owner, key, display, webhook, role, scopes, device, address } = JSON.parse(
      detail,
    ) as Detail;
    // A person who signs up was not a member before: the event names the owner that they have become.
    const person = actor === NEWCOMER ? (owner ?? actor) : actor;
    const name = names.get(key ?? display ?? webhook ?? '');
    return {
      id: String(seq),
      at,
      action: action as SecurityAction,
      actor: personOf(person),
      ...(member !== undefined && member !== person && { member: personOf(member) }),
      ...(name !== undefined && { name }),
      ...(role && { role }),
      ...(scopes !== undefined && { scopes: scopesIn(scopes) }),
      device: device ?? '',
      address: address ?? '',
    };
  });
  return { events, next };
}

type Detail = Partial<
  Record<'member' | 'owner' | 'key' | 'display' | 'webhook' | 'scopes' | 'device' | 'address', string> & {
    role: Role;
  }
>;
