/** The amounts that the steps of a recipe use add up to what the recipe lists, and each has a size. */
import {
  type Rule,
  sentencesOf,
  stemsOf,
  testCheck,
  withoutIngredients,
} from '#test/support/texts/written-recipes.ts';

/** "2 tbsp oil" and "1 tbsp oil": the steps show no amounts, so the list must say which is which. */
const purposes: Rule = ({ listed }) => {
  const measured = listed.filter(({ hasAmount }) => hasAmount);
  const byName = Map.groupBy(measured, ({ name }) => name.toLowerCase());
  return [...byName].flatMap(([name, all]) => {
    const remarks = new Set(all.map(({ remark }) => remark).filter((remark) => /\b(?:for|to) /.test(remark)));
    return all.length > 1 && remarks.size < all.length ? [`${all.length} times ${name}`] : [];
  });
};

testCheck({
  name: 'a food that is listed twice says what each amount is for',
  rule: purposes,
  planted: [
    'Heat @olive oil{1%tbsp}. Keep it warm while you cook three more, using @olive oil{2%tbsp} in all.',
    'Heat @olive oil{1%tbsp}(for frying). Stir in another @olive oil{2%tbsp}(for frying).',
  ],
  sound: [
    'Heat the @olive oil{1%tbsp}(for frying). Dress with the @olive oil{2%tbsp}(for the salad).',
    'Heat half of the @olive oil{3%tbsp}. Add the rest of the oil. Season with @salt{1%tsp} and @salt{}(to taste).',
  ],
});

const PARTS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  thirds: 2 / 3,
  quarter: 1 / 4,
  quarters: 3 / 4,
  fifth: 1 / 5,
  fifths: 2 / 5,
  most: 0,
  some: 0,
  few: 0,
  one: 0,
};
const SHARE = new RegExp(`\\b(${Object.keys(PARTS).join('|')}) of (?!each )(?:the )?@?([^@{}.,;·]+)`, 'g');
/** "Mash half of the beans": nothing is taken away. */
const IN_THE_PAN = /(?:mash|crush)\w*(?: about)?(?: a)? $/i;
const isTaken = (found: RegExpMatchArray): boolean =>
  !IN_THE_PAN.test(found.input?.slice(0, found.index) ?? '');
const REST = /\b(?:rest|remaining|other|last|whole)\b/;

/** "The rest of the oil", "the other half", "the rest". */
function isUsedUp(later: string, words: readonly string[]): boolean {
  return sentencesOf(later).some((sentence) => {
    const after = sentence.slice(REST.exec(sentence)?.index ?? sentence.length);
    const stems = new Set(stemsOf(after));
    return words.some((word) => stems.has(word)) || /^(?:rest\b(?! of)|other (?:half|slice))/.test(after);
  });
}

/** "Half of the oil" needs "the rest of the oil" later, and the other way round. */
const shares: Rule = ({ marked, listed }) => {
  const text = marked.join('\n').replaceAll(/\{[^{}]*\}(?:\([^()]*\))?/g, '{}');
  const measured = listed.filter(({ hasAmount }) => hasAmount);
  return measured.flatMap(({ name, food }) => {
    const last = stemsOf(name).at(-1) ?? '';
    // "The oil" of a recipe with two oils is neither.
    const isShared = measured.some((line) => line.food !== food && stemsOf(line.name).at(-1) === last);
    const words = stemsOf(name).slice(isShared ? -2 : -1);
    const word = words.join(' ');
    const taken = [...text.matchAll(SHARE)].filter(
      (found) =>
        isTaken(found) &&
        stemsOf(found[2] ?? '')
          .slice(0, 3)
          .join(' ')
          .includes(word),
    );
    const later = text.slice((taken[0]?.index ?? 0) + (taken[0]?.[0].length ?? 0));
    const sum = taken.reduce((total, [, part = '']) => total + (PARTS[part] ?? 0), 0);
    const isLeft =
      sum < 1 &&
      taken.length > 0 &&
      !isUsedUp(later, [...words, ...(food.aisle === 'dairy' ? ['cheese'] : [])]);
    const isRest = new RegExp(`\\brest of the (?:\\w+ )?${word}`).test(text) && taken.length === 0;
    if (isLeft || sum > 1.01) return [`a part of the ${name} is not used`];
    return isRest ? [`the rest of the ${name}, but no part before`] : [];
  });
};

testCheck({
  name: 'the parts of an ingredient add up to all of it',
  rule: shares,
  planted: [
    'Fry the @onion{1} in half of the @olive oil{2%tbsp}.',
    'Fry the @onion{1} in the @olive oil{2%tbsp}. Add the rest of the oil.',
    'Fry the @onion{1} in two thirds of the @olive oil{2%tbsp}. Beat in two thirds of the oil and add the rest.',
  ],
  sound: [
    'Fry the @onion{1} in half of the @olive oil{2%tbsp}. Add the rest of the oil.',
    'Melt a third of the @butter{30%g}. Add another third of the butter, then the rest of the butter.',
  ],
});

const UNITS = 'g|kg|ml|l|litres?|tbsp|tsp|tablespoons?|teaspoons?|cups?';
const OWN_AMOUNT = new RegExp(
  `\\b\\d[\\d.,/]* (?:${UNITS}) (?:of )?(?!of the )(?:(?:hot|cold|warm|boiling|salted) )*(\\p{L}+)`,
  'gu',
);
/** What the steps make: its amounts are no amounts of ingredients. */
const MADE = new Set(['batter', 'sauce', 'dough', 'filling', 'mixture', 'the']);

/** An amount that stands only in a step is not bought, and is wrong for another number of servings. */
const ownAmounts: Rule = ({ marked }) =>
  marked.flatMap((step) => {
    const found = [...withoutIngredients(step).matchAll(OWN_AMOUNT)].filter(
      ([, word = '']) => !MADE.has(word),
    );
    const totals = [...step.matchAll(/\}(?:\([^()]*\))? in (?:all|total)\b/g)];
    return [...found, ...totals].map(([words]) => words);
  });

testCheck({
  name: 'a step has no amount of a food that is not listed',
  rule: ownAmounts,
  planted: [
    'Put the @rice{300%g} in a pan with 450 ml of water.',
    'Stir the @tahini{4%tbsp} with about 5 tablespoons of cold water.',
    'Fry in batches, using @sunflower oil{2%tbsp} in all.',
  ],
  sound: [
    'Put the @rice{300%g} in a pan with the @water{450%ml}. Drop in 4 tablespoons of batter.',
    'Drain the @penne{300%g}. Mix with 4 tablespoons of the sauce and 100 ml of the hot water.',
  ],
});

/** They have no size. */
const VAGUE_MEASURE =
  /\b(?:(?<!table|tea)spoonfuls?|handfuls?|ladlefuls?|ladles|dollops?)\b|\ba (?:ladle|knob|squeeze|thread|drizzle|glug)\b/g;
const VAGUE_PART =
  /\b(?:a little|a bit|a splash|some|a few)(?: more)?(?: of)?(?: the)? @?([^{}@.,;()·]+)(\{\})?/g;
/** Water thins, salt seasons: a cook adds them by eye. */
const BY_EYE = new Set(['water', 'salt', 'pepper']);

const vagueParts: Rule = ({ marked, listed }) => {
  const measured = listed.filter(({ hasAmount }) => hasAmount).flatMap(({ name }) => stemsOf(name).slice(-1));
  const words = new Set(measured.filter((word) => !BY_EYE.has(word)));
  return marked.flatMap((step) => [
    ...(step.match(VAGUE_MEASURE) ?? []),
    ...[...step.matchAll(VAGUE_PART)]
      .filter(isTaken)
      .filter(
        ([, what = '', none]) =>
          !none &&
          stemsOf(what)
            .slice(0, 3)
            .some((word) => words.has(word)),
      )
      .map(([found]) => found),
  ]);
};

testCheck({
  name: 'what is listed with an amount is used in parts of a size',
  rule: vagueParts,
  planted: [
    'Fry the @onion{1} in a little of the @olive oil{2%tbsp}. Use the rest later.',
    'Fry the @onion{1} in the @olive oil{2%tbsp}. Add a little oil.',
    'Mix the @yogurt{100%g} with 4 spoonfuls of the sauce.',
    'Add the @spinach{400%g} in handfuls.',
    'Add a squeeze of @fresh lime juice{1%tbsp}.',
  ],
  sound: [
    'Fry the @onion{1} in a quarter of the @olive oil{2%tbsp}. Drop in heaped tablespoonfuls of the batter.',
    'Season with a little @salt{}(to taste). Add a splash of water and a little salt.',
  ],
});
