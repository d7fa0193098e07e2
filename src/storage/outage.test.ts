/** Which errors are outages of the database, and which are bugs. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isDamage, isDuplicate, isOutage, Outage } from './outage.ts';

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);
const sqlite = (errcode: number) => error('sqlite', { code: 'ERR_SQLITE_ERROR', errcode });
const postgres = (code: string) => error('postgres', { code, severity: 'ERROR' });

const outages: [string, unknown][] = [
  ['our own Outage', new Outage('full')],
  ['SQLite busy', sqlite(5)],
  ['SQLite busy, recovering', sqlite(261)],
  ['SQLite locked', sqlite(6)],
  ['SQLite read-only', sqlite(8)],
  ['SQLite disk error', sqlite(10)],
  ['SQLite disk error on sync', sqlite(1034)],
  ['SQLite damaged', sqlite(11)],
  ['SQLite disk full', sqlite(13)],
  ['SQLite cannot open', sqlite(14)],
  ['SQLite no database', sqlite(26)],
  ['PostgreSQL connection failure', postgres('08006')],
  ['PostgreSQL wrong password', postgres('28P01')],
  ['PostgreSQL too many connections', postgres('53300')],
  ['PostgreSQL disk full', postgres('53100')],
  ['PostgreSQL shutting down', postgres('57P01')],
  ['PostgreSQL statement timeout', postgres('57014')],
  ['PostgreSQL disk error', postgres('58030')],
  ['PostgreSQL deadlock', postgres('40P01')],
  ['PostgreSQL unknown database', postgres('3D000')],
  ['PostgreSQL demoted', postgres('25006')],
  ['PostgreSQL lock timeout', postgres('55P03')],
  ['PostgreSQL corrupted data', postgres('XX001')],
  ['PostgreSQL corrupted index', postgres('XX002')],
  ['refused connection', error('connect', { code: 'ECONNREFUSED', syscall: 'connect' })],
  ['unknown host', error('getaddrinfo', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
  ['reset connection', error('read', { code: 'ECONNRESET', syscall: 'read' })],
  [
    'all addresses refused',
    new AggregateError([error('connect', { code: 'ECONNREFUSED', syscall: 'connect' })]),
  ],
  ['connect timeout', error('timeout exceeded when trying to connect')],
  ['query timeout', error('Query read timeout')],
  ['broken connection', error('Connection terminated unexpectedly')],
];

const bugs: [string, unknown][] = [
  ['any other error', error('x is undefined')],
  ['a thrown text', 'timeout'],
  ['undefined', undefined],
  ['SQLite syntax', sqlite(1)],
  ['SQLite constraint', sqlite(2067)],
  ['PostgreSQL syntax', postgres('42601')],
  ['PostgreSQL constraint', postgres('23505')],
  ['PostgreSQL bad text', postgres('22021')],
  ['PostgreSQL internal error', postgres('XX000')],
  ["a missing file of the operator's", error('open', { code: 'ENOENT', syscall: 'open' })],
  ['several bugs', new AggregateError([error('a'), error('b')])],
];

for (const [what, value] of outages) test(`${what} is an outage`, () => strictEqual(isOutage(value), true));
for (const [what, value] of bugs) test(`${what} is not an outage`, () => strictEqual(isOutage(value), false));

const duplicates: [unknown, boolean][] = [
  [sqlite(2067), true],
  [sqlite(1555), true],
  [sqlite(787), false],
  [postgres('23505'), true],
  [postgres('23503'), false],
  [error('x'), false],
  ['23505', false],
];
for (const [value, expected] of duplicates) {
  test(`${JSON.stringify(value)} is ${expected ? '' : 'not '}a duplicate`, () =>
    strictEqual(isDuplicate(value), expected));
}

const DAMAGE = new Set([
  'SQLite damaged',
  'SQLite no database',
  'PostgreSQL corrupted data',
  'PostgreSQL corrupted index',
]);
for (const [what, value] of [...outages, ...bugs]) {
  test(`${what} is ${DAMAGE.has(what) ? '' : 'not '}damage`, () =>
    strictEqual(isDamage(value), DAMAGE.has(what)));
}
