/**
 * Finds every regular expression of the program, and decides which can take more than linear time. Literals are
 * found in the syntax tree. Arguments of `new RegExp` are recorded while the modules load, because the program
 * assembles them from constants.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getCallSites } from 'node:util';
import { parseSync } from 'vite';

const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');
const { version: RECHECK_VERSION } = createRequire(import.meta.url)('recheck/package.json') as {
  version: string;
};
export { RECHECK_VERSION };

export const SOURCES = join(import.meta.dirname, '../../../src');
const PROOFS = join(import.meta.dirname, 'regular-expressions.json');

export type Expression = { source: string; flags: string; place: string };
/** Where `RegExp` is called, as `file:line`. */
type Found = { literals: Expression[]; calls: string[] };

export function expressionsIn(file: string, text: string): Found {
  const found: Found = { literals: [], calls: [] };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program, (node) => {
    const place = () => `${file}:${text.slice(0, node.start).split('\n').length}`;
    if (node.regex)
      found.literals.push({ source: node.regex.pattern, flags: node.regex.flags, place: place() });
    if (node.callee?.name === 'RegExp') found.calls.push(place());
  });
  return found;
}

type Node = { start?: number; regex?: { pattern: string; flags: string }; callee?: { name?: string } };

function visit(node: unknown, onNode: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  onNode(node);
  for (const child of Object.values(node)) visit(child, onNode);
}

export function sourceFiles(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

/** Loads these modules and records the expressions that they create with `new RegExp`. */
export async function expressionsCreatedBy(files: Iterable<string>): Promise<Expression[]> {
  const created: Expression[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, parameters, newTarget) {
      const caller = getCallSites(2)[1];
      const file = caller?.scriptName.split('/src/')[1];
      const [source, flags = ''] = parameters as [unknown, string?];
      if (file !== undefined)
        created.push({ source: String(source), flags, place: `${file}:${caller?.lineNumber}` });
      return Reflect.construct(target, parameters, newTarget) as RegExp;
    },
  });
  try {
    for (const file of files) await import(`#${file}`);
  } finally {
    globalThis.RegExp = Native;
  }
  return created;
}

/**
 * Why an expression is not proven to take linear time; undefined if it is. recheck proves it with automata, from the
 * number of ways to match a text. An expression that it cannot decide (lookaround with repetition) is a fault.
 */
export function findFault({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined {
  // Without repetition the work at each position is constant.
  if (!/[*+{]/.test(source)) return undefined;
  // Makes bounded repetition unbounded, which is faster to decide and has at least as many ways to match.
  const general = source.replaceAll(/(?<!\\[pPuk])\{(\d+)(?:,\d*)?\}/g, (_, least) =>
    least === '0' ? '*' : '+',
  );
  const proof = checkSync(general, flags, { checker: 'automaton', timeout: 60_000 });
  if (proof.status === 'safe') return undefined;
  return proof.status === 'vulnerable' ? proof.complexity.summary : `not decided: ${proof.error.kind}`;
}

type StoredProofs = { recheck: string; linear: string[] };

/**
 * Proofs that are stored in a committed file, because a proof can take seconds. Proofs by another version of recheck
 * are ignored. To repeat all of them, which takes minutes, empty the list in the file and run the test.
 */
export class Proofs {
  readonly #stored: ReadonlySet<string>;
  readonly #used = new Set<string>();

  constructor({ recheck, linear }: StoredProofs = readProofs()) {
    this.#stored = new Set(recheck === RECHECK_VERSION ? linear : []);
  }

  findFault(expression: Pick<Expression, 'source' | 'flags'>): string | undefined {
    const key = `${expression.flags}/${expression.source}`;
    if (this.#used.has(key)) return undefined;
    const fault = this.#stored.has(key) ? undefined : findFault(expression);
    if (fault === undefined) this.#used.add(key);
    return fault;
  }

  /** Whether the file has every proof that was used. */
  get isComplete(): boolean {
    return this.#used.isSubsetOf(this.#stored);
  }

  save(): void {
    const proofs: StoredProofs = { recheck: RECHECK_VERSION, linear: [...this.#used].toSorted() };
    writeFileSync(PROOFS, `${JSON.stringify(proofs, null, 2)}\n`);
  }
}

function readProofs(): StoredProofs {
  return JSON.parse(readFileSync(PROOFS, 'utf8')) as StoredProofs;
}
