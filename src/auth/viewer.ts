/** Finds who may see a family's kitchen display, by a display link or a session, and which tokens are valid. */
import { findDisplay, listDisplayTokenHashes } from '#storage/tables/keys-and-links/displays.ts';
import { listListLinkTokenHashes } from '#storage/tables/keys-and-links/list-links.ts';
import type { Db } from '#storage/schema.ts';
import { listSessionTokenHashes } from '#storage/tables/account/sessions.ts';
import { hashSecret } from './secret.ts';
import { findCaller } from './session.ts';

type Display = { family: string; id: string; lastSeenAt: string | null };
export type Viewer = { family: string; tokenHash: string; display?: Display };

export async function findViewer(
  db: Db,
  { display: token, session }: { display: string | undefined; session: string | undefined },
  nowMs: number,
): Promise<Viewer | undefined> {
  // The link first: it was opened on purpose, perhaps on a device where a member of another family is signed in.
  const display = token && token.length <= 100 ? await findDisplay(db, hashSecret(token), nowMs) : undefined;
  if (token && display) return { family: display.family, tokenHash: hashSecret(token), display };
  return findCaller(db, session, nowMs);
}

/** The token hashes of all valid sessions, display links and links to the list of this family. */
export async function findLiveTokenHashes(db: Db, family: string, nowMs: number): Promise<Set<string>> {
  const sessions = await listSessionTokenHashes(db, family, nowMs);
  const displays = await listDisplayTokenHashes(db, family, nowMs);
  return new Set([...sessions, ...displays, ...(await listListLinkTokenHashes(db, family, nowMs))]);
}
