/**
 * Backups that restore must reject: randomly damaged ones, files of other programs, and invalid lines with a valid
 * seal (the last line, with counts and a checksum).
 */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Digest } from '#storage/copy.ts';
import type { Row, Table } from '#storage/schema.ts';
import { oneOf, type Random } from '#domain/random.ts';

/** The lines of a backup without its seal. */
export const linesIn = (text: string) => text.trimEnd().split('\n').slice(0, -1);

/** A file of these lines, valid or not, with a valid seal. */
export function sealed(lines: string[], count = (rows: Record<string, number>) => rows): string {
  const digest = new Digest();
  for (const line of lines.slice(1)) {
    const { table, row } = JSON.parse(line) as { table: Table; row: Row };
    if (table in digest.counts()) digest.add(table, [row]);
  }
  const body = `${lines.join('\n')}\n`;
  return `${body}${JSON.stringify({ rows: count(digest.counts()), sha256: hash('sha256', body) })}\n`;
}

/** Returns a description of the damage, and the damaged file. */
export function damage(random: Random, good: Buffer): [string, Buffer | string] {
  const at = random(good.length);
  const lines = good.toString().split('\n').slice(0, -1);
  const [one, two] = [random(lines.length - 1), lines.length - 1];
  switch (
    oneOf(random, ['flip', 'seal', 'cut', 'removed', 'doubled', 'swapped', 'header', 'trailing', 'inserted'])
  ) {
    case 'flip':
      return [`bit at ${at} flipped`, flipped(good, at, random(8))];
    case 'seal': {
      const last = good.length - 1 - random(lines.at(-1)?.length ?? 0);
      return [`bit of the seal at ${last} flipped`, flipped(good, last, random(8))];
    }
    case 'cut':
      return [`cut at ${at}`, good.subarray(0, at)];
    case 'removed':
      return [`line ${one} removed`, joined(lines.toSpliced(one, 1))];
    case 'doubled':
      return [`line ${one} doubled`, joined(lines.toSpliced(one, 0, lines[one] as string))];
    case 'swapped': {
      const next = lines[one + 1] as string;
      return [`line ${one} swapped`, joined(lines.toSpliced(one, 2, next, lines[one] as string))];
    }
    case 'header':
      return ['header changed', joined([(lines[0] as string).replace(/\d/, 'x'), ...lines.slice(1)])];
    case 'trailing':
      return [
        'trailing bytes',
        good.toString() + oneOf(random, [' ', '\n', '\0', '{}\n', '\r\n', lines[two] as string]),
      ];
    default:
      return [
        `byte inserted at ${at}`,
        Buffer.concat([good.subarray(0, at), Buffer.of(32), good.subarray(at)]),
      ];
  }
}

function flipped(good: Buffer, at: number, bit: number): Buffer {
  const bytes = Buffer.from(good);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  return bytes;
}

/** Files that are not backups, and files with a valid seal that cannot be restored. */
export function wrongFiles(good: string): [string, Buffer | string, RegExp?][] {
  const lines = linesIn(good);
  const [header = '', ...rows] = lines;
  const withHeader = (more: object) => sealed([JSON.stringify({ ...JSON.parse(header), ...more }), ...rows]);
  const plan = {
    family_id: 'nobody',
    week: '2026-11-09',
    id: 'orphan',
    version: 1,
    meals: '{}',
    details: '{}',
  };
  return [
    ['a backup without families', sealed([header]), /no families/],
    ['an empty file', ''],
    ['a line end', '\n'],
    ['an SQLite file', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8_192)])],
    ['a gzip file', gzipSync(good)],
    ['some JSON', '{"families":[]}\n{"rows":{},"sha256":""}\n'],
    ['zeros', Buffer.alloc(10_000)],
    [
      'a newer migration',
      withHeader({ migrations: ['0001-schema', '9999-new'] }),
      /newer than this program.*9999-new/,
    ],
    ['an unnamed migration', withHeader({ migrations: ['0001-schema', ''] }), /newer than this program/],
    ['no migration', withHeader({ migrations: [] })],
    ['no list of migrations', withHeader({ migrations: '0001-schema' })],
    ['another format', withHeader({ format: 'weekfare backup 2' })],
    ['no time', withHeader({ at: 'yesterday' })],
    ['no header', sealed(rows)],
    ['an unknown table', sealed([...lines, rowLine('recipes', { id: 1 })])],
    ['an unknown column', sealed([...lines, rowLine('families', { id: 'x', colour: 'red' })])],
    ['a row of an unknown family', sealed([...lines, rowLine('plans', plan)])],
    ['a row twice', sealed([...lines, rows[0] as string])],
    ['a wrong count', sealed(lines, (counts) => ({ ...counts, plans: 9 }))],
    ['a count of an unknown table', sealed(lines, (counts) => ({ ...counts, recipes: 0 }))],
    ['no counts', sealed(lines, () => null as never)],
  ];
}

const joined = (lines: string[]) => lines.map((line) => `${line}\n`).join('');
const rowLine = (table: string, row: object) => JSON.stringify({ table, row });
