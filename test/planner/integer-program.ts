/**
 * Integer programs: binary choices with an objective, linear constraints, and auxiliary variables that follow
 * from the choices. Solves them with HiGHS; independent of meals.
 */
import loadHighs, { type Highs } from 'highs';

/** A linear expression of choices: terms and a constant. */
export type Linear = { terms: readonly Term[]; constant: number };
export type Term = { column: number; coefficient: number };

type Column = { objective: number; lower: number; upper: number; kind: 'binary' | 'integer' | 'continuous' };
/** Bounds on an expression of choices plus one of auxiliary variables. */
type Row = { linear: Linear; auxiliaries: readonly Term[]; lower: number; upper: number };
/** Variables that follow from the choices, and from auxiliary variables that were added before. */
type Auxiliary = { columns: readonly number[]; valuesOf: (week: Evaluated) => readonly number[] };
type Evaluated = { valueOf: (linear: Linear) => number; values: Float64Array };
export type IntegerProgram = {
  columns: Column[];
  rows: Row[];
  auxiliaries: Auxiliary[];
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
const NOTHING: Linear = { terms: [], constant: 0 };
/** Halves are rounded up: the integer must be at least the expression minus a little less than a half. */
const ALMOST_HALF = 0.5 - 0.00005;

export function emptyProgram(): IntegerProgram {
  return { columns: [], rows: [], auxiliaries: [], constant: 0 };
}

/** A binary variable. */
export function addChoice({ columns }: IntegerProgram, objective: number): number {
  return columns.push({ objective, lower: 0, upper: 1, kind: 'binary' }) - 1;
}

export function addConstraint({ rows }: IntegerProgram, linear: Linear, lower: number, upper: number): void {
  rows.push({ linear, auxiliaries: [], lower, upper });
}

function addColumn({ columns }: IntegerProgram, column: Partial<Column>): number {
  return columns.push({ objective: 0, lower: 0, upper: INFINITE, kind: 'continuous', ...column }) - 1;
}

/** Subtracts `cost` times the largest of these expressions if it is positive. */
export function addPenalty(program: IntegerProgram, cost: number, bounds: readonly Linear[]): void {
  const column = addColumn(program, { objective: -cost });
  program.auxiliaries.push({
    columns: [column],
    valuesOf: ({ valueOf }) => [Math.max(0, ...bounds.map(valueOf))],
  });
  for (const linear of bounds) {
    program.rows.push({ linear, auxiliaries: [{ column, coefficient: -1 }], lower: -INFINITE, upper: 0 });
  }
}

/** Subtracts a convex function of a count up to `most`: its tangents are the bounds. */
export function addConvexPenalty(
  program: IntegerProgram,
  count: Linear,
  most: number,
  costOf: (count: number) => number,
): void {
  const tangents = Array.from({ length: most }, (_, from) => {
    const slope = costOf(from + 1) - costOf(from);
    return times(count, slope, costOf(from) - slope * from);
  });
  const rising = tangents.filter(({ terms }) => terms.some(({ coefficient }) => coefficient !== 0));
  if (rising.length > 0) addPenalty(program, 1, rising);
  else program.constant -= costOf(count.constant);
}

/** Adds the smallest of these expressions, up to a limit, times the objective coefficient. */
export function addReward(
  program: IntegerProgram,
  objective: number,
  bounds: readonly Linear[],
  limit: number,
): void {
  const column = addColumn(program, { objective, lower: -INFINITE, upper: limit });
  program.auxiliaries.push({
    columns: [column],
    valuesOf: ({ valueOf }) => [Math.min(limit, ...bounds.map(valueOf))],
  });
  for (const linear of bounds) {
    program.rows.push({ linear, auxiliaries: [{ column, coefficient: -1 }], lower: 0, upper: INFINITE });
  }
}

/**
 * Subtracts `cost` for each opening: on every day with a demand of 1 there must be one on that day or at most `reach` days
 * before. `total` are demands for the whole week; they tighten the relaxation.
 */
export function addOpenings(
  program: IntegerProgram,
  cost: number,
  demands: readonly (readonly Linear[])[],
  total: readonly Linear[],
  reach: number,
): void {
  const columns = demands.map(() => addColumn(program, { objective: -cost, upper: 1 }));
  const demand = (linear: Linear, from: number, to: number): void => {
    const auxiliaries = columns.slice(from, to + 1).map((column) => ({ column, coefficient: -1 }));
    program.rows.push({ linear, auxiliaries, lower: -INFINITE, upper: 0 });
  };
  for (const [day, linears] of demands.entries()) {
    for (const linear of linears) demand(linear, Math.max(0, day - reach), day);
  }
  for (const linear of total) demand(linear, 0, demands.length - 1);
  program.auxiliaries.push({
    columns,
    valuesOf({ valueOf }) {
      let last = -INFINITE;
      return demands.map((linears, day) => {
        if (day <= last + reach || !linears.some((linear) => valueOf(linear) > 0)) return 0;
        last = day;
        return 1;
      });
    },
  });
}

/** The cost of the first step whose limit is not below the amount, as a sum of terms. */
export function addSteps(
  program: IntegerProgram,
  amount: Linear,
  steps: readonly { limit: number; cost: number }[],
): Term[] {
  const columns = steps.map(() => addColumn(program, { upper: 1, kind: 'integer' }));
  const each = (coefficientOf: (step: { limit: number; cost: number }) => number): Term[] =>
    steps.map((step, at) => ({ column: columns[at] as number, coefficient: coefficientOf(step) }));
  program.rows.push({ linear: NOTHING, auxiliaries: each(() => 1), lower: 1, upper: 1 });
  program.rows.push({ linear: amount, auxiliaries: each(({ limit }) => -limit), lower: -INFINITE, upper: 0 });
  program.auxiliaries.push({
    columns,
    valuesOf({ valueOf }) {
      const reached = steps.findIndex(({ limit }) => valueOf(amount) <= limit);
      return steps.map((_, at) => Number(at === reached));
    },
  });
  return each(({ cost }) => cost);
}

/** The amount, rounded to an integer and at least 0, as a term. */
export function addRounded(program: IntegerProgram, amount: Linear): Term {
  const column = addColumn(program, { kind: 'integer' });
  const auxiliaries = [{ column, coefficient: -1 }];
  program.rows.push({ linear: amount, auxiliaries, lower: -INFINITE, upper: ALMOST_HALF });
  program.auxiliaries.push({
    columns: [column],
    valuesOf: ({ valueOf }) => [Math.max(0, Math.round(valueOf(amount)))],
  });
  return { column, coefficient: 1 };
}

/** Subtracts `once` if the sum of auxiliary terms exceeds the limit, by at most `most`, and `each` for each unit above it. */
export function addExcess(
  program: IntegerProgram,
  terms: readonly Term[],
  { limit, most, once, each }: { limit: number; most: number; once: number; each: number },
): void {
  const over = addColumn(program, { objective: -each });
  const isOver = addColumn(program, { objective: -once, upper: 1, kind: 'integer' });
  for (const term of [
    { column: over, coefficient: -1 },
    { column: isOver, coefficient: -most },
  ]) {
    program.rows.push({ linear: NOTHING, auxiliaries: [...terms, term], lower: -INFINITE, upper: limit });
  }
  program.auxiliaries.push({
    columns: [over, isOver],
    valuesOf({ values }) {
      const excess = Math.max(0, sumOf(terms, values) - limit);
      return [excess, Number(excess > 0)];
    },
  });
}

export function times({ terms, constant }: Linear, factor: number, shift = 0): Linear {
  return {
    terms: terms.map(({ column, coefficient }) => ({ column, coefficient: coefficient * factor })),
    constant: constant * factor + shift,
  };
}

function sumOf(terms: readonly Term[], values: Float64Array): number {
  return terms.reduce((sum, { column, coefficient }) => sum + coefficient * (values[column] as number), 0);
}

/** By column the expressions that contain it: a week has few choices, so that this is faster than all terms. */
type Index = { linears: Map<Linear, number>; byColumn: { at: number; coefficient: number }[][] };
const indices = new WeakMap<IntegerProgram, Index>();

function indexOf(program: IntegerProgram): Index {
  const linears = new Map<Linear, number>();
  const byColumn: Index['byColumn'] = program.columns.map(() => []);
  for (const { linear } of program.rows) {
    if (linears.has(linear)) continue;
    const at = linears.size;
    linears.set(linear, at);
    for (const { column, coefficient } of linear.terms) byColumn[column]?.push({ at, coefficient });
  }
  return { linears, byColumn };
}

/** The values of all expressions and columns if exactly these choices are made. */
function evaluateChoices(program: IntegerProgram, chosen: readonly number[]): Evaluated {
  const { linears, byColumn } = indices.getOrInsertComputed(program, indexOf);
  const sums = Float64Array.from(linears.keys(), ({ constant }) => constant);
  const values = new Float64Array(program.columns.length);
  for (const column of chosen) {
    values[column] = 1;
    for (const { at, coefficient } of byColumn[column] as Index['byColumn'][number]) {
      sums[at] = (sums[at] as number) + coefficient;
    }
  }
  const evaluated = { valueOf: (linear: Linear) => sums[linears.get(linear) as number] as number, values };
  for (const { columns, valuesOf } of program.auxiliaries) {
    for (const [at, value] of valuesOf(evaluated).entries()) values[columns[at] as number] = value;
  }
  return evaluated;
}

/** The objective of these choices, or undefined if they violate a constraint. */
export function objectiveOf(program: IntegerProgram, chosen: readonly number[]): number | undefined {
  const { valueOf, values } = evaluateChoices(program, chosen);
  const isInfeasible = program.rows.some(({ linear, auxiliaries, lower, upper }) => {
    const value = valueOf(linear) + sumOf(auxiliaries, values);
    return value < lower || value > upper;
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
    model.setSolution({ colValue: evaluateChoices(program, start).values });
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
  const rowTerms = rows.map(({ linear, auxiliaries }) => [...linear.terms, ...auxiliaries]);
  for (const { length } of rowTerms) starts.push((starts.at(-1) as number) + length);
  const terms = rowTerms.flat();
  return {
    numCols: columns.length,
    numRows: rows.length,
    sense,
    offset: constant,
    colCost: columns.map(({ objective }) => objective),
    colLower: columns.map(({ lower }) => lower),
    colUpper: columns.map(({ upper }) => upper),
    rowLower: rows.map(({ lower, linear }) => lower - linear.constant),
    rowUpper: rows.map(({ upper, linear }) => upper - linear.constant),
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
