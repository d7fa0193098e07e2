/** Serves the endpoints of the web app's API through the framework: access, input, handler, response. */
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
import { type Endpoint, ProblemResponse } from './endpoint.ts';
import type { Services } from './services.ts';
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

/** An endpoint that takes a file reads its body itself and accepts no other kind of body. */
export function serveEndpoint(app: FastifyInstance, services: Services, endpoint: Endpoint): void {
  if (!endpoint.file) return serve(app, services, endpoint);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
    serve(scope, services, endpoint);
  });
}

function serve(app: FastifyInstance, services: Services, endpoint: Endpoint): void {
  const authorised = new WeakMap<FastifyRequest, Authorised>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: (request, reply, done) => {
      reply.header('Cache-Control', 'no-store');
      const cookies = new Cookies(request.headers.cookie, reply, services.config.publicUrl);
      const runWithDeadline = createDeadline();
      const resume = (identity: Identity | ProblemResponse) => {
        if (identity instanceof ProblemResponse) {
          const token = tokenFor(endpoint.access, cookies);
          return void sendRefused(services, request, reply, { refused: identity, token });
        }
        const isBodyLate = endpoint.method !== 'GET' && !request.raw.complete;
        authorised.set(request, { identity, cookies, runWithDeadline, isBodyLate });
        return done();
      };
      const refused = refuseByHeaders(endpoint, services, request, cookies);
      if (refused || endpoint.access === 'anyone') resume(refused ?? {});
      else
        runWithDeadline(() => authorise(endpoint, services, request, cookies))
          .then(resume)
          .catch(done);
    },
    onSend: compressBody,
    handler: async (request, reply) => {
      const current = authorised.get(request) as Authorised;
      const run = (upload?: Upload) => runHandler(endpoint, services, request, { ...current, reply, upload });
      const outcome = await current.runWithDeadline(() =>
        endpoint.file
          ? services.uploads.receive(
              {
                kind: endpoint.file.kind,
                family: current.identity.caller?.family ?? '',
                network: networkOf(request.ip).link,
              },
              request.raw,
              run,
              endpoint.file.maxBytes,
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
  endpoint: Endpoint,
  services: Services,
  request: FastifyRequest,
  { identity: checked, cookies, isBodyLate, reply, upload }: Authorised & Exchange,
): Promise<unknown> {
  const nowMs = services.clock();
  const claimed = claimedMember(request.headers);
  const identity = isBodyLate
    ? await authenticate(endpoint, services.store, { cookies, claimed }, nowMs)
    : checked;
  if (identity instanceof ProblemResponse) return identity;
  const refused = refuseIdentity(endpoint, identity, nowMs);
  if (refused) return refused;

  const input = parseInput(endpoint, request);
  if ('errors' in input) return new ProblemResponse(problem('invalid-input', { errors: input.errors }));

  const origin = services.config.publicUrl ?? `http://${request.headers.host}`;
  const from = { device: describeDevice(request.headers['user-agent']), address: request.ip };
  const isProven = identity.caller !== undefined && isFreshlyProven(identity.caller, nowMs);
  const changeContext = (actor: Actor): ChangeContext => ({ store: services.store, actor, nowMs, from });
  // `endpoint` has checked that the handler accepts this.
  const handle = endpoint.handle as (call: unknown) => Promise<unknown>;
  const call = {
    ...usedServices(endpoint, services),
    store: services.store,
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
    // Of an endpoint that does not say so itself, or only for some bodies.
    if (error instanceof ProofMissing) return new ProblemResponse(problem('fresh-proof-needed'));
    throw error;
  }
}

function usedServices({ uses = [] }: Endpoint, services: Services): Partial<Services> {
  return Object.fromEntries(uses.map((name) => [name, services[name]]));
}

/** The delay of each 429 to a client that floods us, and how many may be delayed at once. */
const DELAY_MS = 1_000;
const MAX_DELAYED = 1_000;
let delayed = 0;

/** A client that keeps sending although it is refused receives its 429s late. */
async function sendRefused(
  { rateLimit, clock }: Services,
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
