/** An HTTP client that acts as a family's browser. Its server may restart at another URL. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export const PASSWORD = 'correct horse battery';
const RETRY_MS = 200;
const MAX_ATTEMPTS = 100;

export type Client = {
  email: string;
  /** The current URL of its server. */
  url: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
};

/** A new family and its owner, signed in. */
export async function signUp(url: string): Promise<Client> {
  const email = `${randomUUID()}@example.org`;
  let cookie = '';
  const client: Client = {
    email,
    url,
    async call(method, path, body) {
      const response = await fetch(client.url + path, {
        method,
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          ...(cookie !== '' && { Cookie: cookie }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const [newCookie] = response.headers.getSetCookie();
      if (newCookie !== undefined) cookie = newCookie.split(';', 1)[0] ?? '';
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
  const details = { familyName: 'Chaos', email, password: PASSWORD, timeZone: 'UTC' };
  const { status, body } = await client.call('POST', '/app/api/sign-up', details);
  if (status !== 200) throw new Error(`Sign-up returned ${status}: ${JSON.stringify(body)}`);
  return client;
}

/** Repeats a request while an overloaded server responds 503; returns the last response. */
export async function retryWhileUnavailable<Reply extends { status: number }>(
  request: () => Promise<Reply>,
  onUnavailable: () => void = () => {},
): Promise<Reply> {
  for (let attempts = 1; ; attempts += 1) {
    const reply = await request();
    if (reply.status !== 503 || attempts === MAX_ATTEMPTS) return reply;
    onUnavailable();
    await delay(RETRY_MS);
  }
}
