/**
 * Whole-number programs: yes-or-no choices, each worth so much, under linear rules; and quantities that
 * follow from the choices. Knows how to solve one with HiGHS, and nothing of meals.
 */
import loadHighs, { type Highs } from 'highs';

/** A sum of choices, each so many times, and a constant. */
export type Linear = { terms: readonly Term[]; constant: number };
type Term = { column: number; by: number };

type Column = { worth: number; lower: number; upper: number; kind: 'choice' | 'whole' | 'any' };
type Row = Linear & { least: number; most: number };
/** A quantity that is as small (or as large) as what bounds it allows. */
type Follower = { column: number; side: 'above' | 'below'; bounds: readonly Linear[]; limit: number };
export type Program = { columns: Column[]; rows: Row[]; followers: Follower[]; constant: number };

export type Solution = {
  value: number;
  /** No week is worth more than this. */
  bound: number;
  isProven: boolean;
  /** Of the processor. */
  seconds: number;
  chosen: number[];
};

const INFINITE = Number.POSITIVE_INFINITY;

export function emptyProgram(): Program {
  return { columns: [], rows: [], followers: [], constant: 0 };
}

/** A choice to take or to leave. */
export function addChoice({ columns }: Program, worth: number): number {
  return columns.push({ worth, lower: 0, upper: 1, kind: 'choice' }) - 1;
}

export function addRow({ rows }: Program, linear: Linear, least: number, most: number): void {
  rows.push({ ...linear, least, most });
}

/** Costs so much for each by which the largest of these is above zero. */
export function addCost(program: Program, cost: number, bounds: readonly Linear[]): void {
  const column = program.columns.push({ worth: -cost, lower: 0, upper: INFINITE, kind: 'any' }) - 1;
  program.followers.push({ column, side: 'above', bounds, limit: 0 });
  for (const bound of bounds) addRow(program, withTerm(bound, column, -1), -INFINITE, 0);
}

/** Costs so much once, if any of these is 1: none may be more. To branch on such a price closes the gap soonest. */
export function addPrice(program: Program, cost: number, bounds: readonly Linear[]): void {
  addCost(program, cost, bounds);
  Object.assign(program.columns.at(-1) as Column, { upper: 1, kind: 'whole' });
}

/** Is worth so much for each that the smallest of these has, up to a limit. */
export function addGain(program: Program, worth: number, bounds: readonly Linear[], limit: number): void {
  const column = program.columns.push({ worth, lower: -INFINITE, upper: limit, kind: 'any' }) - 1;
  program.followers.push({ column, side: 'below', bounds, limit });
  for (const bound of bounds) addRow(program, withTerm(bound, column, -1), 0, INFINITE);
}

function withTerm({ terms, constant }: Linear, column: number, by: number): Linear {
  return { terms: [...terms, { column, by }], constant };
}

/** What every column is when just these choices are made. */
function valuesOf({ columns, followers }: Program, chosen: readonly number[]): Float64Array {
  const values = new Float64Array(columns.length);
  for (const column of chosen) values[column] = 1;
  for (const { column, side, bounds, limit } of followers) {
    const reached = bounds.map((bound) => valueOf(bound, values));
    values[column] = side === 'above' ? Math.max(limit, ...reached) : Math.min(limit, ...reached);
  }
  return values;
}

function valueOf({ terms, constant }: Linear, values: Float64Array): number {
  return terms.reduce((sum, { column, by }) => sum + by * (values[column] as number), constant);
}

/** What these choices are worth, or nothing where they break a row. */
export function worthOf(program: Program, chosen: readonly number[]): number | undefined {
  const values = valuesOf(program, chosen);
  const isBroken = program.rows.some((row) => {
    const value = valueOf(row, values);
    return value < row.least || value > row.most;
  });
  if (isBroken) return undefined;
  return program.columns.reduce(
    (sum, { worth }, at) => sum + worth * (values[at] as number),
    program.constant,
  );
}

// The package's types are written for CommonJS, where the loader is one step further in.
const load = loadHighs as unknown as typeof loadHighs.default;
let highs: Promise<Highs> | undefined;

/** The best there is, or the best found in so many seconds of the processor, beginning with these choices. */
export async function solve(program: Program, start: readonly number[], seconds: number): Promise<Solution> {
  highs ??= load();
  const solver = await highs;
  const { constants } = solver;
  const model = solver.createModel(modelOf(program, constants.objectiveSense.maximize));
  try {
    // Whole points: what is less than one away is the best. A good start needs no heuristics.
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.9, mip_heuristic_effort: 0 });
    model.setSolution({ colValue: valuesOf(program, start) });
    // Its own limit goes by the clock, which says little on a machine that others use.
    const startedAt = processorSeconds();
    model.run({
      [constants.callbackType.mipInterrupt]: (event) => {
        if (processorSeconds() - startedAt > seconds) event.interrupt();
      },
    });
    const values = model.getSolution().colValue;
    const chosen = program.columns.flatMap(({ kind }, at) =>
      kind === 'choice' && (values[at] ?? 0) > 0.5 ? [at] : [],
    );
    return {
      value: worthOf(program, chosen) ?? Number.NaN,
      bound: Number(model.info.get('mip_dual_bound')),
      isProven: model.getModelStatus() === constants.modelStatus.optimal,
      seconds: processorSeconds() - startedAt,
      chosen,
    };
  } finally {
    model.dispose();
  }
}

function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000_000;
}

type ModelData = Extract<Parameters<Highs['createModel']>[0], { numCols: number }>;

function modelOf({ columns, rows, constant }: Program, sense: NonNullable<ModelData['sense']>): ModelData {
  const starts = [0];
  for (const { terms } of rows) starts.push((starts.at(-1) as number) + terms.length);
  const terms = rows.flatMap((row) => row.terms);
  return {
    numCols: columns.length,
    numRows: rows.length,
    sense,
    offset: constant,
    colCost: columns.map(({ worth }) => worth),
    colLower: columns.map(({ lower }) => lower),
    colUpper: columns.map(({ upper }) => upper),
    rowLower: rows.map(({ least, constant: shift }) => least - shift),
    rowUpper: rows.map(({ most, constant: shift }) => most - shift),
    matrix: {
      format: 'csr',
      numRows: rows.length,
      numCols: columns.length,
      starts,
      indices: terms.map(({ column }) => column),
      values: terms.map(({ by }) => by),
    },
    integrality: columns.map(({ kind }) => (kind === 'any' ? 0 : 1)),
  };
}
