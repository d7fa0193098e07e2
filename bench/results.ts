/** The results: rows with their goals, as a JSON file and as a table. */
import { cpus } from 'node:os';
import { CALENDAR_304, type Case, PLAN_304 } from './cases.ts';
import { GROWTH_MEGABYTES, type Memory } from './memory.ts';
import { median, type Sample } from './rounds.ts';

export type Row = {
  name: string;
  /** The most CPU time, as a multiple of the baseline's; null for no goal. */
  goal: number | null;
  ratio: number;
  cpuMicros: number | null;
  /** The part of it that saves the last uses of keys later. */
  savingMicros: number | null;
  requestsPerSecond: number | null;
};
export type Start = { name: string; milliseconds: number; goal: number };
export type Results = {
  date: string;
  node: string;
  cpu: string;
  quick: boolean;
  rows: Row[];
  starts: Start[];
  memory: Memory;
};

export const START_MS = 1_000;

export function makeResults(
  samples: Map<Case, Sample[]>,
  { many, quick }: { many: string; quick: boolean },
  starts: Start[],
  memory: Memory,
): Results {
  const figures = new Map([...samples].map(([each, list]) => [each, figuresOf(list)]));
  const of = (name: string) => {
    for (const [each, figure] of figures) if (each.name === name) return figure;
    throw new Error(`There is no case "${name}".`);
  };
  const bare = of('bare node:http, the same 200').cpuMicros;
  const bare401 = of('bare node:http, the same 401').cpuMicros;
  const rows = [...figures].map(([{ name, goal }, figure]): Row => ({
    name,
    goal: goal ?? null,
    ratio: figure.cpuMicros / bare,
    ...figure,
  }));
  const compared = { cpuMicros: null, savingMicros: null, requestsPerSecond: null };
  rows.push({
    name: `SQLite, ${many} families against 10`,
    goal: null,
    ratio: of(`200, SQLite, ${many} families`).cpuMicros / of('200, SQLite, 10 families').cpuMicros,
    ...compared,
  });
  rows.push({
    name: '304 of a calendar against 304 of a plan',
    goal: 1.2,
    ratio: of(CALENDAR_304).cpuMicros / of(PLAN_304).cpuMicros,
    ...compared,
  });
  for (const kind of ['malformed', 'mistyped']) {
    const ratio = of(`401, ${kind} key`).cpuMicros / bare401;
    rows.push({ name: `401, ${kind} key, against the bare 401`, goal: null, ratio, ...compared });
  }
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    quick,
    rows: rows.map(rounded),
    starts: starts.map((start) => ({ ...start, milliseconds: Math.round(start.milliseconds) })),
    memory,
  };
}

/** Medians, saving included in the CPU time. */
function figuresOf(samples: Sample[]) {
  const savings = samples.map((sample) => sample.savingMicros).filter((micros) => micros !== undefined);
  const savingMicros = savings.length > 0 ? median(savings) : 0;
  return {
    cpuMicros: median(samples.map((sample) => sample.cpuMicros)) + savingMicros,
    savingMicros,
    requestsPerSecond: median(samples.map((sample) => sample.requestsPerSecond)),
  };
}

function rounded(row: Row): Row {
  return {
    ...row,
    ratio: Number(row.ratio.toFixed(3)),
    cpuMicros: round(row.cpuMicros, 1),
    savingMicros: round(row.savingMicros, 1),
    requestsPerSecond: round(row.requestsPerSecond, 0),
  };
}

function round(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}

export function table({ node, cpu, rows, starts, memory }: Results): string {
  const lines = rows.map(({ name, goal, ratio, cpuMicros, requestsPerSecond }) => {
    const figures = cpuMicros === null ? '' : `${cpuMicros} us  ${requestsPerSecond?.toLocaleString('en')}/s`;
    return line(name, `${ratio.toFixed(2).padEnd(8)}${figures}`, goal, ratio, '');
  });
  for (const { name, milliseconds, goal } of starts) {
    lines.push(line(name, `${milliseconds} ms`, goal, milliseconds, ' ms'));
  }
  const { everyFamilyMegabytes, firstMegabytes, secondMegabytes, growthMegabytes } = memory;
  const each = memory.requestsEach.toLocaleString('en');
  lines.push(
    line('memory, ready', `${memory.startedMegabytes} MB`, null, 0, ''),
    line('memory, every family served', `${everyFamilyMegabytes} MB`, null, 0, ''),
    line(`memory, after ${each} more`, `${firstMegabytes} MB`, null, 0, ''),
    line(`memory, after another ${each}`, `${secondMegabytes} MB`, null, 0, ''),
    line('memory, growth between the two', `${growthMegabytes} MB`, GROWTH_MEGABYTES, growthMegabytes, ' MB'),
  );
  const title = `CPU time per request against the bare server; Node ${node}, ${cpu}`;
  return [title, '', ...lines.map((text) => text.trimEnd())].join('\n');
}

function line(name: string, figures: string, goal: number | null, value: number, unit: string): string {
  const verdict = goal === null ? '' : `at most ${goal}${unit}  ${value <= goal ? 'met' : 'NOT MET'}`;
  return `${name.padEnd(50)}${figures.padEnd(34)}${verdict}`;
}
