import { match, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/service.ts';

const PATH = '/.well-known/security.txt';

test('security.txt names whom the operator said, from where, and for how long', async (t) => {
  const nowMs = Date.parse('2026-11-15T12:00:00Z');
  const config = { securityContact: 'mailto:security@example.org', publicUrl: 'https://meals.example.org' };
  const { url } = await startService(t, { nowMs, config });
  const response = await fetch(url + PATH);
  strictEqual(response.status, 200);
  strictEqual(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  const [contact, expires, ...rest] = (await response.text()).split('\n');
  strictEqual(contact, 'Contact: mailto:security@example.org');
  match(expires ?? '', /^Expires: 2027-02-13T12:00:\d\dZ$/);
  strictEqual(
    rest.join('\n'),
    'Preferred-Languages: en, de\nCanonical: https://meals.example.org/.well-known/security.txt\n',
  );
});

test('without a contact there is no security.txt', async (t) => {
  const { url } = await startService(t);
  strictEqual((await fetch(url + PATH)).status, 404);
});
