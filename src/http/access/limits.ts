/** Refuses what a client has done too often: passwords, links, mails, new families. */
import type { MailLimit } from '#auth/mail-limit.ts';
import type { Caller } from '#auth/session.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import type { NewFamilies } from './new-families.ts';

type Client = { address: string; nowMs: number };

/** Seconds to wait before a password may be tried again: a session alone must not be enough to guess it. */
export function takePasswordAttempt({
  caller,
  address,
  nowMs,
  signInLimit,
}: Client & { caller: Caller; signInLimit: SignInLimit }): number {
  return signInLimit.take({ email: caller.email, address, device: caller.tokenHash }, nowMs);
}

/** Too many passwords were tried. */
export function signInLimited(seconds: number): ProblemResponse {
  return new ProblemResponse(problem('sign-in-limited'), { 'Retry-After': String(seconds) });
}

/** Counts an attempt of the client's network to guess a secret or a link. Why it is refused; undefined if it is not. */
export function refuseByNetwork({
  address,
  nowMs,
  signInLimit,
}: Client & { signInLimit: SignInLimit }): ProblemResponse | undefined {
  const seconds = signInLimit.takeByAddress(address, nowMs);
  return seconds > 0 ? signInLimited(seconds) : undefined;
}

/** Why no family is made for this client; undefined if one may be. */
export async function refuseNewFamily({
  newFamilies,
  address,
  nowMs,
}: Client & { newFamilies: NewFamilies }): Promise<ProblemResponse | undefined> {
  const refused = await newFamilies.refuse(address, nowMs);
  if (!refused) return undefined;
  const { code, seconds = 60 } = refused;
  return new ProblemResponse(problem(code), { 'Retry-After': String(seconds) });
}

/** Why no mail is sent to this address for this client; undefined if it may be, which is counted. */
export function refuseMail(
  { config, mailLimit, address, nowMs }: Client & { config: Pick<Config, 'mail'>; mailLimit: MailLimit },
  recipient: string,
): ProblemResponse | undefined {
  if (!config.mail) return new ProblemResponse(problem('no-mail'));
  const seconds = mailLimit.take({ recipient, address }, nowMs);
  if (seconds === 0) return undefined;
  return new ProblemResponse(problem('mail-limited'), { 'Retry-After': String(seconds) });
}
