/** Who may look at a family's kitchen display: whoever holds a link made for one, or a member. */
import { findDisplay, listDisplayTokenHashes } from '#storage/displays.ts';
import type { Db } from '#storage/schema.ts';
import { listSessionTokenHashes } from '#storage/sessions.ts';
import { hashSecret } from './secret.ts';
import { findCaller } from './session.ts';

type Display = { family: string; id: string; lastSeenAt: string | null };
export type Viewer = { family: string; tokenHash: string; display?: Display };

export async function findViewer(
  db: Db,
  { display: token, session }: { display: string | undefined; session: string | undefined },
  nowMs: number,
): Promise<Viewer | undefined> {
  // The link first: it was opened on purpose, on a device that may belong to someone of another family.
  const display = token && token.length <= 100 ? await findDisplay(db, hashSecret(token), nowMs) : undefined;
  if (token && display) return { family: display.family, tokenHash: hashSecret(token), display };
  return findCaller(db, session, nowMs);
}

/** The hashes of all tokens that open something of this family now. */
export async function findLiveTokenHashes(db: Db, family: string, nowMs: number): Promise<Set<string>> {
  const sessions = await listSessionTokenHashes(db, family, nowMs);
  return new Set([...sessions, ...(await listDisplayTokenHashes(db, family, nowMs))]);
}
