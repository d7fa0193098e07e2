/** Serves a route of the web app's API through the framework: access, input, handler, response. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '#auth/secret.ts';
import { isFreshlyProven } from '#auth/session.ts';
import { isRefusal } from '#domain/refusal.ts';
import { createDeadline } from '#storage/deadline.ts';
import { type Actor, type ChangeContext, ProofMissing } from '#storage/transaction.ts';
import { problem, refusalProblem } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';
import {
  authenticate,
  authorise,
  claimedMember,
  type Identity,
  refuseByHeaders,
  refuseIdentity,
  tokenFor,
} from '#http/access/access.ts';
import { Cookies } from '#http/access/cookies.ts';
import { compressBody } from '#http/files/compress-body.ts';
import { describeDevice } from '#http/access/device.ts';
import { disconnectSignal } from '#http/streams/disconnect-signal.ts';
import { Download } from '#http/files/download.ts';
import { parseInput } from './input.ts';
import { PhotoFile } from '#http/files/photo-file.ts';
import { type AppRoute, type AppServices, ProblemResponse } from './endpoint.ts';
import { networkOf } from '#auth/network.ts';
import { type Upload, UploadRefused } from '#http/files/uploads.ts';

/** A request that has passed all checks before its body. */
type Authorised = {
  identity: Identity;
  cookies: Cookies;
  runWithDeadline: ReturnType<typeof createDeadline>;
  /** The body was still on its way, which can take seconds, and a session can end meanwhile. */
  isBodyLate: boolean;
};

/** A route that takes a file reads its body itself and accepts no other kind of body. */
export function registerAppRoute(app: FastifyInstance, services: AppServices, route: AppRoute): void {
  if (!route.takesFile) return serve(app, services, route);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
    serve(scope, services, route);
  });
}

function serve(app: FastifyInstance, services: AppServices, route: AppRoute): void {
  const authorised = new WeakMap<FastifyRequest, Authorised>();
  app.route({
    method: route.method,
    url: route.path,
    ...(route.maxBodyBytes !== undefined && { bodyLimit: route.maxBodyBytes }),
    onRequest: (request, reply, done) => {
      reply.header('Cache-Control', 'no-store');
      const cookies = new Cookies(request.headers.cookie, reply, services.config.publicUrl);
      const runWithDeadline = createDeadline();
      const resume = (identity: Identity | ProblemResponse) => {
        if (identity instanceof ProblemResponse) {
          const token = tokenFor(route.access, cookies);
          return void sendRefused(services, request, reply, { refused: identity, token });
        }
        const isBodyLate = route.method !== 'GET' && !request.raw.complete;
        authorised.set(request, { identity, cookies, runWithDeadline, isBodyLate });
        return done();
      };
      const refused = refuseByHeaders(route, services, request, cookies);
      if (refused || route.access === 'anyone') resume(refused ?? {});
      else
        runWithDeadline(() => authorise(route, services, request, cookies))
          .then(resume)
          .catch(done);
    },
    onSend: compressBody,
    handler: async (request, reply) => {
      const current = authorised.get(request) as Authorised;
      const run = (upload?: Upload) => runHandler(route, services, request, { ...current, reply, upload });
      const outcome = await current.runWithDeadline(() =>
        route.takesFile
          ? services.uploads.receive(
              {
                kind: route.maxFileBytes === undefined ? 'import' : 'photo',
                family: current.identity.caller?.family ?? '',
                network: networkOf(request.ip).link,
              },
              request.raw,
              run,
              route.maxFileBytes,
            )
          : run(),
      );
      if (outcome instanceof UploadRefused) {
        const refused = new ProblemResponse(problem(outcome.code), { 'Retry-After': '5' });
        return sendRefused(services, request, reply, { refused });
      }
      if (outcome instanceof ProblemResponse) {
        return sendRefused(services, request, reply, { refused: outcome });
      }
      if (isRefusal(outcome)) return sendProblem(reply, refusalProblem(outcome));
      if (outcome instanceof Download) return sendFile(request, reply, outcome);
      if (outcome instanceof PhotoFile) return sendPhoto(request, reply, outcome);
      if (outcome instanceof Readable) return sendEvents(request, reply, outcome);
      return outcome === undefined ? reply.code(204).send() : outcome;
    },
  });
}

type Exchange = { reply: FastifyReply; upload: Upload | undefined };

async function runHandler(
  route: AppRoute,
  services: AppServices,
  request: FastifyRequest,
  { identity: checked, cookies, isBodyLate, reply, upload }: Authorised & Exchange,
): Promise<unknown> {
  const nowMs = services.clock();
  const claimed = claimedMember(request.headers);
  const identity = isBodyLate
    ? await authenticate(route, services.store, { cookies, claimed }, nowMs)
    : checked;
  if (identity instanceof ProblemResponse) return identity;
  const refused = refuseIdentity(route, identity, nowMs);
  if (refused) return refused;

  const input = parseInput(route, request);
  if ('errors' in input) return new ProblemResponse(problem('invalid-input', { errors: input.errors }));

  const origin = services.config.publicUrl ?? `http://${request.headers.host}`;
  const from = { device: describeDevice(request.headers['user-agent']), address: request.ip };
  const isProven = identity.caller !== undefined && isFreshlyProven(identity.caller, nowMs);
  const changeContext = (actor: Actor): ChangeContext => ({ store: services.store, actor, nowMs, from });
  // `openRoute`, `visitorRoute`, `familyRoute` and `viewerRoute` have checked that the handler accepts this.
  const handle = route.handle as (request: unknown) => Promise<unknown>;
  const call = {
    ...services,
    ...input,
    ...identity,
    ...(upload && { upload }),
    ...(identity.caller && { context: { ...changeContext(identity.caller.member), isProven } }),
    nowMs,
    cookies,
    origin,
    ...from,
    get disconnected() {
      return disconnectSignal(request, reply);
    },
    lastEventId: request.headers['last-event-id']?.toString(),
    changeContext,
  };
  try {
    return await handle(call);
  } catch (error) {
    // Of a route that does not say so itself, or only for some bodies.
    if (error instanceof ProofMissing) return new ProblemResponse(problem('fresh-proof-needed'));
    throw error;
  }
}

/** The delay of each 429 to a client that floods us, and how many may be delayed at once. */
const DELAY_MS = 1_000;
const MAX_DELAYED = 1_000;
let delayed = 0;

/** A client that keeps sending although it is refused receives its 429s late. */
async function sendRefused(
  { rateLimit, clock }: AppServices,
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

function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply {
  reply.headers(file.headers);
  return typeof file.content === 'string'
    ? reply.send(file.content)
    : sendStream(request, reply, file.content);
}

function sendPhoto(request: FastifyRequest, reply: FastifyReply, photo: PhotoFile): FastifyReply {
  reply.headers(photo.headers);
  // The content of an address never changes, so a device that asks again has it.
  if (request.headers['if-none-match'] !== undefined) return reply.code(304).send();
  return reply.type(photo.mediaType).send(photo.bytes);
}

function sendEvents(request: FastifyRequest, reply: FastifyReply, events: Readable): FastifyReply {
  // Keeps nginx from buffering, which would delay the events.
  return sendStream(request, reply.type('text/event-stream').header('X-Accel-Buffering', 'no'), events);
}

function sendStream(request: FastifyRequest, reply: FastifyReply, stream: Readable): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(stream);
  stream.destroy();
  return reply.send('');
}
