/**
 * Links to the shopping list of the current week, for people without an account. The token is in the fragment of the
 * link and in bodies of requests, never in a path, so it is in no log.
 */
import { z } from 'zod';
import { LIST_AISLES } from '#domain/shopping-list/item.ts';
import { creator } from '#http/endpoints/response-schemas.ts';
import { item } from '#http/endpoints/shopping-list/list-schemas.ts';
import { addListLink, revokeListLink } from '#actions/keys-and-links/list-links.ts';
import { hashSecret } from '#auth/secret.ts';
import { BASE_LANGUAGE, LANGUAGES } from '#languages/language.ts';
import { isRefusal } from '#domain/refusal.ts';
import { readSharedList } from '#queries/shopping-list/shared-list.ts';
import { findListLink, listListLinks } from '#storage/tables/keys-and-links/list-links.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byId } from '#http/input/input-schemas.ts';
import { STREAM_COST, streamsFull } from '#http/endpoints/events.ts';
import { type CallWith, endpoint } from '#http/endpoint.ts';

const language = z.enum(LANGUAGES);
const token = z.string().max(100);
const MAX_DAYS = 365;

/** An item as somebody without an account sees it. */
const sharedItem = item.pick({ name: true, buy: true, typed: true, set: true, times: true });

export const listLinkEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/list-links',
    access: 'member',
    response: z.strictObject({
      listLinks: z.array(
        z.strictObject({ id: z.string(), createdAt: z.string(), expiresAt: z.string(), createdBy: creator }),
      ),
    }),
    handle: async ({ store, caller }) => ({ listLinks: await listListLinks(store.db, caller.family) }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/list-links',
    access: 'member',
    needsReauthentication: true,
    body: z.strictObject({ days: z.int().min(1).max(MAX_DAYS), language: language.default(BASE_LANGUAGE) }),
    response: z.strictObject({ id: z.string(), link: z.string(), expiresAt: z.string() }),
    async handle({ body, context, caller, origin }) {
      const made = await addListLink(context, caller.family, body);
      if (isRefusal(made)) return made;
      const { id, expiresAt } = made;
      return { id, expiresAt, link: `${origin}/shared-list?language=${body.language}#${made.token}` };
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/list-links/:id',
    access: 'member',
    params: byId,
    handle: ({ params, context, caller }) => revokeListLink(context, caller.family, params.id),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/shared-list',
    access: 'anyone',
    uses: ['rateLimit', 'refusalLog'],
    isRead: true,
    body: z.strictObject({ token, language: language.default(BASE_LANGUAGE) }),
    response: z.strictObject({
      familyName: z.string(),
      week: z.string(),
      /** The number of the family's last change, from which on the events report changes. */
      version: z.int(),
      /** What is still to be bought. */
      aisles: z.array(z.strictObject({ aisle: z.enum(LIST_AISLES), items: z.array(sharedItem) })),
      /** What the family may have at home. */
      probablyAtHome: z.array(sharedItem),
      /** How many things are in the trolley already. */
      done: z.int(),
    }),
    async handle({ body, ...request }) {
      const link = await openLink(request, body.token, 1);
      if (link instanceof ProblemResponse) return link;
      const list = await readSharedList(request.store, link.family, body.language, request.nowMs);
      return list ?? new ProblemResponse(problem('list-link-ended'));
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/shared-list/events',
    access: 'anyone',
    uses: ['rateLimit', 'refusalLog', 'streams'],
    isRead: true,
    body: z.strictObject({ token }),
    async handle({ body, ...request }) {
      const link = await openLink(request, body.token, STREAM_COST);
      if (link instanceof ProblemResponse) return link;
      const { streams, address, lastEventId } = request;
      return streams.open(link, address, lastEventId) ?? streamsFull();
    },
  }),
];

/**
 * The family of a link. The links of a family have a rate limit of their own, so that a link in the wrong hands does
 * not keep the members from their list.
 */
async function openLink(
  { store, rateLimit, refusalLog, nowMs }: CallWith<'rateLimit' | 'refusalLog'>,
  token: string,
  cost: number,
): Promise<{ family: string; id: string } | ProblemResponse> {
  const tokenHash = hashSecret(token);
  const link = await findListLink(store.db, tokenHash, nowMs);
  if (!link) return new ProblemResponse(problem('list-link-ended'));
  const { family } = link;
  const sender = { family: `list links of ${family}`, id: tokenHash };
  const wait = rateLimit.take(sender, { isChange: false, cost }, nowMs);
  if (wait === 0) return { family, id: tokenHash };
  refusalLog.rateLimited({ family }, nowMs);
  return new ProblemResponse(problem('too-many-requests'), { 'Retry-After': String(wait) });
}
