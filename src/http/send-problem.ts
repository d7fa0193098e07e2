/** Sends a problem through the framework; the door writes its own (api/door.ts). */
import type { FastifyReply } from 'fastify';
import { type Problem, PROBLEM_TYPE } from './problem.ts';

export function sendProblem(
  reply: FastifyReply,
  body: Problem,
  headers: Record<string, string> = {},
): FastifyReply {
  return reply
    .code(body.status)
    .headers(headers)
    .header('Content-Type', PROBLEM_TYPE)
    .send(JSON.stringify(body));
}
