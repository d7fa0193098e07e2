/**
 * Compares every figure of the food catalogue with the tables it was copied from and prints the differences:
 * npm run check:foods -- FOLDER [CATALOGUE], where FOLDER contains foods.tsv and household-weights.tsv.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFoods } from '#cookbook/foods.ts';
import type { Food, Measure } from '#domain/food/food.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';

type Row = Record<string, string>;

const [tables, catalogue] = process.argv.slice(2);
if (!tables) {
  console.error('Say where the tables are: npm run check:foods -- FOLDER');
  process.exit(2);
}
const rows = new Map(readTable('foods.tsv').map((row) => [row.ndb_no, row]));
const weights = Map.groupBy(readTable('household-weights.tsv'), (row) => row.ndb_no);
const { foods } = readFoods(catalogue);
const differences = foods.flatMap((food) => [
  ...compareNutrients(food),
  ...compareMeasures(food),
  ...compareEdible(food),
]);
for (const difference of differences) console.log(difference);
console.log(`${foods.length} foods, ${differences.length} differences`);
process.exit(differences.length === 0 ? 0 : 1);

function readTable(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(tables as string, file), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

function compareNutrients({ id, usda, per100G }: Food): string[] {
  const row = rows.get(usda);
  if (!row) return [`${id}: the table has no ${usda}`];
  const figures = [
    ['energy', per100G.energyKcal, row.kcal, 1],
    ['protein', per100G.proteinG, row.protein_g, 1],
    ['fat', per100G.fatG, row.fat_g, 1],
    ['carbohydrate', per100G.carbohydrateG, row.carbohydrate_g, 1],
    ['fibre', per100G.fibreG, row.fibre_g, 1],
    ['sodium', per100G.sodiumG, row.sodium_mg, 1000],
  ] as const;
  return figures.flatMap(([name, ours, cell, parts]) => {
    const theirs = cell ? Number(cell) / parts : undefined;
    return ours === theirs
      ? []
      : [`${id}: ${name} is ${ours ?? 'missing'}, the table says ${theirs ?? 'nothing'}`];
  });
}

/** A measure with a source of its own is not the table's, unless the source is another row of it. */
function compareMeasures({ id, usda, volumes, pieces }: Food): string[] {
  return [...volumes, ...pieces].flatMap((measure) => {
    const number = measure.source === undefined ? usda : /^usda (\d{5})$/.exec(measure.source)?.[1];
    if (!number || (weights.get(number) ?? []).some((row) => isSame(measure, row))) return [];
    return [`${id}: "${measure.text}" is not in the table so for ${number}`];
  });
}

/** An edible share without a source is what the refuse of the food's own row leaves. */
function compareEdible({ id, usda, edible, edibleSource }: Food): string[] {
  const ours = Math.round(100 * fractionNumber(edible));
  const number = edibleSource === undefined ? usda : /^usda (\d{5})\b/.exec(edibleSource)?.[1];
  const theirs = 100 - Number(rows.get(number ?? '')?.refuse_percent);
  return ours === 100 || number === undefined || ours === theirs
    ? []
    : [`${id}: ${ours} % is edible, the table says ${theirs} %`];
}

function isSame({ amount, text, grams }: Measure, row: Row): boolean {
  return (
    row.measure?.trim() === text &&
    Number(row.amount) === fractionNumber(amount) &&
    Number(row.grams) === fractionNumber(grams)
  );
}
