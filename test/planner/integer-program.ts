/**
 * Integer programs: binary choices with an objective, linear constraints, and auxiliary variables that follow
 * from the choices. Solves them with HiGHS; independent of meals.
 */
import loadHighs, { type Highs } from 'highs';

/** A linear expression: terms and a constant. */
export type Linear = { terms: readonly Term[]; constant: number };
type Term = { column: number; coefficient: number };

type Column = { objective: number; lower: number; upper: number; kind: 'binary' | 'integer' | 'continuous' };
type Row = Linear & { lower: number; upper: number };
/** A variable that takes the smallest (or largest) value that its bounds allow. */
type AuxiliaryVariable = {
  column: number;
  side: 'above' | 'below';
  bounds: readonly Linear[];
  limit: number;
};
export type IntegerProgram = {
  columns: Column[];
  rows: Row[];
  auxiliaries: AuxiliaryVariable[];
  constant: number;
};

export type Solution = {
  value: number;
  /** Upper bound of the objective. */
  bound: number;
  isProven: boolean;
  /** Processor time. */
  seconds: number;
  chosen: number[];
};

const INFINITE = Number.POSITIVE_INFINITY;

export function emptyProgram(): IntegerProgram {
  return { columns: [], rows: [], auxiliaries: [], constant: 0 };
}

/** A binary variable. */
export function addChoice({ columns }: IntegerProgram, objective: number): number {
  return columns.push({ objective, lower: 0, upper: 1, kind: 'binary' }) - 1;
}

export function addConstraint({ rows }: IntegerProgram, linear: Linear, lower: number, upper: number): void {
  rows.push({ ...linear, lower, upper });
}

/** Subtracts `cost` times the largest of these expressions if it is positive. */
export function addPenalty(program: IntegerProgram, cost: number, bounds: readonly Linear[]): void {
  const column =
    program.columns.push({ objective: -cost, lower: 0, upper: INFINITE, kind: 'continuous' }) - 1;
  program.auxiliaries.push({ column, side: 'above', bounds, limit: 0 });
  for (const bound of bounds) addConstraint(program, withTerm(bound, column, -1), -INFINITE, 0);
}

/** Subtracts `cost` once if any of these expressions is 1, their maximum. Branching on it closes the gap fastest. */
export function addFixedCost(program: IntegerProgram, cost: number, bounds: readonly Linear[]): void {
  addPenalty(program, cost, bounds);
  Object.assign(program.columns.at(-1) as Column, { upper: 1, kind: 'integer' });
}

/** Adds the smallest of these expressions, up to a limit, times the objective coefficient. */
export function addReward(
  program: IntegerProgram,
  objective: number,
  bounds: readonly Linear[],
  limit: number,
): void {
  const column = program.columns.push({ objective, lower: -INFINITE, upper: limit, kind: 'continuous' }) - 1;
  program.auxiliaries.push({ column, side: 'below', bounds, limit });
  for (const bound of bounds) addConstraint(program, withTerm(bound, column, -1), 0, INFINITE);
}

function withTerm({ terms, constant }: Linear, column: number, coefficient: number): Linear {
  return { terms: [...terms, { column, coefficient }], constant };
}

/** The values of all columns if exactly these choices are made. */
function valuesOf({ columns, auxiliaries }: IntegerProgram, chosen: readonly number[]): Float64Array {
  const values = new Float64Array(columns.length);
  for (const column of chosen) values[column] = 1;
  for (const { column, side, bounds, limit } of auxiliaries) {
    const reached = bounds.map((bound) => valueOf(bound, values));
    values[column] = side === 'above' ? Math.max(limit, ...reached) : Math.min(limit, ...reached);
  }
  return values;
}

function valueOf({ terms, constant }: Linear, values: Float64Array): number {
  return terms.reduce(
    (sum, { column, coefficient }) => sum + coefficient * (values[column] as number),
    constant,
  );
}

/** The objective of these choices, or undefined if they violate a constraint. */
export function objectiveOf(program: IntegerProgram, chosen: readonly number[]): number | undefined {
  const values = valuesOf(program, chosen);
  const isInfeasible = program.rows.some((row) => {
    const value = valueOf(row, values);
    return value < row.lower || value > row.upper;
  });
  if (isInfeasible) return undefined;
  return program.columns.reduce(
    (sum, { objective }, at) => sum + objective * (values[at] as number),
    program.constant,
  );
}

// The types of the package are for CommonJS, where the loader is the default export.
const load = loadHighs as unknown as typeof loadHighs.default;
let highs: Promise<Highs> | undefined;

/** The optimum, or the best solution within the processor time, starting from these choices. */
export async function solve(
  program: IntegerProgram,
  start: readonly number[],
  seconds: number,
): Promise<Solution> {
  highs ??= load();
  const solver = await highs;
  const { constants } = solver;
  const model = solver.createModel(modelOf(program, constants.objectiveSense.maximize));
  try {
    // Objectives are integers, so a gap below 1 proves the optimum. A good start needs no heuristics.
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.9, mip_heuristic_effort: 0 });
    model.setSolution({ colValue: valuesOf(program, start) });
    // The time limit of HiGHS is wall time, which is useless on a shared machine.
    const startedAt = processorSeconds();
    model.run({
      [constants.callbackType.mipInterrupt]: (event) => {
        if (processorSeconds() - startedAt > seconds) event.interrupt();
      },
    });
    const values = model.getSolution().colValue;
    const chosen = program.columns.flatMap(({ kind }, at) =>
      kind === 'binary' && (values[at] ?? 0) > 0.5 ? [at] : [],
    );
    return {
      value: objectiveOf(program, chosen) ?? Number.NaN,
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

function modelOf(
  { columns, rows, constant }: IntegerProgram,
  sense: NonNullable<ModelData['sense']>,
): ModelData {
  const starts = [0];
  for (const { terms } of rows) starts.push((starts.at(-1) as number) + terms.length);
  const terms = rows.flatMap((row) => row.terms);
  return {
    numCols: columns.length,
    numRows: rows.length,
    sense,
    offset: constant,
    colCost: columns.map(({ objective }) => objective),
    colLower: columns.map(({ lower }) => lower),
    colUpper: columns.map(({ upper }) => upper),
    rowLower: rows.map(({ lower, constant: shift }) => lower - shift),
    rowUpper: rows.map(({ upper, constant: shift }) => upper - shift),
    matrix: {
      format: 'csr',
      numRows: rows.length,
      numCols: columns.length,
      starts,
      indices: terms.map(({ column }) => column),
      values: terms.map(({ coefficient }) => coefficient),
    },
    integrality: columns.map(({ kind }) => (kind === 'continuous' ? 0 : 1)),
  };
}
