/**
 * The requests of the offline stores. Each names its member: another person may have signed in on this
 * device, in another tab, and must neither send the first one's changes nor see their plan. `parse` returns
 * undefined for a response that is not our server's.
 */
import type { Operation, RequestOf, ResponseOf } from '#http/app-api.ts';
import { ApiError, request } from '#web/base/api.ts';
import { type Outcome, outcomeOfError } from './outcome.ts';

/** A request that takes longer has failed; the retry finds out whether the server applied it. */
const TIMEOUT_MS = 15_000;
/** Browsers send at most 64 kB after a page is closed; a character takes up to three bytes. */
const MAX_KEEPALIVE_CHARACTERS = 20_000;

/** Perhaps not of our server. */
type Received<O extends Operation> = Partial<ResponseOf<O>> | undefined;
type Parse<O extends Operation, Response> = (body: Received<O>) => Response | undefined;

export async function getAs<O extends Operation, Response>(
  member: string,
  operation: O,
  sent: RequestOf<O>,
  parse: Parse<O, Response>,
): Promise<Response> {
  const response = parse((await request(operation, { ...sent, ...optionsFor(member) })) as Received<O>);
  if (response === undefined) throw new ApiError(0, {});
  return response;
}

export async function postAs<O extends Operation, Response>(
  member: string,
  operation: O,
  sent: RequestOf<O>,
  parse: Parse<O, Response>,
): Promise<Outcome<Response>> {
  const keepalive = JSON.stringify(sent).length < MAX_KEEPALIVE_CHARACTERS;
  try {
    const response = parse(
      (await request(operation, { ...sent, ...optionsFor(member), keepalive })) as Received<O>,
    );
    return response === undefined ? { kind: 'retry' } : { kind: 'done', response };
  } catch (error) {
    return outcomeOfError(error);
  }
}

function optionsFor(member: string) {
  return { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { 'Weekfare-Member': member } };
}
