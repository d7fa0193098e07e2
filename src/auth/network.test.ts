import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

const ipv4 = { link: '192.0.2.1', site: '192.0.2.1' };
const home = { link: '2001:db8:1:2::/64', site: '2001:db8:1::/48' };
const cases = [
  { address: '192.0.2.1', network: ipv4 },
  { address: '::ffff:192.0.2.1', network: ipv4 },
  { address: '::FFFF:192.0.2.1', network: ipv4 },
  { address: '::ffff:c000:201', network: ipv4 },
  { address: '0:0:0:0:0:ffff:192.0.2.1', network: ipv4 },
  { address: '2001:db8:1:2:3:4:5:6', network: home },
  { address: '2001:db8:1:2::', network: home },
  { address: '2001:db8:1:2::9', network: home },
  { address: '2001:DB8:0001:2::9', network: home },
  { address: '2001:db8:1:ffff::1', network: { link: '2001:db8:1:ffff::/64', site: home.site } },
  { address: '2001:db8::1', network: { link: '2001:db8:0:0::/64', site: '2001:db8:0::/48' } },
  { address: '2001:db8:0:0:ffff::', network: { link: '2001:db8:0:0::/64', site: '2001:db8:0::/48' } },
  { address: '64:ff9b::192.0.2.1', network: { link: '64:ff9b:0:0::/64', site: '64:ff9b:0::/48' } },
  { address: 'fe80::1%eth0', network: { link: 'fe80:0:0:0::/64', site: 'fe80:0:0::/48' } },
  { address: '::1', network: { link: '0:0:0:0::/64', site: '0:0:0::/48' } },
  { address: '::', network: { link: '0:0:0:0::/64', site: '0:0:0::/48' } },
  { address: 'unknown', network: { link: 'unknown', site: 'unknown' } },
];
for (const { address, network } of cases) {
  test(`${address} belongs to ${network.link} and ${network.site}`, () => {
    deepStrictEqual(networkOf(address), network);
  });
}
