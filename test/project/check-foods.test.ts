/** `npm run check:foods` with a small nutrition table and a small food catalogue. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { freshFolder } from '../support/store.ts';

const SCRIPT = 'scripts/check-foods.ts';
const FOODS = `ndb_no\tgroup\tdescription\trefuse_percent\tkcal\tprotein_g\tfat_g\tcarbohydrate_g\tfibre_g\tsugar_g\tcalcium_mg\tiron_mg\tsodium_mg
11291\tVegetables\tOnions, spring\t4\t32\t1.83\t0.19\t7.34\t2.6\t2.33\t72\t1.48\t16
12118\tNuts\tCoconut milk\t0\t197\t2.02\t21.33\t2.81\t\t\t18\t3.30\t13
`;
const WEIGHTS = `ndb_no\tamount\tmeasure\tgrams
11291\t1\tcup, chopped\t100
11291\t.5\tbunch\t50.0
12118\t1\tcup\t226
`;
const CATALOGUE = `# spring-onion
en: spring onion / spring onions
de: Frühlingszwiebel / Frühlingszwiebeln
usda: 11291
volume: 1 cup, chopped = 100 g
piece: 0.5 bunch = 50 g
piece: 1 slice = 2 g (weighed)
allergens: -
breaks: -
pack: 100 g
keeps: 7 days
price: 6.50
per 100 g: 32 kcal, 1.83 protein, 0.19 fat, 7.34 carbohydrate, 2.6 fibre, 0.016 sodium

# coconut-milk
en: coconut milk
de: Kokosmilch
usda: 12118
volume: 1 cup = 226 g
piece: 0.5 bunch = 50 g (usda 11291)
allergens: -
breaks: -
pack: 400 ml
keeps: 4 days
price: 5.00
per 100 g: 197 kcal, 2.02 protein, 21.33 fat, 2.81 carbohydrate, 0.013 sodium
`;

function check(scope: TestContext, catalogue: string): { status: number | null; lines: string[] } {
  const [folder, tables] = [freshFolder(scope), freshFolder(scope)];
  writeFileSync(join(tables, 'foods.tsv'), FOODS);
  writeFileSync(join(tables, 'household-weights.tsv'), WEIGHTS);
  writeFileSync(join(folder, 'vegetables.txt'), catalogue);
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, tables, folder], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

test('reports no differences for equal figures', (scope) => {
  deepStrictEqual(check(scope, CATALOGUE), { status: 0, lines: ['2 foods, 0 differences'] });
});

const differences: [figure: string, replacement: string, message: string][] = [
  ['32 kcal', '33 kcal', 'spring-onion: energy is 33, the table says 32'],
  ['1.83 protein', '1.84 protein', 'spring-onion: protein is 1.84, the table says 1.83'],
  ['0.19 fat', '0.9 fat', 'spring-onion: fat is 0.9, the table says 0.19'],
  ['7.34 carb', '7.43 carb', 'spring-onion: carbohydrate is 7.43, the table says 7.34'],
  [', 2.6 fibre', '', 'spring-onion: fibre is missing, the table says 2.6'],
  ['0.016 sodium', '0.16 sodium', 'spring-onion: sodium is 0.16, the table says 0.016'],
  ['2.81 carbohydrate', '2.81 carbohydrate, 0 fibre', 'coconut-milk: fibre is 0, the table says nothing'],
  ['chopped = 100 g', 'chopped = 10 g', 'spring-onion: "cup, chopped" is not in the table so for 11291'],
  ['cup, chopped', 'cup, sliced', 'spring-onion: "cup, sliced" is not in the table so for 11291'],
  ['1 cup, chopped', '2 cup, chopped', 'spring-onion: "cup, chopped" is not in the table so for 11291'],
  ['(usda 11291)', '(usda 12118)', 'coconut-milk: "bunch" is not in the table so for 12118'],
  ['usda: 12118', 'usda: 99999', 'coconut-milk: the table has no 99999'],
];
for (const [figure, replacement, message] of differences) {
  test(`reports "${replacement}" instead of "${figure}"`, (scope) => {
    const { status, lines } = check(scope, CATALOGUE.replace(figure, replacement));
    strictEqual(status, 1);
    strictEqual(lines[0], message);
    match(lines.at(-1) ?? '', /^2 foods, [12] differences$/);
  });
}

test('prints its usage without a folder', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { encoding: 'utf8' });
  strictEqual(status, 2);
  match(stderr, /npm run check:foods -- FOLDER/);
});
