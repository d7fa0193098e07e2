/**
 * Divides the test files into groups whose files share a process: importing the program and reading the cookbook
 * takes longer than most tests. A group is a generated module with one suite per file, which are loaded together and
 * then run one after the other. A file with a process of its own is a group too: the name of its suite tells which file
 * failed, also if a helper in another file has called `test`.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of this run: another one may run in the same clone. */
const FOLDER = `node_modules/.cache/weekfare-tests/${process.pid}`;
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** Files in one process, by the beginning of their path. Fewer processes start faster, more of them end together. */
const GROUP_SIZES: readonly [RegExp, number][] = [
  [/^src\/(domain|auth|web|planner|cookbook)\//, 70],
  [/^(src|sdk)\//, 36],
  // Few groups: each starts a browser and reads the cookbook. They leave processes for the other tests.
  [/^test\/web\//, 9],
  // They start servers.
  [/^test\/(callers\/|contract|oidc|raw-socket|secrets|stored|dav|event|first|outage|operator|broken)/, 9],
  // They start no server. Most of them read the cookbook.
  [/^test\//, 20],
];
/**
 * Mocked timers would stop the servers of the other files. Expressions are found only while modules load for the first
 * time. A test that counts the sockets of the process would count those of other files.
 */
const NEEDS_OWN_PROCESS = /\bmock\.timers\b|\bexpressionsCreatedBy\(|\bnet\.client\.socket\b/;

/** The runner must be loaded by test-context.ts. */
const HEAD = `import '${pathToFileURL('scripts/test-context.ts').href}';
const { suite } = await import('node:test');
`;

/** Returns the modules to run, the longest first, so that none of them runs alone at the end. */
export function writeGroups(name: string, files: string[]): string[] {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  return groupsOf(files)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .map((group, at) => {
      const module = resolve(folder, `${at}.mjs`);
      writeFileSync(module, HEAD + group.map(suiteOf).join(''));
      return module;
    });
}

function suiteOf(file: string): string {
  return `suite('${file}', async () => { await import('${pathToFileURL(file).href}'); });\n`;
}

function groupsOf(files: string[]): string[][] {
  const alone: string[][] = [];
  const members = new Map<readonly [RegExp, number], string[]>();
  for (const file of files.toSorted()) {
    const rule = GROUP_SIZES.find(([path]) => path.test(file));
    if (!rule || NEEDS_OWN_PROCESS.test(readFileSync(file, 'utf8'))) alone.push([file]);
    else members.getOrInsertComputed(rule, () => []).push(file);
  }
  return [...alone, ...Array.from(members, ([[, size], paths]) => balance(paths, size)).flat()];
}

/** Divides the files into groups of about the same duration: the longest file first, into the shortest group. */
function balance(files: string[], size: number): string[][] {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, (): string[] => []);
  for (const file of files.toSorted((one, other) => lengthOf([other]) - lengthOf([one]))) {
    groups.toSorted((one, other) => lengthOf(one) - lengthOf(other))[0]?.push(file);
  }
  return groups;
}

/**
 * Estimates the duration of a group by the sizes of its files. Those of a browser take several times as long as others
 * of their size.
 */
function lengthOf(group: string[]): number {
  const lengths = group.map((file) => statSync(file).size * (file.startsWith('test/web/') ? 5 : 1));
  return lengths.reduce((sum, length) => sum + length, 0);
}
