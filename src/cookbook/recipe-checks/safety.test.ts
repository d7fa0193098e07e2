/**
 * Foods that can make people ill have a note for those at risk, or are cooked enough; the notes are the same in all
 * recipes. Sources: NHS "Foods to avoid in pregnancy" and "Foods to avoid giving babies and young children"; BfR on
 * sprouts, frozen berries, raw ham, raw and smoked fish and raw-milk cheese; FSA "Home food fact checker" on rice.
 */
import { ok } from 'node:assert/strict';
import type { Food } from '#domain/food/food.ts';
import { getFoods } from '#cookbook/foods.ts';
import { NOTES } from '#test/support/texts/safety-notes.ts';
import {
  type Listed,
  type Rule,
  sentencesOf,
  testCheck,
  withoutIngredients,
  type WrittenRecipe,
} from '#test/support/texts/written-recipes.ts';

const foodsOf = ({ listed }: WrittenRecipe, isMeant: (food: Food) => boolean): Listed[] =>
  listed.filter(({ food }) => isMeant(food));

/** Throws if the catalogue has no such food, so that a renamed food does not switch a rule off. */
function oneOf(ids: string): (food: Food) => boolean {
  const meant = new Set(ids.split(' '));
  for (const id of meant) ok(getFoods().find(id), id);
  return ({ id }) => meant.has(id);
}

/** Minutes of the longest baking in or after a step. */
function bakedMinutes({ marked }: WrittenRecipe, from: number): number {
  const steps = marked.slice(from).flatMap((step) => sentencesOf(withoutIngredients(step)));
  const times = steps.flatMap(
    (sentence) => /\b(?:[Bb]ake|[Rr]oast)\b.* (\d+) minutes/.exec(sentence)?.[1] ?? [],
  );
  return Math.max(0, ...times.map(Number));
}

/** "Still soft", "nearly set": a doneness that is not safe for all. */
const SOFT_EGG =
  /\b(?:soft folds|soft curds|still soft|a little wet|runny|nearly set|just set|whites are set|[Pp]oach|done as you like)\b/;
const FIRM_EGG =
  /\b(?:set (?:all through|inside|in the middle)|until set|firm|cooked through|flakes easily)\b/;

const softEggs: Rule = (written) => {
  const [first] = foodsOf(written, oneOf('egg egg-yolk egg-white quail-egg duck-egg'));
  if (!first || written.text.includes(NOTES.eggs)) return [];
  const steps = written.marked.slice(first.step);
  const isFried = steps.some((step) => /[Ff]ry the @eggs?\{/.test(step));
  const isSoft = isFried || steps.some((step) => SOFT_EGG.test(step));
  const isFirm = steps.some((step) => FIRM_EGG.test(step)) || bakedMinutes(written, first.step) >= 10;
  return isSoft || !isFirm ? ['soft eggs without the note'] : [];
};

testCheck({
  name: 'soft eggs have a note for small children and pregnant eaters',
  rule: softEggs,
  planted: [
    'Poach the @eggs{8} for ~{3%minutes}.',
    'Fry the @eggs{4} for ~{3%minutes} until the whites are set.',
    'Pour in the @eggs{4}(beaten) and cook for ~{2%minutes} until nearly set.',
    'Stir in the @eggs{4} and serve.',
  ],
  sound: [
    `Poach the @eggs{8} for ~{3%minutes}. ${NOTES.eggs}`,
    'Boil the @eggs{4} for ~{10%minutes}, until firm.',
    'Mix in the @eggs{4} and bake for ~{25%minutes}.',
  ],
});

/** "Whisk the egg yolks over hot water": a sauce that no cooking makes safe. */
const yolkSauces: Rule = ({ marked, text }) =>
  marked.some((step) => /\b[Ww]hisk the @egg yolks?\{[^}]*\}.* over a pan of/.test(step)) &&
  !text.includes(`${NOTES.eggs} ${NOTES.yolks}`)
    ? ['a sauce of yolks without the note']
    : [];

testCheck({
  name: 'a sauce of egg yolks has a note for small children and pregnant eaters',
  rule: yolkSauces,
  planted: [
    `Whisk the @egg yolks{3} with the @water{4%tbsp} in a bowl over a pan of hot water. ${NOTES.eggs}`,
  ],
  sound: [
    `Whisk the @egg yolks{3} in a bowl over a pan of hot water. ${NOTES.eggs} ${NOTES.yolks}`,
    'Mix in the @egg yolks{3} and bake for ~{25%minutes}.',
  ],
});

const LAST_TIME = /.*\bfor (\d+) minute/;

/** BfR: 70 °C for two minutes all through. */
const rawSprouts: Rule = (written) => {
  const sprouts = foodsOf(written, oneOf('bean-sprout alfalfa-sprout soybean-sprout'));
  if (sprouts.length === 0 || written.text.includes(NOTES.sprouts)) return [];
  const isCooked = sprouts.every(({ step, remark }) => {
    const sentences = sentencesOf(written.marked[step] ?? '');
    const at = sentences.findIndex((sentence) => /sprouts?\{/.test(sentence));
    const [own = '', next = ''] = sentences.slice(at, at + 2).map(withoutIngredients);
    const [, minutes = 0] =
      /boiled for (\d+) minutes/.exec(remark) ?? LAST_TIME.exec(own) ?? LAST_TIME.exec(next) ?? [];
    return Number(minutes) >= 2;
  });
  return isCooked ? [] : ['raw sprouts without the note'];
};

testCheck({
  name: 'sprouts are cooked for two minutes or have a note',
  rule: rawSprouts,
  planted: [
    'Ladle the @vegetable stock{1%l} over the @bean sprouts{100%g}.',
    'Add the @bean sprouts{100%g} and toss for 1 minute. Simmer the @peas{100%g} for ~{5%minutes}.',
    'Scatter with the @bean sprouts{150%g}(dipped in boiling water for 1 minute).',
  ],
  sound: [
    'Add the @bean sprouts{100%g} and cook for ~{2%minutes}.',
    'Scatter with the @bean sprouts{150%g}(boiled for 2 minutes, then rinsed cold).',
    `Ladle the @vegetable stock{1%l} over the @bean sprouts{100%g}. ${NOTES.sprouts}`,
  ],
});

/** A food that needs its note unless it is baked for some minutes. */
function noteUnlessBaked(isMeant: (food: Food) => boolean, note: string, minutes: number): Rule {
  return (written) =>
    foodsOf(written, isMeant)
      .filter(({ step }) => !written.text.includes(note) && bakedMinutes(written, step) < minutes)
      .map(({ name }) => `${name} without the note`);
}
const NEVER = Number.POSITIVE_INFINITY;

testCheck({
  name: 'smoked fish has a note for small children and pregnant eaters',
  rule: noteUnlessBaked(
    oneOf('smoked-salmon smoked-mackerel smoked-trout smoked-haddock smoked-fish'),
    NOTES.fish,
    15,
  ),
  planted: ['Lay the @smoked salmon{150%g} on top.'],
  sound: [
    `Lay the @smoked salmon{150%g} on top. ${NOTES.fish}`,
    'Put the @smoked haddock{200%g} in a dish. Bake for ~{30%minutes}.',
  ],
});

testCheck({
  name: 'raw fish that is salted or pickled has a note for small children and pregnant eaters',
  rule: noteUnlessBaked(oneOf('pickled-herring caviar'), NOTES.rawFish, 15),
  planted: ['Serve the @matjes{400%g}.', `Serve the @matjes{400%g}. ${NOTES.fish}`],
  sound: [`Serve the @matjes{400%g}. ${NOTES.rawFish}`, 'Serve the @tinned tuna{400%g}.'],
});

/** Ham and sausage that are dried or smoked raw. Fried all through they need no note. */
const rawHam: Rule = (written) =>
  noteUnlessBaked(
    oneOf('prosciutto salami pepperoni chorizo bresaola'),
    NOTES.ham,
    8,
  )(written).filter(() => !/cooked through/.test(written.text));

testCheck({
  name: 'raw ham that is not heated has a note for small children and pregnant eaters',
  rule: rawHam,
  planted: ['Top with the @prosciutto{150%g}.', 'Slice the @salami{100%g} thinly.'],
  sound: [
    `Top with the @prosciutto{150%g}. ${NOTES.ham}`,
    'Fry the @chorizo{180%g} for ~{4%minutes} until cooked through.',
    'Top with the @pepperoni{100%g} and bake for ~{12%minutes}.',
    'Top with the @cooked ham{150%g}.',
  ],
});

/** A piece of beef or lamb may be pink inside, but not for all. */
const pinkMeat: Rule = ({ text }) =>
  /(?<!no |longer )\bpink (?:middle|inside)|\bfor pink\b/.test(text) && !text.includes(NOTES.meat)
    ? ['pink meat without the note']
    : [];

testCheck({
  name: 'meat that is pink inside has a note for small children and pregnant eaters',
  rule: pinkMeat,
  planted: ['Fry the @steaks{4} for ~{3%minutes} on each side for pink.'],
  sound: [`Fry the @steaks{4} for ~{3%minutes} on each side for pink. ${NOTES.meat}`],
});

/** In shops soft cheese is mostly of pasteurised milk, but not all. Halloumi and paneer are heated when they are made. */
testCheck({
  name: 'soft cheese that is not baked has a note for small children and pregnant eaters',
  rule: noteUnlessBaked(
    oneOf(
      'feta mozzarella buffalo-mozzarella burrata goat-cheese brie camembert blue-cheese roquefort gorgonzola taleggio ricotta queso-fresco',
    ),
    NOTES.cheese,
    8,
  ),
  planted: [
    'Crumble over the @feta{150%g}.',
    'Bake the @potatoes{1%kg} for ~{40%minutes}.\n\nTear over the @mozzarella{100%g}.',
  ],
  sound: [
    `Crumble over the @feta{150%g}. ${NOTES.cheese}`,
    'Tear over the @mozzarella{100%g} and bake for ~{12%minutes}.',
  ],
});

/** Hepatitis A and noroviruses survive freezing. Warmed berries are boiled, more or less: the rule wants minutes. */
const rawBerries: Rule = (written) => {
  const berries = foodsOf(
    written,
    oneOf('frozen-berries frozen-raspberry frozen-blueberry frozen-strawberry frozen-cherry'),
  );
  if (berries.length === 0 || written.text.includes(NOTES.berries)) return [];
  const isCooked = berries.every(({ step }) =>
    /\b(?:[Ww]arm|[Cc]ook|[Ss]immer|[Bb]oil)\b.* \d+ minutes/.test(
      withoutIngredients(written.marked[step] ?? ''),
    ),
  );
  return isCooked ? [] : ['raw frozen berries without the note'];
};

testCheck({
  name: 'frozen berries that are not heated have a note',
  rule: rawBerries,
  planted: ['Fold in the @frozen mixed berries{300%g}.'],
  sound: [
    `Fold in the @frozen mixed berries{300%g}. ${NOTES.berries}`,
    'Warm the @frozen mixed berries{300%g} in a pan for ~{5%minutes}.',
  ],
});

testCheck({
  name: 'honey has a note for babies',
  rule: noteUnlessBaked(oneOf('honey honey-mustard'), NOTES.honey, NEVER),
  planted: ['Stir in the @honey{1%tbsp}.', 'Stir in the @honey{1%tbsp} and bake for ~{40%minutes}.'],
  sound: [`Stir in the @honey{1%tbsp}. ${NOTES.honey}`],
});

/** Jars of which some brands hold a dash of boiled wine or brandy: a diet counts it, a note would be too much. */
const A_DASH = oneOf(
  'barbecue-sauce fish-stock shellfish-stock veal-stock gravy pickled-herring fish-finger',
);

testCheck({
  name: 'alcohol has a note for children and pregnant eaters',
  rule: noteUnlessBaked(
    (food) => food.breaks.has('no-alcohol') || (food.mayBreak.has('no-alcohol') && !A_DASH(food)),
    NOTES.alcohol,
    NEVER,
  ),
  planted: ['Pour in the @dry white wine{200%ml} and simmer for ~{10%minutes}.'],
  sound: [
    `Pour in the @dry white wine{200%ml}. ${NOTES.alcohol}`,
    'Pour in the @vegetable stock{200%ml}.',
    'Pour in the @fish stock{200%ml}.',
  ],
});

const RICE = /(?:^|-)(?<!puffed-)rice$/;

/** Spores of Bacillus cereus survive cooking and grow in warm rice. */
const riceLeftovers: Rule = (written) => {
  const { text, recipe } = written;
  const isRice = foodsOf(written, ({ id, aisle }) => aisle === 'grains' && RICE.test(id)).length > 0;
  const isStored = recipe.keeps || /\b(?:yesterday|leftover|day before|next day|tomorrow)\b/i.test(text);
  return isRice && isStored && !text.includes(NOTES.leftovers) ? ['rice that keeps without advice'] : [];
};

testCheck({
  name: 'rice that keeps says how to cool, store and reheat it',
  rule: riceLeftovers,
  planted: [
    ['Boil the @basmati rice{300%g} for ~{12%minutes}.', { keeps: 'yes' }],
    'Boil the @jasmine rice{300%g} for ~{12%minutes}. Rice cooked yesterday is even better.',
  ],
  sound: [
    'Boil the @basmati rice{300%g} for ~{12%minutes}.',
    [`Boil the @basmati rice{300%g} for ~{12%minutes}. ${NOTES.leftovers}`, { keeps: 'yes' }],
    ['Boil the @rice noodles{300%g} for ~{5%minutes}.', { keeps: 'yes' }],
  ],
});

/** Sold cooked or cured, or a piece of beef or lamb, which may be pink inside. */
const READY =
  /cooked|smoked|ham$|bacon|salami|bologna|sliced-turkey|frankfurter|pepperoni|prosciutto|pickled|caviar|beef|steak|lamb/;
const DONE =
  /cooked through|no longer pink|no pink is left|run clear|falls apart|flakes easily|opaque all through|pink all through/;

const raw: Rule = (written) => {
  const meat = foodsOf(written, ({ aisle, id }) => {
    if (aisle !== 'meat' && aisle !== 'fish') return false;
    return /minc/.test(id) || !READY.test(id);
  });
  return meat.length === 0 || DONE.test(written.text) ? [] : [`${meat[0]?.name} without a test for done`];
};

testCheck({
  name: 'poultry, pork, mince and fish have a test for done',
  rule: raw,
  planted: [
    'Stir-fry the @chicken breast{400%g} for ~{4%minutes}.',
    'Fry the @minced beef{400%g} for ~{7%minutes} until browned.',
    'Bake the @salmon fillets{500%g} for ~{14%minutes}.',
    'Fry the @pork escalopes{480%g} for ~{3%minutes} until golden.',
  ],
  sound: [
    'Stir-fry the @chicken breast{400%g} for ~{5%minutes} until cooked through.',
    'Fry the @back bacon{200%g} for ~{3%minutes}.',
    'Simmer the @stewing beef{900%g} for ~{90%minutes}.',
  ],
});
