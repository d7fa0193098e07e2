/** Verification of webhooks: signed by the package of Standard Webhooks, changed, replayed and forged. */
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from './webhook.ts';

const NOW_MS = Date.parse('2026-11-18T07:00:00Z');
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const OTHER_SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const BODY = JSON.stringify({
  type: 'dinner.today',
  timestamp: '2026-11-18T07:00:00.000Z',
  data: {
    date: '2026-11-18',
    weekOf: '2026-11-16T00:00:00.000Z',
    meal: { description: 'Käsespätzle mit Röstzwiebeln 🧅' },
  },
});

function sign(secret = SECRET, { body = BODY, atMs = NOW_MS, id = 'msg_1' } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(atMs / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(atMs), body),
  };
}

const verify = (headers: Record<string, string>, body: string | Uint8Array = BODY, secrets = [SECRET]) =>
  verifyWebhook({ headers, body }, secrets, { nowMs: NOW_MS });

describe('a webhook is accepted', () => {
  test('with the headers of Node or of a Request, and a body of text or bytes', async () => {
    const expected = { ...JSON.parse(BODY), id: 'msg_1' };
    const bytes = new TextEncoder().encode(BODY);
    for (const headers of [sign(), new Headers(sign())]) {
      for (const body of [BODY, bytes, Buffer.from(BODY), bytes.buffer]) {
        deepStrictEqual(await verifyWebhook({ headers, body }, SECRET, { nowMs: NOW_MS }), expected);
      }
    }
  });

  test('if one of several signatures matches, of one of several secrets', async () => {
    const headers = sign();
    const both = `${sign(OTHER_SECRET)['webhook-signature']} v1a,AAAA ${headers['webhook-signature']}`;
    strictEqual((await verify({ ...headers, 'webhook-signature': both })).id, 'msg_1');
    strictEqual((await verify(headers, BODY, [OTHER_SECRET, SECRET])).id, 'msg_1');
    strictEqual((await verify(headers, BODY, [SECRET.slice('whsec_'.length)])).id, 'msg_1');
  });

  test('if the clocks differ by five minutes, as the package accepts it too', async () => {
    for (const differenceMs of [-300_000, 300_000]) {
      strictEqual((await verify(sign(SECRET, { atMs: NOW_MS + differenceMs }))).type, 'dinner.today');
    }
    // The package has no clock to set, so this one is signed now.
    const headers = sign(SECRET, { atMs: Date.now() });
    deepStrictEqual(new Webhook(SECRET).verify(BODY, headers), JSON.parse(BODY));
    strictEqual((await verifyWebhook({ headers, body: BODY }, SECRET)).type, 'dinner.today');
  });
});

describe('a webhook is refused', () => {
  const signature = sign()['webhook-signature'];
  const cases: [string, Record<string, string>, string?][] = [
    ['with another body', sign(), BODY.replace('Käse', 'Kase')],
    ['with another id', { ...sign(), 'webhook-id': 'msg_2' }],
    ['with another timestamp', { ...sign(), 'webhook-timestamp': String(NOW_MS / 1_000 + 1) }],
    ['of another secret', sign(OTHER_SECRET)],
    ['with a part of the signature', { ...sign(), 'webhook-signature': signature.slice(0, -8) }],
    ['with an empty signature', { ...sign(), 'webhook-signature': 'v1,' }],
    ['with a signature that is not Base64', { ...sign(), 'webhook-signature': 'v1,%%%% v1,é' }],
    ['of an unknown version', { ...sign(), 'webhook-signature': signature.replace('v1,', 'v2,') }],
    ['with several signatures as one', { ...sign(), 'webhook-signature': `${signature},${signature}` }],
    ['301 seconds late', sign(SECRET, { atMs: NOW_MS - 301_000 })],
    ['301 seconds early', sign(SECRET, { atMs: NOW_MS + 301_000 })],
    ['with a timestamp that is no number', { ...sign(), 'webhook-timestamp': 'NaN' }],
    ['with a negative timestamp', { ...sign(), 'webhook-timestamp': '-1' }],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header): [string, object] => [
      `without ${header}`,
      Object.fromEntries(Object.entries(sign()).filter(([name]) => name !== header)),
    ]),
  ] as [string, Record<string, string>, string?][];
  for (const [name, headers, body] of cases) {
    test(name, async () => rejects(verify(headers, body), WebhookError));
  }

  test('with an error of the receiver if the secret is empty or not Base64', async () => {
    for (const secret of ['', 'whsec_', 'whsec_ü']) {
      await rejects(verify(sign(), BODY, [secret]), { name: 'TypeError', message: /whsec_/ });
    }
  });
});
