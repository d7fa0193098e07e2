/** Routes of members and invitations. */
import { z } from 'zod';
import { creator } from '#http/endpoints/response-schemas.ts';
import { chooseEater } from '#actions/account/member-eater.ts';
import { invite, withdrawInvitation } from '#actions/account/invitations.ts';
import { changeRole, removeMember } from '#actions/account/members.ts';
import { email, ROLES } from '#domain/family/family.ts';
import { preferenceId } from '#domain/plan/plan-schema.ts';
import { instantText } from '#domain/week/instant.ts';
import { isRefusal } from '#domain/refusal.ts';
import { listOpenInvitations } from '#storage/tables/account/invitations.ts';
import { listMembers } from '#storage/tables/account/members.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byId } from '#http/input/input-schemas.ts';
import { refuseMail } from '#http/access/limits.ts';
import { endpoint } from '#http/endpoint.ts';

const member = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  createdAt: z.string(),
  eaterId: z.string().nullable(),
});
export type Member = z.output<typeof member>;

export const memberEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/members',
    access: 'member',
    response: z.strictObject({
      members: z.array(member),
    }),
    handle: async ({ store, caller }) => ({ members: await listMembers(store.db, caller.family) }),
  }),

  // A member says so only of themselves.
  endpoint({
    method: 'PUT',
    path: '/app/api/me/eater',
    access: 'member',
    body: z.strictObject({ eaterId: preferenceId.nullable() }),
    handle: ({ body, context, caller }) => chooseEater(context, caller.family, caller.member, body.eaterId),
  }),

  endpoint({
    method: 'PATCH',
    path: '/app/api/members/:id',
    access: 'owner',
    needsReauthentication: true,
    params: byId,
    body: z.strictObject({ role: z.enum(ROLES) }),
    handle: ({ params, body, context, caller }) => changeRole(context, caller.family, params.id, body.role),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/members/:id',
    // A member may leave; only an owner may remove others.
    access: 'member',
    needsReauthentication: true,
    params: byId,
    // No default: the owner who removes a member must choose.
    body: z.strictObject({ endKeysAndDisplays: z.boolean() }),
    async handle({ params, body, context, caller, cookies }) {
      const isLeaving = params.id === caller.member;
      // Only owners end keys and display links, also those that a member made as a former owner.
      const mayDoThis = caller.role === 'owner' || (isLeaving && !body.endKeysAndDisplays);
      if (!mayDoThis) return new ProblemResponse(problem('owner-only'));
      const refusal = await removeMember(context, caller.family, params.id, body);
      if (!refusal && isLeaving) cookies.session = undefined;
      return refusal;
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/invitations',
    access: 'owner',
    response: z.strictObject({
      invitations: z.array(
        z.strictObject({
          id: z.string(),
          role: z.enum(ROLES),
          createdAt: z.string(),
          expiresAt: z.string(),
          createdBy: creator,
          /** To which the link was sent; null for one that its creator passes on. */
          email: z.string().nullable(),
        }),
      ),
    }),
    handle: async ({ store, caller, nowMs }) => ({
      invitations: await listOpenInvitations(store.db, caller.family, nowMs),
    }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/invitations',
    access: 'owner',
    uses: ['config', 'mailLimit'],
    needsReauthentication: true,
    // With an email, the link is sent there and is not in the response.
    body: z.strictObject({ role: z.enum(ROLES).default('member'), email: email.optional() }),
    response: z.strictObject({
      id: z.string(),
      /** In this response only; null if it is sent by mail. */
      link: z.string().nullable(),
      expiresAt: z.string(),
    }),
    async handle(call) {
      const { body, context, caller, origin, config } = call;
      if (config.signUp === 'closed') return new ProblemResponse(problem('joining-closed'));
      const refused = body.email === undefined ? undefined : refuseMail(call, body.email);
      if (refused) return refused;
      const made = await invite(context, caller.family, body);
      if (isRefusal(made)) return made;
      // Browsers do not send the part after #, so it is in no log.
      const link = body.email === undefined ? `${origin}/join#${made.token}` : null;
      return { id: made.id, link, expiresAt: instantText(made.expiresAtMs) };
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/invitations/:id',
    access: 'owner',
    params: byId,
    handle: ({ params, context, caller }) => withdrawInvitation(context, caller.family, params.id),
  }),
];
