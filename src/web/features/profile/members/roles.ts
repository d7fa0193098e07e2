/** The names of the roles. */
import type { Role } from '#domain/family/family.ts';
import type { MessageId } from '#languages/message-ids.ts';

export const ROLE_NAMES: Record<Role, MessageId> = { owner: 'profile.owner', member: 'profile.member' };
