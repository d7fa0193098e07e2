/** Problems of the API (RFC 9457) as errors. */
import type { Problem, ProblemCode } from './operations.ts';

/** A response that is an error. `code` never changes; `detail` says what to do about it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
  /** The body, with more about some problems: the missing `scope`, the wrong fields in `errors`. */
  readonly problem: Problem;
  /** Seconds to wait before the next request, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(`${problem.title} (${problem.status}). ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads the problem of a response. A proxy's error page has none: its code is `http-` and the status. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const { status } = response;
  const unknown = { type: 'about:blank', title: response.statusText || 'Error', status, detail: '' };
  const body: unknown = await response.json().catch(() => undefined);
  const problem = { ...unknown, code: `http-${status}`, ...(body as object) };
  return new ProblemError(problem, retryAfterSeconds(response));
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfterSeconds({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
