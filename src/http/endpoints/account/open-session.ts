/** Opens the session of a member who has just proved who they are, and makes the device a known one. */
import { openSession } from '#actions/account/sign-in.ts';
import { deviceToken, knownDevice } from '#auth/sign-in-limit.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { findCredentials } from '#storage/tables/account/members.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import type { Call } from '#http/endpoint.ts';

type SignedInMember = { family: string; id: string; email: string; passwordHash: string };
/** `isNew`: whether the account has just been made, so that nobody is warned of a new device. */
type Opening = { isNew: boolean };

/** Refused if the member was removed meanwhile. */
export async function openSessionOf(
  { store, cookies, nowMs, device, address }: Call,
  account: SignedInMember,
  { isNew }: Opening,
): Promise<{ family: string; member: string } | Refusal> {
  const { family, id, email, passwordHash } = account;
  const isKnown = knownDevice(cookies.device, email, passwordHash) !== undefined;
  const isNewDevice = !isNew && !isKnown;
  const context = { nowMs, from: { device, address }, oldToken: cookies.session, isNewDevice };
  const session = await openSession(store, account, context);
  if (isRefusal(session)) return session;
  cookies.session = session.token;
  if (!isKnown) cookies.device = deviceToken(email, passwordHash);
  return { family, member: id };
}

/** For a member who is new or has a new password. */
export async function signInNewMember(call: Call, email: string, opening: Opening) {
  const credentials = await findCredentials(call.store.db, email);
  const opened = credentials && (await openSessionOf(call, credentials, opening));
  return !opened || isRefusal(opened) ? new ProblemResponse(problem('wrong-credentials')) : opened;
}
