/**
 * Checks the rules of ARCHITECTURE.md that can be decided from the source text: which folder of src may import
 * which, no cycles of files or folders, environment variables only in config.ts, no clock or random numbers in pure code, no text as
 * markup, names and sizes of files. Each rule is also tested with a planted violation.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { test } from 'node:test';

/** A source file, with its path relative to src. */
type Source = { path: string; text: string };
/** The keys of the inner map or set are what the key of the outer one imports. */
type Graph = Map<string, { keys: () => Iterable<string> }>;
type Import = { specifier: string; typeOnly: boolean; target: string | undefined };

/** The folders of src that each folder may import. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  languages: [],
  domain: [],
  planner: ['domain'],
  cookbook: ['domain'],
  import: ['domain'],
  export: ['domain', 'import'],
  storage: ['domain'],
  fetch: ['domain'],
  auth: ['domain', 'storage'],
  queries: ['domain', 'planner', 'cookbook', 'import', 'export', 'storage', 'auth'],
  actions: ['domain', 'planner', 'cookbook', 'import', 'export', 'storage', 'auth', 'queries'],
  jobs: [
    'domain',
    'planner',
    'cookbook',
    'import',
    'export',
    'storage',
    'fetch',
    'auth',
    'queries',
    'actions',
  ],
  http: ['domain', 'cookbook', 'import', 'export', 'storage', 'fetch', 'auth', 'queries', 'actions', 'jobs'],
  cli: ['domain', 'cookbook', 'import', 'export', 'storage', 'auth', 'queries', 'actions', 'jobs'],
  web: ['domain'],
};
/** Files directly in src may import every folder except the command line. */
const FROM_TOP = Object.keys(ALLOWED_IMPORTS).filter((folder) => folder !== 'cli');
const FEATURE = /^web\/features\/([^/]+)\//;
const SETTINGS = ['config.ts', 'failure.ts'];
const RESTRICTED: { packages: RegExp; allowed: RegExp }[] = [
  { packages: /^(kysely|pg|node:sqlite)(\/|$)/, allowed: /^storage\// },
  { packages: /^(fastify|@fastify)(\/|$)/, allowed: /^(http\/|server\.ts$)/ },
];
const FORBIDDEN_NAMES = ['util', 'utils', 'helper', 'helpers', 'type', 'types', 'index', 'misc', 'common'];
const PURE = /^(domain|planner|cookbook|import|export|storage|queries|actions)\//;
const CLOCK_OR_RANDOM =
  /\bnew\s+Date\s*(\(\s*\)|(?!\s*\())|\bDate\s*\.\s*now\b|\bMath\s*\.\s*random\b|\bTemporal\s*\.\s*Now\b/;
const ENVIRONMENT =
  /\bprocess\s*(\??\.)\s*env\b|\bprocess\s*\[|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b|['"](node:)?process['"]/;

/** A read never changes what is stored: that is an action. */
const WRITE =
  /\b(transaction|insertInto|updateTable|deleteFrom)\(|\b(save|insert|update|delete|remember)[A-Z]\w*\(/;

/** What turns a text into elements or a script. Only our own drawings of dishes do. */
const MARKUP =
  /dangerouslySetInnerHTML|\b(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|HTMLUnsafe|createContextualFragment|srcdoc|document\.write|\beval\(/i;
const DRAWS_MARKUP = 'web/meals/picture/drawn-dish.tsx';

/** Returns one sentence for each violation of a rule. */
function violations(sources: Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return [
    ...sources.flatMap((source) => textViolations(source)),
    ...sources.flatMap(({ path }) =>
      (imports.get(path) ?? []).flatMap((target) => importViolations(path, target, paths)),
    ),
    ...folderCycles(graphOf(imports)),
  ];
}

function textViolations({ path, text }: Source): string[] {
  const found: string[] = [];
  for (const name of path.split('/')) {
    if (FORBIDDEN_NAMES.includes(name.split('.')[0] as string)) found.push(`${path} is named ${name}`);
  }
  if (isTest(path)) return found;
  const code = codeOf(text);
  if (path !== 'config.ts' && ENVIRONMENT.test(code)) found.push(`${path} reads the environment`);
  if (PURE.test(path) && CLOCK_OR_RANDOM.test(code)) found.push(`${path} uses a clock or random numbers`);
  if (path.startsWith('queries/') && WRITE.test(code)) found.push(`${path} writes`);
  if (path.startsWith('web/') && path !== DRAWS_MARKUP && MARKUP.test(code))
    found.push(`${path} inserts markup`);
  return found;
}

function importViolations(
  path: string,
  { specifier, target, typeOnly }: Import,
  paths: Set<string>,
): string[] {
  const description = `${path} imports ${specifier}`;
  if (specifier.split('/').includes('..')) return [`${description}: use #folder/ instead of ../`];
  if (specifier.startsWith('#test/'))
    return isTest(path) ? [] : [`${description}: only tests may import tests`];
  if (target === undefined) {
    const refused = RESTRICTED.some(
      ({ packages, allowed }) => packages.test(specifier) && !allowed.test(path),
    );
    return refused && !isTest(path) ? [`${description}: this folder may not use the package`] : [];
  }
  if (!paths.has(target)) return [`${description}: no such file`];
  // Tests are next to their subject and may use the whole service.
  if (isTest(path)) return [];
  if (isTest(target)) return [`${description}: only tests may import tests`];
  return mayImport(path, target, typeOnly) ? [] : [`${description}: not an allowed dependency`];
}

function mayImport(path: string, target: string, typeOnly: boolean): boolean {
  const [from, to] = [folderOf(path), folderOf(target)];
  if (isOtherFeature(path, target)) return false;
  if (from === to || to === 'languages') return true;
  if (from === '') return FROM_TOP.includes(to);
  if (to === '') return SETTINGS.includes(target) && (from === 'cli' || (from === 'http' && typeOnly));
  if (from === 'web' && to === 'http') return typeOnly && /^http\/(app-api\.ts|endpoints\/)/.test(target);
  return ALLOWED_IMPORTS[from]?.includes(to) ?? false;
}

/** What two features of the web app share is in a folder below both. */
function isOtherFeature(path: string, target: string): boolean {
  const [from, to] = [FEATURE.exec(path)?.[1], FEATURE.exec(target)?.[1]];
  return from !== undefined && to !== undefined && from !== to;
}

/** Import and export statements and `import()`, of values and of types. */
function importsOf({ path, text }: Source): Import[] {
  const pattern = /\b(import|export)(\s+type\b)?([^'"`;()]*?\bfrom)?\s*(\(\s*)?(['"`])([^'"`\n]*)\5/g;
  return Array.from(codeOf(text).matchAll(pattern), ([, , type, , , , specifier = '']) => {
    // CSS and JSON files import nothing.
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

/** Removes comment lines; a comment on the same line as code stays. */
function codeOf(text: string): string {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
}

/**
 * Finds cycles of what is in one folder, files and folders, type imports included: so the folders form floors at every depth,
 * and no table has to say which is above which. ALLOWED_IMPORTS says it of the folders of src. Tests may use everything.
 */
function folderCycles(imports: Graph): string[] {
  const graphs = new Map<string, Map<string, Map<string, string>>>();
  for (const [path, targets] of imports) {
    for (const target of isTest(path) ? [] : targets.keys()) {
      const [names, others] = [path.split('/'), target.split('/')];
      const at = names.findIndex((name, depth) => name !== others[depth]);
      // A file that imports itself differs nowhere.
      const depth = at < 0 ? names.length : at + 1;
      if (depth === 1) continue;
      graphs
        .getOrInsertComputed(names.slice(0, depth - 1).join('/'), () => new Map())
        .getOrInsertComputed(names.slice(0, depth).join('/'), () => new Map())
        .set(others.slice(0, depth).join('/'), path);
    }
  }
  return [...graphs.values()].flatMap((graph) =>
    cycles(graph).map((cycle) => {
      const importers = cycle.slice(1).map((to, at) => graph.get(cycle[at] as string)?.get(to));
      return `cycle: ${cycle.join(' -> ')}, by ${importers.join(', ')}`;
    }),
  );
}

/** Each once. */
function cycles(graph: Graph): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    if (done.has(path)) return;
    for (const target of graph.get(path)?.keys() ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] as string) : '';
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function graphOf(
  imports: Map<string, Import[]>,
  targetOf = ({ target }: Import): string | undefined => target,
): Map<string, Set<string>> {
  return new Map(
    Array.from(imports, ([path, found]) => [
      path,
      new Set(found.flatMap((specifier) => targetOf(specifier) ?? [])),
    ]),
  );
}

/** Of files whose paths are relative to the root of the repository. */
function repositoryGraph(sources: Source[]): Map<string, Set<string>> {
  return graphOf(new Map(sources.map((source) => [source.path, importsOf(source)])), repositoryTarget);
}

function repositoryTarget({ specifier, target }: Import): string | undefined {
  const isOutsideSrc = !specifier.startsWith('#') || specifier.startsWith('#test/');
  return target === undefined || isOutsideSrc ? target : `src/${target}`;
}

function readSources(folder = 'src', pattern = '**'): Source[] {
  const cwd = new URL(`../../${folder}/`, import.meta.url);
  const paths = globSync(`${pattern}/*.{ts,tsx,mts,js,mjs,cjs}`, { cwd });
  return paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(new URL(path, cwd), 'utf8'),
  }));
}

test('src violates no rule', () => {
  const sources = readSources();
  const program = sources.filter(({ path }) => !isTest(path));
  const imports = program.flatMap(importsOf).filter(({ target }) => target !== undefined);
  ok(program.length >= 55, `only ${program.length} files were read`);
  ok(imports.length >= 200, `only ${imports.length} imports were found`);
  for (const folder of ['domain', 'storage', 'auth', 'queries', 'actions', 'http']) {
    ok(
      program.filter(({ path }) => folderOf(path) === folder).length >= 5,
      `too few files of ${folder} were read`,
    );
  }
  deepStrictEqual(violations(sources), []);
});

test('src, test, chaos, bench, scripts and sdk have no cycle of files or folders', () => {
  const graph = repositoryGraph(readSources('.', '{src,test,chaos,bench,scripts,sdk}/**'));
  for (const [from, to] of [
    ['chaos/environment.ts', 'chaos/program.ts'],
    ['chaos/environment.ts', 'test/support/servers/postgres.ts'],
    ['test/support/service.ts', 'src/server.ts'],
    ['scripts/test.ts', 'test/support/servers/postgres.ts'],
  ] as const) {
    ok(graph.get(from)?.has(to), `the import of ${to} by ${from} was not found`);
  }
  deepStrictEqual(cycles(graph), []);
  deepStrictEqual(folderCycles(graph), []);
});

test('finds every import line', () => {
  for (const { path, text } of readSources()) {
    const lines = text.match(/^(import|export .* from|\} from)\b.*['"];?$/gm)?.length ?? 0;
    const statements = importsOf({ path, text }).length;
    ok(statements >= lines, `${path}: ${statements} imports found, ${lines} lines`);
  }
});

/** Sources that follow every rule; each case adds one file. */
const VALID: Source[] = [
  { path: 'domain/week/week.ts', text: "import { z } from 'zod';\nimport { hash } from 'node:crypto';" },
  { path: 'domain/plan/plan.ts', text: "import { week } from '#domain/week/week.ts';" },
  { path: 'planner/plan.ts', text: "import { week } from '#domain/week/week.ts';" },
  { path: 'cookbook/foods.ts', text: "import { week } from '#domain/week/week.ts';" },
  { path: 'storage/store.ts', text: "import { Kysely } from 'kysely';\nconst pg = await import('pg');" },
  { path: 'auth/session.ts', text: "import type { Store } from '#storage/store.ts';" },
  {
    path: 'actions/plan/plans.ts',
    text: "import '#planner/plan.ts';\nimport { a } from '#auth/session.ts';",
  },
  { path: 'actions/shopping-list/lists.ts', text: "import { f } from '#cookbook/foods.ts';" },
  { path: 'http/foods.ts', text: "import { f } from '#cookbook/foods.ts';" },
  { path: 'cli/foods.ts', text: "import { f } from '#cookbook/foods.ts';" },
  { path: 'http/route.ts', text: "import Fastify from 'fastify';\nimport type { C } from '#config.ts';" },
  {
    path: 'cli/main.ts',
    text: "import { readConfig } from '#config.ts';\nimport { p } from '#actions/plan/plans.ts';",
  },
  { path: 'web/page.ts', text: "import type { R } from '#http/endpoints/a.ts';" },
  { path: 'web/base/store.ts', text: '' },
  { path: 'web/base/i18n/dates.ts', text: "import { a } from '#web/base/store.ts';" },
  { path: 'web/base/ui/button.tsx', text: "import { a } from '#web/base/i18n/dates.ts';" },
  { path: 'web/data/plan.ts', text: "import { a } from '#web/base/ui/button.tsx';" },
  { path: 'web/meals/card.tsx', text: "import { a } from '#web/data/plan.ts';" },
  { path: 'web/accounts/reauthentication/proof.tsx', text: "import { a } from '#web/data/plan.ts';" },
  {
    path: 'web/features/list/list.tsx',
    text: "import { a } from '#web/features/list/row/row.tsx';\nimport { b } from '#web/meals/card.tsx';",
  },
  { path: 'web/features/list/row/row.tsx', text: "import { a } from '#web/base/store.ts';" },
  { path: 'web/shell/app.tsx', text: "const a = await import('#web/features/list/list.tsx');" },
  { path: 'web/boot.ts', text: "import { a } from '#web/shell/app.tsx';" },
  { path: 'http/endpoints/a.ts', text: "export { a } from '#http/route.ts';" },
  { path: 'config.ts', text: 'export const env = process.env;' },
  { path: 'server.ts', text: "import Fastify from 'fastify';\nimport { r } from '#http/route.ts';" },
  {
    path: 'domain/week/week.test.ts',
    text: "import { s } from '#test/support/service.ts';\nimport { x } from '#server.ts';",
  },
  {
    path: 'domain/week/instant.ts',
    text: '// not Date.now()\nexport const d = (ms: number) => new Date(ms);',
  },
];

test('reports nothing for valid sources', () => {
  deepStrictEqual(violations(VALID), []);
});

const planted: [Source, RegExp][] = [
  [{ path: 'domain/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an allowed dependency/],
  [{ path: 'domain/a.ts', text: "import type { s } from '#storage/store.ts';" }, /not an allowed dependency/],
  [
    { path: 'domain/a.ts', text: "import {\n  s,\n  t,\n} from '#storage/store.ts';" },
    /not an allowed dependency/,
  ],
  [
    { path: 'domain/a.ts', text: 'const s = await import("#storage/store.ts");' },
    /not an allowed dependency/,
  ],
  [{ path: 'domain/a.ts', text: "export * from '#storage/store.ts';" }, /not an allowed dependency/],
  [{ path: 'domain/a.ts', text: "type S = import('#storage/store.ts').S;" }, /not an allowed dependency/],
  [{ path: 'planner/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an allowed dependency/],
  [{ path: 'cookbook/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an allowed dependency/],
  [{ path: 'domain/a.ts', text: "import { f } from '#cookbook/foods.ts';" }, /not an allowed dependency/],
  [{ path: 'storage/a.ts', text: "import { f } from '#cookbook/foods.ts';" }, /not an allowed dependency/],
  [{ path: 'web/a.ts', text: "import { f } from '#cookbook/foods.ts';" }, /not an allowed dependency/],
  [{ path: 'storage/a.ts', text: "import { s } from '#auth/session.ts';" }, /not an allowed dependency/],
  [{ path: 'auth/a.ts', text: "import { s } from '#actions/plan/plans.ts';" }, /not an allowed dependency/],
  [{ path: 'actions/a.ts', text: "import { s } from '#http/route.ts';" }, /not an allowed dependency/],
  [{ path: 'actions/a.ts', text: "import type { C } from '#config.ts';" }, /not an allowed dependency/],
  [{ path: 'http/a.ts', text: "import { s } from '#cli/main.ts';" }, /not an allowed dependency/],
  [{ path: 'http/a.ts', text: "import { s } from '#planner/plan.ts';" }, /not an allowed dependency/],
  [{ path: 'http/a.ts', text: "import { readConfig } from '#config.ts';" }, /not an allowed dependency/],
  [{ path: 'http/a.ts', text: "import type { s } from '#server.ts';" }, /not an allowed dependency/],
  [{ path: 'cli/a.ts', text: "import { s } from '#http/route.ts';" }, /not an allowed dependency/],
  [{ path: 'cli/a.ts', text: "import { s } from '#server.ts';" }, /not an allowed dependency/],
  [{ path: 'web/a.ts', text: "import { s } from '#http/endpoints/a.ts';" }, /not an allowed dependency/],
  [{ path: 'web/a.ts', text: "import { s } from '#storage/store.ts';" }, /not an allowed dependency/],
  [
    { path: 'web/features/week/a.ts', text: "import { s } from '#web/features/list/row/row.tsx';" },
    /not an allowed dependency/,
  ],
  ...(
    [
      ['domain/week/a.ts', 'domain/plan/plan.ts'],
      ['web/base/i18n/a.ts', 'web/base/ui/button.tsx'],
      ['web/base/ui/a.ts', 'web/data/plan.ts'],
      ['web/data/a.ts', 'web/meals/card.tsx'],
      ['web/data/a.ts', 'web/features/list/list.tsx'],
      ['web/meals/a.ts', 'web/features/list/list.tsx'],
      ['web/features/list/a.ts', 'web/shell/app.tsx'],
      ['web/features/list/row/a.ts', 'web/features/list/list.tsx'],
    ] as const
  ).map(([path, target]): [Source, RegExp] => [
    { path, text: `import type { s } from '#${target}';` },
    /^cycle: /,
  ]),
  [{ path: 'main.ts', text: "import { s } from '#cli/main.ts';" }, /not an allowed dependency/],
  [{ path: 'unknown/a.ts', text: "import { s } from '#domain/week/week.ts';" }, /not an allowed dependency/],
  [{ path: 'domain/a.ts', text: "import { s } from '#domain/gone.ts';" }, /no such file/],
  [{ path: 'domain/a.ts', text: "import { s } from './week/week.test.ts';" }, /only tests may/],
  [{ path: 'domain/a.ts', text: "import { s } from '#test/support/service.ts';" }, /only tests may/],
  [{ path: 'auth/a.ts', text: "import { sql } from 'kysely';" }, /may not use the package/],
  [{ path: 'auth/a.ts', text: "import type { Kysely } from 'kysely';" }, /may not use the package/],
  [{ path: 'http/a.ts', text: "import { Pool } from 'pg';" }, /may not use the package/],
  [{ path: 'cli/a.ts', text: "import { DatabaseSync } from 'node:sqlite';" }, /may not use the package/],
  [{ path: 'main.ts', text: "import Fastify from 'fastify';" }, /may not use the package/],
  [{ path: 'actions/a.ts', text: "import cookies from '@fastify/cookie';" }, /may not use the package/],
  [{ path: 'auth/a.ts', text: "import { s } from '../storage/store.ts';" }, /instead of \.\.\//],
  [{ path: 'auth/a.test.ts', text: "import { s } from '../storage/store.ts';" }, /instead of \.\.\//],
  [{ path: 'domain/a.ts', text: "import { a } from './a.ts';" }, /cycle: domain\/a\.ts -> domain\/a\.ts/],
  [{ path: 'http/a.ts', text: 'const port = process.env.PORT;' }, /reads the environment/],
  [{ path: 'http/a.ts', text: 'const { env } = process;' }, /reads the environment/],
  [{ path: 'http/a.ts', text: "import { env } from 'node:process';" }, /reads the environment/],
  [{ path: 'domain/a.ts', text: 'const now = new Date();' }, /clock or random/],
  [{ path: 'domain/a.ts', text: 'const now = new Date;' }, /clock or random/],
  [{ path: 'storage/a.ts', text: 'const now = Date.now();' }, /clock or random/],
  [{ path: 'actions/a.ts', text: 'run(Date.now);' }, /clock or random/],
  [{ path: 'cookbook/a.ts', text: 'const now = Date.now();' }, /clock or random/],
  [{ path: 'planner/a.ts', text: 'const value = Math.random();' }, /clock or random/],
  [{ path: 'domain/a.ts', text: 'const now = Temporal.Now.instant();' }, /clock or random/],
  [{ path: 'web/a.tsx', text: 'x = <p dangerouslySetInnerHTML={{ __html: text }} />;' }, /inserts markup/],
  [{ path: 'web/a.ts', text: 'element.innerHTML = text;' }, /inserts markup/],
  [{ path: 'domain/utils.ts', text: '' }, /is named utils\.ts/],
  [{ path: 'http/helpers.ts', text: '' }, /is named helpers\.ts/],
  [{ path: 'storage/types.ts', text: '' }, /is named types\.ts/],
  [{ path: 'http/app/index.ts', text: '' }, /is named index\.ts/],
  [{ path: 'domain/utils/week.ts', text: '' }, /is named utils/],
  [{ path: 'queries/a.ts', text: 'await saveTodos(db, family);' }, /queries\/a\.ts writes/],
  [{ path: 'queries/a.ts', text: 'db.transaction().execute(work);' }, /queries\/a\.ts writes/],
];
for (const [source, expected] of planted) {
  const shown = source.text.split('\n', 1)[0] ?? '';
  test(`reports ${source.path} with ${shown || 'no text'}`, () => {
    const found = violations([...VALID, source]);
    strictEqual(found.length, 1, found.join('\n'));
    match(found[0] as string, expected);
    match(found[0] as string, new RegExp(basename(source.path).replaceAll('.', '\\.')));
  });
}

test('reports a cycle of three files once, type imports included', () => {
  const found = violations([
    ...VALID,
    { path: 'http/a.ts', text: "import type { b } from './b.ts';" },
    { path: 'http/b.ts', text: "import { c } from '#http/app/c.ts';" },
    { path: 'http/app/c.ts', text: "import { a } from '#http/a.ts';" },
  ]);
  deepStrictEqual(found, [
    'cycle: http/a.ts -> http/b.ts -> http/app -> http/a.ts, by http/a.ts, http/b.ts, http/app/c.ts',
  ]);
});

test('reports a cycle outside src, through src and by every form of path', () => {
  const graph = repositoryGraph([
    { path: 'chaos/program.ts', text: "import type { Defect } from './load/trial.ts';" },
    { path: 'chaos/load/trial.ts', text: "import { open } from '#test/support/store.ts';" },
    { path: 'test/support/store.ts', text: "import { a } from '#domain/a.test.ts';" },
    { path: 'src/domain/a.test.ts', text: "import { start } from '../../chaos/program.ts';" },
  ]);
  deepStrictEqual(cycles(graph), [
    [
      'chaos/program.ts',
      'chaos/load/trial.ts',
      'test/support/store.ts',
      'src/domain/a.test.ts',
      'chaos/program.ts',
    ],
  ]);
});
