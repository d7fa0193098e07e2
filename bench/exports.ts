/**
 * Exports generated families, imports each file into an empty family and exports that: npm run bench:exports
 * [-- FAMILIES]. Ends with an error at the first family that is not the same.
 */
import { checkRoundTrip } from '#test/support/exports/round-trip.ts';
import { freshFolder, freshStore } from '#test/support/store.ts';

const count = Number(process.argv[2] ?? 1_000);
const work: (() => unknown)[] = [];
const scope = { after: (end: () => unknown) => void work.push(end) };
const store = await freshStore(scope, 'sqlite');
const folder = freshFolder(scope);
const startCpu = process.cpuUsage();
let recipes = 0;
for (let seed = 1; seed <= count; seed += 1) {
  try {
    recipes += (await checkRoundTrip(store, folder, { seed, onlyCooklang: seed % 5 === 0 })).recipes;
  } catch (error) {
    console.error(`The family with seed ${seed} is not the same.`);
    throw error;
  }
}
const { user, system } = process.cpuUsage(startCpu);
const seconds = (user + system) / 1e6;
console.log(
  `${count} families with ${recipes} recipes are the same; ${seconds.toFixed(0)} s of processor time.`,
);
for (const end of work.toReversed()) await end();
