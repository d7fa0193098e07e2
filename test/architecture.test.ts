/**
 * The house rules that a machine can read off the text of src: who may import whom, no circles, one
 * reader of the environment, time and chance from outside, names and sizes. Each rule is shown a
 * planted defect first, so that none passes because it sees nothing.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { test } from 'node:test';

/** A file of src: its path from there, and its text. */
type Source = { path: string; text: string };
type Import = { specifier: string; typeOnly: boolean; target: string | undefined };

const ROOMS: Record<string, string[]> = {
  domain: [],
  planner: ['domain'],
  cookbook: ['domain'],
  storage: ['domain'],
  auth: ['domain', 'storage'],
  queries: ['domain', 'planner', 'cookbook', 'storage', 'auth'],
  actions: ['domain', 'planner', 'cookbook', 'storage', 'auth', 'queries'],
  jobs: ['domain', 'planner', 'cookbook', 'storage', 'auth', 'queries', 'actions'],
  http: ['domain', 'cookbook', 'storage', 'auth', 'queries', 'actions', 'jobs'],
  cli: ['domain', 'cookbook', 'storage', 'auth', 'queries', 'actions', 'jobs'],
  web: ['domain'],
};
/** The rooms that a file at the top of src may open: all but the command line. */
const FROM_TOP = Object.keys(ROOMS).filter((room) => room !== 'cli');
const SETTINGS = ['config.ts', 'failure.ts'];
const RESTRICTED: { packages: RegExp; allowed: RegExp }[] = [
  { packages: /^(kysely|pg|node:sqlite)(\/|$)/, allowed: /^storage\// },
  { packages: /^(fastify|@fastify)(\/|$)/, allowed: /^(http\/|server\.ts$)/ },
];
const NO_NAMES = ['util', 'utils', 'helper', 'helpers', 'type', 'types', 'index', 'misc', 'common'];
const MOST_LINES = 400;
const WITHOUT_CLOCK = /^(domain|planner|cookbook|storage|queries|actions)\//;
const CLOCK_OR_CHANCE =
  /\bnew\s+Date\s*(\(\s*\)|(?!\s*\())|\bDate\s*\.\s*now\b|\bMath\s*\.\s*random\b|\bTemporal\s*\.\s*Now\b/;
const ENVIRONMENT =
  /\bprocess\s*(\??\.)\s*env\b|\bprocess\s*\[|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b|['"](node:)?process['"]/;

/** Every breach of a rule, as one sentence each. */
function breaches(sources: Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return [
    ...sources.flatMap((source) => textBreaches(source)),
    ...sources.flatMap(({ path }) =>
      (imports.get(path) ?? []).flatMap((one) => arrowBreaches(path, one, paths)),
    ),
    ...circles(imports).map((circle) => `circle: ${circle.join(' -> ')}`),
  ];
}

function textBreaches({ path, text }: Source): string[] {
  const found: string[] = [];
  const lines = text.trimEnd().split('\n');
  if (lines.length > MOST_LINES) found.push(`${path} has ${lines.length} lines`);
  for (const name of path.split('/')) {
    if (NO_NAMES.includes(name.split('.')[0] as string)) found.push(`${path} is named ${name}`);
  }
  if (isTest(path)) return found;
  const code = codeOf(text);
  if (path !== 'config.ts' && ENVIRONMENT.test(code)) found.push(`${path} reads the environment`);
  if (WITHOUT_CLOCK.test(path) && CLOCK_OR_CHANCE.test(code)) found.push(`${path} asks clock or chance`);
  return found;
}

function arrowBreaches(path: string, { specifier, target, typeOnly }: Import, paths: Set<string>): string[] {
  const arrow = `${path} imports ${specifier}`;
  if (specifier.split('/').includes('..')) return [`${arrow}: by ../`];
  if (specifier.startsWith('#test/')) return isTest(path) ? [] : [`${arrow}: the program needs no tests`];
  if (target === undefined) {
    const refused = RESTRICTED.some(
      ({ packages, allowed }) => packages.test(specifier) && !allowed.test(path),
    );
    return refused && !isTest(path) ? [`${arrow}: not a package for this room`] : [];
  }
  if (!paths.has(target)) return [`${arrow}: no such file`];
  // A test stands beside its subject and uses the whole service.
  if (isTest(path)) return [];
  if (isTest(target)) return [`${arrow}: the program needs no tests`];
  return mayImport(path, target, typeOnly) ? [] : [`${arrow}: not an arrow of the house`];
}

function mayImport(path: string, target: string, typeOnly: boolean): boolean {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to) return true;
  if (from === '') return FROM_TOP.includes(to);
  if (to === '') return SETTINGS.includes(target) && (from === 'cli' || (from === 'http' && typeOnly));
  if (from === 'web' && to === 'http') return typeOnly && target.startsWith('http/app/');
  return ROOMS[from]?.includes(to) ?? false;
}

/** Statements and `import()`, of values and of types. */
function importsOf({ path, text }: Source): Import[] {
  const pattern = /\b(import|export)(\s+type\b)?([^'"`;()]*?\bfrom)?\s*(\(\s*)?(['"`])([^'"`\n]*)\5/g;
  return Array.from(codeOf(text).matchAll(pattern), ([, , type, , , , specifier = '']) => {
    // Styles and words are no code: they import nothing.
    const target = /\.(css|json)$/.test(specifier)
      ? undefined
      : specifier.startsWith('#')
        ? specifier.slice(1)
        : specifier.startsWith('.')
          ? join(dirname(path), specifier)
          : undefined;
    return { specifier, target, typeOnly: type !== undefined };
  });
}

/** Without the lines that are comments; what shares a line with code counts as code. */
function codeOf(text: string): string {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
}

/** Files that reach themselves, each circle once, types included. */
function circles(imports: Map<string, Import[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    if (done.has(path)) return;
    for (const { target } of imports.get(path) ?? []) if (target) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] as string) : '';
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function readSources(): Source[] {
  const cwd = new URL('../src/', import.meta.url);
  const paths = globSync('**/*.{ts,tsx,mts,js,mjs,cjs}', { cwd: cwd.pathname });
  return paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(new URL(path, cwd), 'utf8'),
  }));
}

test('src keeps the rules of the house', () => {
  const sources = readSources();
  const program = sources.filter(({ path }) => !isTest(path));
  const arrows = program.flatMap(importsOf).filter(({ target }) => target !== undefined);
  ok(program.length >= 55, `only ${program.length} files were read`);
  ok(arrows.length >= 200, `only ${arrows.length} imports were seen`);
  for (const room of ['domain', 'storage', 'auth', 'actions', 'http']) {
    ok(program.filter(({ path }) => roomOf(path) === room).length >= 5, `${room} was hardly read`);
  }
  deepStrictEqual(breaches(sources), []);
});

test('no import escapes the reader: it sees as many as there are lines that say so', () => {
  for (const { path, text } of readSources()) {
    const lines = text.match(/^(import|export .* from|\} from)\b.*['"];?$/gm)?.length ?? 0;
    const statements = importsOf({ path, text }).length;
    ok(statements >= lines, `${path}: ${statements} imports seen, ${lines} lines`);
  }
});

/** A house that keeps every rule; each case adds one file to it. */
const SOUND: Source[] = [
  { path: 'domain/week/week.ts', text: "import { z } from 'zod';\nimport { hash } from 'node:crypto';" },
  { path: 'planner/plan.ts', text: "import { week } from '#domain/week/week.ts';" },
  { path: 'cookbook/foods.ts', text: "import { week } from '#domain/week/week.ts';" },
  { path: 'storage/store.ts', text: "import { Kysely } from 'kysely';\nconst pg = await import('pg');" },
  { path: 'auth/session.ts', text: "import type { Store } from '#storage/store.ts';" },
  { path: 'actions/plans.ts', text: "import '#planner/plan.ts';\nimport { a } from '#auth/session.ts';" },
  { path: 'actions/lists.ts', text: "import { f } from '#cookbook/foods.ts';" },
  { path: 'http/foods.ts', text: "import { f } from '#cookbook/foods.ts';" },
  { path: 'cli/foods.ts', text: "import { f } from '#cookbook/foods.ts';" },
  { path: 'http/route.ts', text: "import Fastify from 'fastify';\nimport type { C } from '#config.ts';" },
  {
    path: 'cli/main.ts',
    text: "import { readConfig } from '#config.ts';\nimport { p } from '#actions/plans.ts';",
  },
  { path: 'web/page.ts', text: "import type { R } from '#http/app/route.ts';" },
  { path: 'http/app/route.ts', text: "export { a } from '#http/route.ts';" },
  { path: 'config.ts', text: 'export const env = process.env;' },
  { path: 'server.ts', text: "import Fastify from 'fastify';\nimport { r } from '#http/route.ts';" },
  {
    path: 'domain/week/week.test.ts',
    text: "import { s } from '#test/service.ts';\nimport { x } from '#server.ts';",
  },
  {
    path: 'domain/week/instant.ts',
    text: '// not Date.now()\nexport const d = (ms: number) => new Date(ms);',
  },
];

test('a sound house has no breach', () => {
  deepStrictEqual(breaches(SOUND), []);
});

const planted: [Source, RegExp][] = [
  [{ path: 'domain/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'domain/a.ts', text: "import type { s } from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'domain/a.ts', text: "import {\n  s,\n  t,\n} from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'domain/a.ts', text: 'const s = await import("#storage/store.ts");' }, /not an arrow/],
  [{ path: 'domain/a.ts', text: "export * from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'domain/a.ts', text: "type S = import('#storage/store.ts').S;" }, /not an arrow/],
  [{ path: 'planner/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'cookbook/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'domain/a.ts', text: "import { f } from '#cookbook/foods.ts';" }, /not an arrow/],
  [{ path: 'storage/a.ts', text: "import { f } from '#cookbook/foods.ts';" }, /not an arrow/],
  [{ path: 'web/a.ts', text: "import { f } from '#cookbook/foods.ts';" }, /not an arrow/],
  [{ path: 'storage/a.ts', text: "import { s } from '#auth/session.ts';" }, /not an arrow/],
  [{ path: 'auth/a.ts', text: "import { s } from '#actions/plans.ts';" }, /not an arrow/],
  [{ path: 'actions/a.ts', text: "import { s } from '#http/route.ts';" }, /not an arrow/],
  [{ path: 'actions/a.ts', text: "import type { C } from '#config.ts';" }, /not an arrow/],
  [{ path: 'http/a.ts', text: "import { s } from '#cli/main.ts';" }, /not an arrow/],
  [{ path: 'http/a.ts', text: "import { s } from '#planner/plan.ts';" }, /not an arrow/],
  [{ path: 'http/a.ts', text: "import { readConfig } from '#config.ts';" }, /not an arrow/],
  [{ path: 'http/a.ts', text: "import type { s } from '#server.ts';" }, /not an arrow/],
  [{ path: 'cli/a.ts', text: "import { s } from '#http/route.ts';" }, /not an arrow/],
  [{ path: 'cli/a.ts', text: "import { s } from '#server.ts';" }, /not an arrow/],
  [{ path: 'web/a.ts', text: "import { s } from '#http/app/route.ts';" }, /not an arrow/],
  [{ path: 'web/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an arrow/],
  [{ path: 'main.ts', text: "import { s } from '#cli/main.ts';" }, /not an arrow/],
  [{ path: 'attic/a.ts', text: "import { s } from '#domain/week/week.ts';" }, /not an arrow/],
  [{ path: 'domain/a.ts', text: "import { s } from '#domain/gone.ts';" }, /no such file/],
  [{ path: 'domain/a.ts', text: "import { s } from './week/week.test.ts';" }, /needs no tests/],
  [{ path: 'domain/a.ts', text: "import { s } from '#test/service.ts';" }, /needs no tests/],
  [{ path: 'auth/a.ts', text: "import { sql } from 'kysely';" }, /not a package/],
  [{ path: 'auth/a.ts', text: "import type { Kysely } from 'kysely';" }, /not a package/],
  [{ path: 'http/a.ts', text: "import { Pool } from 'pg';" }, /not a package/],
  [{ path: 'cli/a.ts', text: "import { DatabaseSync } from 'node:sqlite';" }, /not a package/],
  [{ path: 'main.ts', text: "import Fastify from 'fastify';" }, /not a package/],
  [{ path: 'actions/a.ts', text: "import cookies from '@fastify/cookie';" }, /not a package/],
  [{ path: 'auth/a.ts', text: "import { s } from '../storage/store.ts';" }, /by \.\.\//],
  [{ path: 'auth/a.test.ts', text: "import { s } from '../storage/store.ts';" }, /by \.\.\//],
  [{ path: 'domain/a.ts', text: "import { a } from './a.ts';" }, /circle: domain\/a\.ts -> domain\/a\.ts/],
  [{ path: 'http/a.ts', text: 'const port = process.env.PORT;' }, /reads the environment/],
  [{ path: 'http/a.ts', text: 'const { env } = process;' }, /reads the environment/],
  [{ path: 'http/a.ts', text: "import { env } from 'node:process';" }, /reads the environment/],
  [{ path: 'domain/a.ts', text: 'const now = new Date();' }, /clock or chance/],
  [{ path: 'domain/a.ts', text: 'const now = new Date;' }, /clock or chance/],
  [{ path: 'storage/a.ts', text: 'const now = Date.now();' }, /clock or chance/],
  [{ path: 'actions/a.ts', text: 'run(Date.now);' }, /clock or chance/],
  [{ path: 'cookbook/a.ts', text: 'const now = Date.now();' }, /clock or chance/],
  [{ path: 'planner/a.ts', text: 'const luck = Math.random();' }, /clock or chance/],
  [{ path: 'domain/a.ts', text: 'const now = Temporal.Now.instant();' }, /clock or chance/],
  [{ path: 'domain/utils.ts', text: '' }, /is named utils\.ts/],
  [{ path: 'http/helpers.ts', text: '' }, /is named helpers\.ts/],
  [{ path: 'storage/types.ts', text: '' }, /is named types\.ts/],
  [{ path: 'http/app/index.ts', text: '' }, /is named index\.ts/],
  [{ path: 'domain/utils/week.ts', text: '' }, /is named utils/],
  [{ path: 'domain/long.ts', text: 'x;\n'.repeat(401) }, /has 401 lines/],
];
for (const [source, breach] of planted) {
  const shown = source.text.split('\n', 1)[0] ?? '';
  test(`a planted defect is found: ${source.path} with ${shown || 'nothing'}`, () => {
    const found = breaches([...SOUND, source]);
    strictEqual(found.length, 1, found.join('\n'));
    match(found[0] as string, breach);
    match(found[0] as string, new RegExp(basename(source.path).replaceAll('.', '\\.')));
  });
}

test('a planted circle of three is found once, types included', () => {
  const found = breaches([
    ...SOUND,
    { path: 'http/a.ts', text: "import type { b } from './b.ts';" },
    { path: 'http/b.ts', text: "import { c } from '#http/app/c.ts';" },
    { path: 'http/app/c.ts', text: "import { a } from '#http/a.ts';" },
  ]);
  deepStrictEqual(found, ['circle: http/a.ts -> http/b.ts -> http/app/c.ts -> http/a.ts']);
});
