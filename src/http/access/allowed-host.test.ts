/** The host names under which changes are accepted without PUBLIC_URL. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowedHost } from './allowed-host.ts';

const ALLOWED = ['raspberrypi.local', 'nas:3000', 'web:80', '203.0.113.5', '[2001:db8::1]'];

const always = [
  'localhost',
  'LOCALHOST:3000',
  'localhost.:3000',
  'weekfare.localhost:3000',
  '127.0.0.1:3000',
  '127.8.9.10',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255:80',
  '192.168.178.20:3000',
  '169.254.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '[::1]:3000',
  '[fd12:3456::1]:3000',
  '[fe80::1]',
  '[::ffff:192.168.0.1]:3000',
  '[::ffff:c0a8:1]',
];
const listed = [
  'raspberrypi.local',
  'RaspberryPi.local.:3000',
  'nas:3000',
  'web',
  'web:80',
  '203.0.113.5:3000',
  '[2001:DB8:0::1]',
];
const never = [
  undefined,
  '',
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'xlocalhost',
  '127.0.0.1.evil.example',
  '127.0.0.1@evil.example',
  'evil.example/127.0.0.1',
  'raspberrypi.local.evil.example',
  'xraspberrypi.local',
  'nas',
  'nas:3001',
  'web:8080',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.0',
  '192.169.0.1',
  '100.63.255.255',
  '100.128.0.0',
  '11.0.0.0',
  '[2001:db8::2]',
  '[::ffff:8.8.8.8]',
  '[fec0::1]',
  '[::]',
  '0.0.0.0',
  'a b',
  'localhost, evil.example',
];

for (const host of always) {
  test(`${host} is allowed without a list`, () => strictEqual(isAllowedHost(host, []), true));
}
for (const host of listed) {
  test(`${host} is allowed because it is listed`, () => {
    strictEqual(isAllowedHost(host, ALLOWED), true);
    strictEqual(isAllowedHost(host, []), false);
  });
}
for (const host of never) {
  test(`${host} is not allowed`, () => strictEqual(isAllowedHost(host, ALLOWED), false));
}
