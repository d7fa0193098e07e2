/** Sends a body to an address that a member has set, through the guard. Redirects are not followed. */
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { FetchFailure, type FetchSettings, Guard, open } from './guard.ts';

const LIMITS = { totalMs: 15_000, responseMs: 1_000, responseBytes: 16_384, headerBytes: 16_384 };
export const MAX_ADDRESS_LENGTH = 2_000;

type PostOptions = {
  body: string;
  headers: Record<string, string>;
  /** Ends the attempt. */
  signal?: AbortSignal;
  totalMs?: number;
};

type Posted = { status: number; retryAfter: string | undefined };

export async function postGuarded(
  address: string,
  settings: FetchSettings,
  { body, headers, signal, totalMs = LIMITS.totalMs }: PostOptions,
): Promise<Posted | Refusal> {
  if (!settings.isOn) return refuse('fetch-off');
  const deadline = AbortSignal.timeout(totalMs);
  const ended = signal ? AbortSignal.any([deadline, signal]) : deadline;
  const guard = new Guard(settings);
  try {
    const url = guard.parse(address, MAX_ADDRESS_LENGTH);
    const response = await open(url, await guard.resolve(url, ended), {
      signal: ended,
      maxHeaderSize: LIMITS.headerBytes,
      headers: {
        ...headers,
        'user-agent': settings.userAgent,
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    });
    // The status is all that counts; the rest is read so that the receiver can finish, but not for long.
    let bytes = 0;
    const giveUp = setTimeout(() => response.destroy(), LIMITS.responseMs).unref();
    response
      .on('data', (chunk: Buffer) => (bytes += chunk.length) > LIMITS.responseBytes && response.destroy())
      .on('error', () => {})
      .once('close', () => clearTimeout(giveUp));
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    if (error instanceof FetchFailure) return error.refusal;
    return refuse(deadline.aborted ? 'page-too-slow' : 'page-unreachable');
  }
}

/** Why nothing may be sent to this address; undefined if it may be, or if its host is not found at the moment. */
export async function refuseAddress(address: string, settings: FetchSettings): Promise<Refusal | undefined> {
  if (!settings.isOn) return refuse('fetch-off');
  const guard = new Guard(settings);
  try {
    await guard.resolve(guard.parse(address, MAX_ADDRESS_LENGTH), AbortSignal.timeout(LIMITS.totalMs));
    return undefined;
  } catch (error) {
    const refusal = error instanceof FetchFailure ? error.refusal : undefined;
    return isRefusal(refusal) && refusal.refused !== 'page-unreachable' ? refusal : undefined;
  }
}
