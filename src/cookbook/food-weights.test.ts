/** Checks the weights of the whole catalogue: pieces, packs, cans and edible shares. */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { divide, fractionNumber, ZERO } from '#domain/quantity/fraction.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { PACKAGES } from '#domain/quantity/unit.ts';
import { getFoods } from './foods.ts';

const { foods, findByName } = getFoods();

test('densities and piece weights are plausible', () => {
  for (const { id, weights, edible } of foods) {
    const share = fractionNumber(edible);
    const density = weights.gramsPerMl ? fractionNumber(weights.gramsPerMl) * share : 1;
    ok(density > 0.03 && density < 1.5, `${id}: ${density} g per ml`);
    for (const [unit, grams] of weights.pieceGrams) {
      const weight = fractionNumber(grams) * share;
      ok(weight >= 0.1 && weight <= 5000, `${id}: ${unit} of ${weight} g`);
    }
  }
});

test('a can holds a third to almost all of its gross weight', () => {
  const shares = foods.flatMap(({ id, cans }) =>
    cans.map(
      ({ drainedGrams, grossGrams }) => [id, fractionNumber(divide(drainedGrams, grossGrams))] as const,
    ),
  );
  ok(shares.length >= 50, `${shares.length} sizes`);
  deepStrictEqual(
    shares.filter(([, share]) => share < 0.45 || share > 0.96),
    [],
  );
});

test('tins and jars with liquid have a gross weight', () => {
  const wholly =
    /tomato|passata|sauce|puree|soup|coconut|refried|baked-beans|chili|pork-and-beans|creamed|chipotle|kimchi|paste|pulp|filling|mix|pesto|pickled-jalapeno|pickled-ginger|crispy|green-chilli/;
  const without = foods.filter(({ aisle, cans }) => aisle === 'tins' && cans.length === 0);
  deepStrictEqual(
    without.map(({ id }) => id).filter((id) => !wholly.test(id)),
    [],
  );
});

test('what has bones, a shell, a thick peel or a cob has an edible share', () => {
  const names =
    `whole chicken, chicken thighs, drumsticks, chicken wings, whole turkey, duck, leg of lamb, lamb chops,
    pork chops, spare ribs, osso buco, oxtail, mussels, clams, lobster, whole trout, corn on the cob, banana, plantain, avocado,
    mango, pineapple, melon, watermelon, orange, grapefruit, lemon, pomegranate, coconut, pumpkin, butternut squash,
    artichoke, asparagus, cauliflower, leek, Forelle, Dorade`.split(/,\s+/);
  for (const name of names) {
    const share = fractionNumber((findByName(name) ?? fail(name)).edible);
    ok(share >= 0.2 && share < 0.9, `${name}: ${share}`);
  }
  for (const name of [
    'chicken breast',
    'minced beef',
    'salmon fillet',
    'frozen mango',
    'chickpeas',
    'potato',
    'prawns',
  ]) {
    strictEqual(fractionNumber((findByName(name) ?? fail(name)).edible), 1, name);
  }
});

test('every pack has a weight, and a package of a recipe needs one pack', () => {
  const packages = [...PACKAGES].filter((unit) => unit !== 'piece');
  for (const { id, packs, loose, weights } of foods) {
    ok(packs.length > 0 || loose, id);
    const sold = packs.map((pack) => fractionNumber(findGrams(pack, weights) ?? fail(`${id}: ${pack.unit}`)));
    for (const unit of packages) {
      const grams = fractionNumber(weights.pieceGrams.get(unit) ?? ZERO);
      ok(grams === 0 || sold.some((pack) => pack >= grams), `${id}: ${unit}, ${sold.join()}`);
    }
  }
});
