/** A family that talks to a server over HTTP, as its browser would; the server may go away and come back. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export const PASSWORD = 'correct horse battery';
const ASK_AGAIN_MS = 200;
const MOST_ATTEMPTS = 100;

export type Client = {
  email: string;
  /** Where its server is now. */
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
      const [given] = response.headers.getSetCookie();
      if (given !== undefined) cookie = given.split(';', 1)[0] ?? '';
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
  const details = { familyName: 'Chaos', email, password: PASSWORD, timeZone: 'UTC' };
  const { status, body } = await client.call('POST', '/app/api/sign-up', details);
  if (status !== 200) throw new Error(`Sign-up was answered ${status}: ${JSON.stringify(body)}`);
  return client;
}

/** A server with too much to do says 503, and is asked again; the last answer counts. */
export async function insist<Reply extends { status: number }>(
  ask: () => Promise<Reply>,
  turnedAway: () => void = () => {},
): Promise<Reply> {
  for (let attempts = 1; ; attempts += 1) {
    const reply = await ask();
    if (reply.status !== 503 || attempts === MOST_ATTEMPTS) return reply;
    turnedAway();
    await delay(ASK_AGAIN_MS);
  }
}
