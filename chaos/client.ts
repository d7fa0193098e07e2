/** A family that talks to a server over HTTP, as its browser would; the server may go away and come back. */
import { randomUUID } from 'node:crypto';

export const PASSWORD = 'correct horse battery';

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
