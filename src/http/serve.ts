/** Serves every endpoint. Those of the web app's API: access, input, handler, response. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecentlyAuthenticated } from '#auth/session.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { Actor } from '#storage/actor.ts';
import { type ChangeContext, ReauthenticationMissing } from '#storage/transaction.ts';
import { problem, refusalProblem, ProblemResponse } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';
import { type AuthorisedRequest, authorisedRoute, type Send } from '#http/access/authorised-route.ts';
import { sendRefused, sessionGuard, type SessionRequester } from '#http/access/session-guard.ts';
import { compressBody } from '#http/files/compress-body.ts';
import { describeDevice } from '#http/access/device.ts';
import { disconnectSignal } from '#http/streams/disconnect-signal.ts';
import { Download } from '#http/files/download.ts';
import { parseInput } from '#http/input/parse-input.ts';
import { PhotoFile } from '#http/files/photo-file.ts';
import type { Endpoint, FileRule } from './endpoint.ts';
import { type KeyEndpoint, isCached } from './key-endpoint.ts';
import { serveByKey, servePreflights } from './serve-by-key.ts';
import { type Services, usedServices } from './services.ts';
import { sendEvents, sendStream } from '#http/streams/send-stream.ts';
import { networkOf } from '#auth/network.ts';
import { type Upload, UploadRefused } from '#http/files/uploads.ts';

type Endpoints = { byKey: readonly KeyEndpoint[]; bySession: readonly Endpoint[] };

export function serveEndpoints(
  app: FastifyInstance,
  services: Services,
  { byKey, bySession }: Endpoints,
): void {
  for (const endpoint of bySession) serveEndpoint(app, services, endpoint);
  for (const endpoint of byKey) if (!isCached(endpoint)) serveByKey(app, services, endpoint);
  servePreflights(app, services.config.publicUrl, byKey);
}

/** An endpoint that takes a file reads its body itself and accepts no other kind of body. */
function serveEndpoint(app: FastifyInstance, services: Services, endpoint: Endpoint): void {
  if (!endpoint.file) return serve(app, services, endpoint);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
    serve(scope, services, endpoint);
  });
}

function serve(app: FastifyInstance, services: Services, endpoint: Endpoint): void {
  const { method, path: url, maxBodyBytes: bodyLimit } = endpoint;
  const route = { method, url, onSend: compressBody, ...(bodyLimit !== undefined && { bodyLimit }) };
  authorisedRoute(app, route, sessionGuard(endpoint, services), async (authorised) => {
    const { request, reply } = authorised;
    const run = (upload?: Upload) => runHandler(endpoint, services, authorised, upload);
    const outcome = await (endpoint.file ? receiveFile(endpoint.file, services, authorised, run) : run());
    if (typeof outcome === 'function') return outcome as Send;
    if (outcome instanceof ProblemResponse)
      return () => sendRefused(services, request, reply, { refused: outcome });
    const check = (body: unknown) => services.checkResponse?.(endpoint.response, body);
    return () => sendOutcome(request, reply, outcome, check);
  });
}

async function receiveFile(
  { kind, maxBytes }: FileRule,
  { uploads }: Services,
  { request, requester }: AuthorisedRequest<SessionRequester>,
  run: (upload: Upload) => Promise<unknown>,
): Promise<unknown> {
  const from = { kind, family: requester.caller?.family ?? '', network: networkOf(request.ip).link };
  const outcome = await uploads.receive(from, request.raw, run, maxBytes);
  return outcome instanceof UploadRefused
    ? new ProblemResponse(problem(outcome.code), { 'Retry-After': '5' })
    : outcome;
}

function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: unknown,
  check: (body: unknown) => void,
): FastifyReply {
  if (isRefusal(outcome)) return sendProblem(reply, refusalProblem(outcome));
  if (outcome instanceof Download) return sendFile(request, reply, outcome);
  if (outcome instanceof PhotoFile) return sendPhoto(request, reply, outcome);
  if (outcome instanceof Readable) return sendEvents(request, reply, outcome);
  check(outcome);
  return outcome === undefined ? reply.code(204).send() : reply.send(outcome);
}

/** What the handler returns, or a response of the check before it. */
async function runHandler(
  endpoint: Endpoint,
  services: Services,
  { request, reply, checkAgain }: AuthorisedRequest<SessionRequester>,
  upload: Upload | undefined,
): Promise<unknown> {
  const requester = await checkAgain();
  if (typeof requester === 'function') return requester;
  const input = parseInput(endpoint, request);
  if ('errors' in input) return new ProblemResponse(problem('invalid-input', { errors: input.errors }));

  const nowMs = services.clock();
  const { caller } = requester;
  const origin = services.config.publicUrl ?? `http://${request.headers.host}`;
  const from = { device: describeDevice(request.headers['user-agent']), address: request.ip };
  const isReauthenticated = caller !== undefined && isRecentlyAuthenticated(caller, nowMs);
  const changeContext = (actor: Actor): ChangeContext => ({ store: services.store, actor, nowMs, from });
  // `endpoint` has checked that the handler accepts this.
  const handle = endpoint.handle as (call: unknown) => Promise<unknown>;
  const call = {
    ...usedServices(endpoint, services),
    store: services.store,
    ...input,
    ...requester,
    ...(upload && { upload }),
    ...(caller && { context: { ...changeContext(caller.member), isReauthenticated } }),
    nowMs,
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
    if (error instanceof ReauthenticationMissing)
      return new ProblemResponse(problem('reauthentication-required'));
    throw error;
  }
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
