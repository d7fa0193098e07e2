/**
 * Divides the test files into groups that share a process: starting the program and reading the cookbook takes longer
 * than most tests. A process for each file takes twice the processor time (330 s instead of 167 s for the tests of http
 * and queries). A group is a generated module with one suite for each file.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of this run: another one may run in the same clone. */
const FOLDER = `node_modules/.cache/weekfare-tests/${process.pid}`;
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

const PURE = 'domain|auth|web|planner|cookbook|languages';
/**
 * Files in one process, by the beginning of their path, in the order in which they run: what takes longest comes first.
 * Pure code is apart from servers: in one process with them, its tests of processor time took half as long again, and
 * failed.
 */
const GROUP_SIZES: readonly [RegExp, number][] = [
  [/^test\/web\//, 9],
  [/^test\//, 12],
  [new RegExp(`^(src(?!/(${PURE})/)|sdk)/`), 24],
  [/^src\//, 70],
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

/** Returns the modules to run. */
export function writeGroups(name: string, files: string[]): string[] {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  return groupsOf(files).map((group, at) => {
    const module = resolve(folder, `${at}.mjs`);
    writeFileSync(module, HEAD + group.map(suiteOf).join(''));
    return module;
  });
}

function suiteOf(file: string): string {
  return `suite('${file}', async () => { await import('${pathToFileURL(file).href}'); });\n`;
}

/** Deals the files of a kind in turn, the largest first, so that its groups take about the same time. */
function groupsOf(files: string[]): string[][] {
  const [alone, shared] = [files.filter(needsOwnProcess), files.filter((file) => !needsOwnProcess(file))];
  const ofKinds = GROUP_SIZES.flatMap(([path, size]) => {
    const isOfKind = (file: string) => GROUP_SIZES.find(([pattern]) => pattern.test(file))?.[0] === path;
    const dealt = shared.filter(isOfKind).toSorted((a, b) => statSync(b).size - statSync(a).size);
    const count = Math.ceil(dealt.length / size);
    return Array.from({ length: count }, (_, group) => dealt.filter((_file, at) => at % count === group));
  });
  return [...ofKinds, ...alone.map((file) => [file])];
}

function needsOwnProcess(file: string): boolean {
  return NEEDS_OWN_PROCESS.test(readFileSync(file, 'utf8'));
}
