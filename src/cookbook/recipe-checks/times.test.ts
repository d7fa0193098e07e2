/** Times, temperatures, sizes and servings of a recipe are possible and fit each other. */
import { nutritionPerServing } from '#domain/recipe/nutrition.ts';
import { getFoods } from '#cookbook/foods.ts';
import { fillsSlot } from '#domain/recipe/recipe.ts';
import {
  type Rule,
  sentencesOf,
  stemsOf,
  testCheck,
  withoutIngredients,
} from '#test/support/texts/written-recipes.ts';

const ovens: Rule = ({ text }) => {
  const usesOven = /\boven\b|\b(?:[Bb]ake|[Rr]oast) for\b/.test(text.replaceAll('ovenproof', ''));
  return usesOven && !/\d °C/.test(text) ? ['an oven without a temperature'] : [];
};

testCheck({
  name: 'an oven has a temperature',
  rule: ovens,
  planted: [
    'Heat the oven. Bake the @potatoes{1%kg} for ~{40%minutes}.',
    'Roast for ~{20%minutes}: @potatoes{1%kg}.',
  ],
  sound: [
    'Heat the oven to 200 °C (400 °F). Bake the @potatoes{1%kg} for ~{40%minutes}.',
    'Grill the @courgette{1}.',
  ],
});

const temperatures: Rule = ({ text }) =>
  [...text.matchAll(/(\d+) °C(?: \((\d+) °F\))?/g)].flatMap(([words, celsius, fahrenheit]) => {
    const expected = (Number(celsius) * 9) / 5 + 32;
    const isOven = Number(celsius) >= 80 && Number(celsius) <= 250;
    const isSame = Math.abs(Number(fahrenheit) - expected) <= 10;
    return isOven && isSame ? [] : [words];
  });

testCheck({
  name: 'temperatures are those of an oven, in both units',
  rule: temperatures,
  planted: [
    'Bake the @potatoes{1%kg} at 200 °C (350 °F).',
    'Bake the @potatoes{1%kg} at 350 °C (660 °F).',
    'Bake the @potatoes{1%kg} at 200 °C.',
  ],
  sound: ['Bake the @potatoes{1%kg} at 200 °C (400 °F).'],
});

const COOKING =
  /\b(?:[Ss]immer|[Bb]ake|[Rr]oast|[Pp]oach|[Ss]team|[Bb]oil|[Ff]ry|[Ss]tir-fry|[Gg]rill|[Ss]oak)\b/;
const HAS_TIME = /\d|\buntil\b|packet says|a few seconds|overnight|a minute/;
/** Not a time of cooking: bringing to the boil, and what another sentence times. */
const NO_TIME =
  /(?:bring|brought)\b.*\b(?:boil|simmer)|(?:under|to) the grill|(?:heat|hot) (?:the )?grill|while it simmers|without boiling|boil again|steam dry|fry the (?:rest|other)|down to/i;

const untimed: Rule = ({ marked }) =>
  marked.flatMap((step) => {
    const sentences = sentencesOf(withoutIngredients(step));
    return sentences.filter((sentence, at) => {
      const near = sentences.slice(at, at + 2).join(' ');
      return COOKING.test(sentence) && !HAS_TIME.test(near) && !NO_TIME.test(sentence);
    });
  });

testCheck({
  name: 'cooking has minutes or a sign of when it is done',
  rule: untimed,
  planted: ['Add the @red lentils{200%g} and simmer.', 'Fry the @onion{1} in the @olive oil{1%tbsp}.'],
  sound: ['Add the @red lentils{200%g} and simmer for ~{15%minutes}.', 'Fry the @onion{1} until golden.'],
});

const NUMBERS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };

/** The times of one sentence: both sides and all batches. */
function minutesOf(sentence: string): number {
  const batches = NUMBERS[/\bin (two|three|four) batches\b/.exec(sentence)?.[1] ?? ''] ?? 1;
  const sides = /on each side/.test(sentence) ? 2 : 1;
  const times = [...sentence.matchAll(/~\{(\d+)(?:-\d+)?%(second|minute|hour)s?\}/g)].map(
    ([, amount, unit]) =>
      Number(amount) * { second: 1 / 60, minute: 1, hour: 60 }[unit as 'second' | 'minute' | 'hour'],
  );
  return times.reduce((sum, minutes) => sum + minutes, 0) * sides * batches;
}

/** What is done "meanwhile" takes no time of its own. */
const totals: Rule = ({ recipe, marked }) => {
  const minutes = marked.flatMap((step) => {
    const sentences = sentencesOf(step);
    const parallel = sentences.findIndex((sentence) => /\b(?:[Mm]eanwhile|[Ww]hile it)\b/.test(sentence));
    return (parallel < 0 ? sentences : sentences.slice(0, parallel)).map(minutesOf);
  });
  const sum = minutes.reduce((all, minute) => all + minute, 0);
  return sum > recipe.totalMinutes ? [`${sum} minutes of steps in ${recipe.totalMinutes}`] : [];
};

testCheck({
  name: 'the total time is not less than the times of the steps',
  rule: totals,
  planted: [
    'Boil the @rice{300%g} for ~{20%minutes}.\n\nBake it for ~{15%minutes}.',
    'Fry the @onion{1} in two batches for ~{8%minutes} each on each side.',
  ],
  sound: [
    'Boil the @rice{300%g} for ~{20%minutes}.\n\nMeanwhile, fry the @onion{1} for ~{15%minutes}.',
    'Fry the @onion{1} for ~{8%minutes} on each side.',
  ],
});

const MAIN_KCAL = { least: 350, most: 950 };

const energy: Rule = ({ recipe }) => {
  const isMain = fillsSlot(recipe, 'lunch') || fillsSlot(recipe, 'dinner');
  const { energyKcal } = nutritionPerServing(recipe, getFoods());
  const isFitting = energyKcal >= MAIN_KCAL.least && energyKcal <= MAIN_KCAL.most;
  return isMain && !isFitting ? [`${Math.round(energyKcal)} kcal a serving`] : [];
};

testCheck({
  name: 'a serving of a main dish has 350 to 950 kcal',
  rule: energy,
  planted: ['Boil the @rice{100%g}.', 'Boil the @rice{2%kg}.'],
  sound: [
    'Boil the @rice{500%g}.',
    ['Boil the @rice{200%g}.', { meals: 'breakfast' }],
    ['Boil the @rice{200%g}.', { course: 'side' }],
  ],
});

const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, eight: 8 };

const servings: Rule = ({ recipe, text }) =>
  [
    ...text.matchAll(/\b(two|three|four|five|six|eight) (?:deep )?(?:bowls|plates|servings|portions)\b/g),
  ].flatMap(([words, count = '']) => (COUNTS[count] === recipe.servings ? [] : [words]));

testCheck({
  name: 'as many bowls and plates as servings',
  rule: servings,
  planted: ['Divide the @rice{300%g} between six bowls.'],
  sound: ['Divide the @rice{300%g} between four bowls.'],
});

/** Of a pan or a round tin, in cm. */
const PAN = { least: 16, most: 32 };

const pans: Rule = ({ text }) =>
  [...text.matchAll(/(\d+) cm ((?:[\w-]+ ){0,3}?)(?:pans?|tins?)\b/g)]
    .filter(([, size]) => Number(size) < PAN.least || Number(size) > PAN.most)
    .map(([words]) => words);

testCheck({
  name: 'pans and tins have a size that a kitchen has',
  rule: pans,
  planted: ['Fry the @onion{1} in a 45 cm non-stick frying pan.', 'Fry the @onion{1} in a 8 cm pan.'],
  sound: ['Fry the @onion{1} in a 24 cm non-stick frying pan.'],
});

const AWAY = /\b(?:[Ll]ift (?:it|them) out|[Tt]ip (?:it|them)? ?(?:out|onto)|[Ss]et (?:it )?aside)\b/;

/** What is put aside comes back. */
const putAside: Rule = ({ listed, marked }) =>
  marked.flatMap((step, at) => {
    if (!AWAY.test(step)) return [];
    const later = new Set(stemsOf(marked.slice(at + 1).join(' ')));
    const away = listed
      .filter((mention) => mention.step === at && mention.hasAmount)
      .flatMap(({ name }) => stemsOf(name));
    const isBack =
      away.length === 0 ||
      away.some((word) => later.has(word)) ||
      /\b(?:return|put) (?:it|them|everything|the)\b/i.test(marked.slice(at + 1).join(' '));
    return isBack ? [] : [step];
  });

testCheck({
  name: 'what is put aside is used later',
  rule: putAside,
  planted: ['Fry the @halloumi{200%g} and set aside.\n\nServe the @rocket{100%g}.'],
  sound: ['Fry the @halloumi{200%g} and set aside.\n\nServe the @rocket{100%g} with the halloumi.'],
});
