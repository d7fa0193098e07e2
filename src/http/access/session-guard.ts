/**
 * Decides whether a request to the web app's API is served. The order is: host name, same origin, session, rate limit,
 * role, reauthentication.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openCookbook } from '#jobs/cookbook-opening.ts';
import { recordSeen } from '#actions/account/sessions.ts';
import { hashSecret } from '#auth/secret.ts';
import { type Caller, findCaller, isRecentlyAuthenticated } from '#auth/session.ts';
import { findViewer, type Viewer } from '#auth/viewer.ts';
import type { Config } from '#config.ts';
import { currentWork } from '#storage/deadline.ts';
import { isRemovedMember } from '#storage/tables/account/members.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { problem, type ProblemCode, ProblemResponse } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';
import { isAllowedHost } from './allowed-host.ts';
import type { Guard } from './authorised-route.ts';
import { Cookies } from './cookies.ts';
import { byId } from '#http/input/input-schemas.ts';
import type { AppRateLimit } from './rate-limit.ts';
import type { RefusalLog } from './refusal-log.ts';
import { isFromOtherSite, isSameOrigin } from './same-origin.ts';

/**
 * Who may call an endpoint: `visitor` is a member or somebody who is not signed in, `viewer` a kitchen display or a
 * member.
 */
export type Access = 'anyone' | 'visitor' | 'viewer' | 'member' | 'owner';

/** What an endpoint says of its requesters (endpoint.ts). */
type SessionRules = {
  method: string;
  access: Access;
  needsReauthentication?: boolean;
  isRead?: boolean;
  cost?: number;
};

type GuardServices = {
  store: Store;
  config: Pick<Config, 'publicUrl' | 'allowedHosts'>;
  clock: () => number;
  rateLimit: AppRateLimit;
  refusalLog: RefusalLog;
};

/** A member or a kitchen display; neither where an endpoint is open to anyone. */
type Authenticated = { caller?: Caller; viewer?: Viewer };
export type SessionRequester = Authenticated & { cookies: Cookies };

export function sessionGuard(endpoint: SessionRules, services: GuardServices): Guard<SessionRequester> {
  const { store, config, clock } = services;
  return {
    async check(request, reply) {
      reply.header('Cache-Control', 'no-store');
      const cookies = new Cookies(request.headers.cookie, reply, config.publicUrl);
      const requester =
        refuseByHeaders(endpoint, services, request, cookies) ??
        (endpoint.access === 'anyone' ? {} : await authorise(endpoint, services, request, cookies));
      if (!(requester instanceof ProblemResponse)) return { ...requester, cookies };
      const token = tokenFor(endpoint.access, cookies);
      return () => sendRefused(services, request, reply, { refused: requester, token });
    },

    async checkAgain({ cookies }, request, reply) {
      const nowMs = clock();
      const claimed = claimedMember(request.headers);
      const requester = await authenticate(endpoint, store, { cookies, claimed }, nowMs);
      const refused =
        requester instanceof ProblemResponse ? requester : refuseRequester(endpoint, requester, nowMs);
      if (refused) return () => sendRefused(services, request, reply, { refused });
      return { ...(requester as Authenticated), cookies };
    },
  };
}

/** The delay of each 429 to a client that floods us, and how many may be delayed at once. */
const DELAY_MS = 1_000;
const MAX_DELAYED = 1_000;
let delayed = 0;

/** A client that keeps sending although it is refused receives its 429s late. */
export async function sendRefused(
  { rateLimit, clock }: GuardServices,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  { refused, token }: { refused: ProblemResponse; token?: string | undefined },
): Promise<FastifyReply> {
  const isLimited = refused.problem.status === 429;
  if (isLimited && rateLimit.takeRefusal(token && hashSecret(token), ip, clock()) && delayed < MAX_DELAYED) {
    delayed += 1;
    await delay(DELAY_MS);
    delayed -= 1;
  }
  // The session has ended elsewhere: what the browser has cached of the family goes too.
  const hasEnded = token !== undefined && refused.problem.status === 401;
  const clearing = hasEnded && { 'Clear-Site-Data': '"cache"' };
  return sendProblem(reply, refused.problem, { ...refused.headers, ...clearing });
}

/** Refuses a request by its headers alone, without a query. Undefined if the headers are acceptable. */
function refuseByHeaders(
  { method, access }: SessionRules,
  { config, rateLimit, refusalLog, clock }: GuardServices,
  { headers, ip }: FastifyRequest,
  cookies: Cookies,
): ProblemResponse | undefined {
  if (method !== 'GET') {
    if (config.publicUrl === undefined && !isAllowedHost(headers.host, config.allowedHosts)) {
      refusalLog.hostNotAllowed(headers.host, clock());
      return new ProblemResponse(problem('host-not-allowed'));
    }
    if (!isSameOrigin(headers, config.publicUrl)) return new ProblemResponse(problem('cross-site'));
  } else if (isFromOtherSite(headers)) return new ProblemResponse(problem('cross-site'));
  const nowMs = clock();
  const token = access === 'anyone' ? undefined : tokenFor(access, cookies);
  if (token !== undefined) {
    // An exhausted session is refused before the database is queried for it.
    const wait = rateLimit.peek(hashSecret(token), nowMs);
    return wait > 0 ? tooManyRequests(wait) : undefined;
  }
  const wait = rateLimit.takeByAddress(ip, nowMs);
  if (wait > 0) {
    refusalLog.rateLimited({ address: ip }, nowMs);
    return tooManyRequests(wait);
  }
  // A device that asks whether its member was removed sends no cookie; `authorise` checks it.
  const isOpen = access === 'anyone' || access === 'visitor';
  return isOpen || claimedMember(headers) !== undefined ? undefined : notAuthenticated(access);
}

/** Finds who sends a request, counts the request and checks the role. */
async function authorise(
  endpoint: SessionRules,
  { store, rateLimit, refusalLog, clock }: GuardServices,
  { headers, ip }: FastifyRequest,
  cookies: Cookies,
): Promise<Authenticated | ProblemResponse> {
  const nowMs = clock();
  const claimed = claimedMember(headers);
  const requester = await authenticate(endpoint, store, { cookies, claimed }, nowMs);
  const known = requester instanceof ProblemResponse ? undefined : (requester.caller ?? requester.viewer);
  const isChange = endpoint.method !== 'GET' && endpoint.isRead !== true;
  // `refuseByHeaders` has counted a request without a cookie.
  const isCounted = !known && tokenFor(endpoint.access, cookies) === undefined;
  const wait = known
    ? rateLimit.take(
        { family: known.family, id: known.tokenHash },
        { isChange, cost: endpoint.cost ?? 1 },
        nowMs,
      )
    : isCounted
      ? 0
      : rateLimit.takeByAddress(ip, nowMs);
  if (wait > 0) {
    refusalLog.rateLimited(known ? { family: known.family } : { address: ip }, nowMs);
    return tooManyRequests(wait);
  }
  if (requester instanceof ProblemResponse) return requester;
  if (known) currentWork()?.chargeTo(known.family);
  const refused = refuseRequester(endpoint, requester, nowMs);
  if (refused) return refused;
  // A tab may belong to a member who has signed out since; now the cookie is another member's.
  if (claimed && requester.caller && claimed !== requester.caller.member) {
    return new ProblemResponse(problem('not-signed-in'));
  }
  if (requester.caller) {
    await recordSeen(store, requester.caller, { address: ip, nowMs });
    // Most pages that a member opens next need the cookbook.
    openCookbook();
  }
  return requester;
}

/** Finds the caller or viewer of a route, without the checks of `refuseRequester`. */
async function authenticate(
  { access }: SessionRules,
  { db }: Store,
  { cookies, claimed }: { cookies: Cookies; claimed: string | undefined },
  nowMs: number,
): Promise<Authenticated | ProblemResponse> {
  if (access === 'anyone') return {};
  if (access === 'viewer') {
    const viewer = await findViewer(db, cookies, nowMs);
    return viewer ? { viewer } : notAuthenticated(access);
  }
  const caller = await findCaller(db, cookies.session, nowMs);
  if (caller) return { caller };
  return access === 'visitor' ? {} : new ProblemResponse(problem(await whyNotSignedIn(db, claimed)));
}

/** Checks the role, and for a sensitive action how long ago the member has proven who they are. */
function refuseRequester(
  { access, needsReauthentication }: SessionRules,
  { caller }: Authenticated,
  nowMs: number,
): ProblemResponse | undefined {
  if (access === 'owner' && caller?.role !== 'owner') return new ProblemResponse(problem('owner-only'));
  if (!needsReauthentication || (caller && isRecentlyAuthenticated(caller, nowMs))) return undefined;
  return new ProblemResponse(problem('reauthentication-required'));
}

/** The member that the page which sends this request believes to be signed in. */
function claimedMember(headers: FastifyRequest['headers']): string | undefined {
  return headers['weekfare-member']?.toString();
}

function tokenFor(access: Access, cookies: Cookies): string | undefined {
  return (access === 'viewer' && cookies.display) || cookies.session || undefined;
}

function notAuthenticated(access: Access): ProblemResponse {
  return new ProblemResponse(problem(access === 'viewer' ? 'display-ended' : 'not-signed-in'));
}

function tooManyRequests(seconds: number): ProblemResponse {
  return new ProblemResponse(problem('too-many-requests'), { 'Retry-After': String(seconds) });
}

/**
 * `member-removed` makes a device delete the family's data. Only members on record as removed count, not unknown
 * ids: a service that was started on the wrong database must not make devices delete anything.
 */
async function whyNotSignedIn(db: Db, claimed: string | undefined): Promise<ProblemCode> {
  const { data } = byId.safeParse({ id: claimed });
  return data && (await isRemovedMember(db, data.id)) ? 'member-removed' : 'not-signed-in';
}
