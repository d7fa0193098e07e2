/** Recipes with everything that a file format could lose: markup of every kind, odd scripts, limits, look-alikes. */
import { COURSES } from '#domain/recipe/course.ts';
import type { RecipeAbout } from '#domain/recipe/recipe-about.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { oneOf, type Random } from '#domain/random.ts';
import { SLOTS } from '#domain/plan/plan.ts';

const TITLES = [
  'Pancakes',
  'pancakes',
  'Pfannkuchen à la crème brûlée',
  'CON',
  'aux',
  '../../etc/passwd',
  'שקשוקה עם עגבניות',
  'مجدرة \u202Eلمخادع',
  '🍕🍕🍕',
  '"Quoted" \\ back\\slash',
  '</script><script>alert(1)</script>',
  '@home {made} #1 ~soup~',
  '---',
  '- title: nested',
  'yes',
  '007',
  '1e3',
  '&amp; &lt;b&gt;bold&lt;/b&gt;',
  '== Soup ==',
  '>> servings: 9',
  'x'.repeat(200),
  'Zero\u200Bwidth\u00ADhyphen',
  'Café vs Cafe\u0301',
];
const LINES = [
  '250 g red lentils, rinsed',
  '2 large eggs',
  '1/2 cup milk',
  '1 1/2 cups all-purpose flour (sifted), divided',
  '½ TL Salz',
  '1½ lb ground beef',
  '8 fl oz stock',
  '2-3 cloves garlic',
  '500g flour',
  '1,5 l Wasser',
  'salt',
  'salt to taste, or more',
  '@flour{500%g}',
  '#pot{} and ~{5%minutes}',
  '- 2 onions',
  '• 1 carrot',
  '* starred *bold* _line_',
  '1. egg',
  '50 % cream {light}',
  'a | b \\ c',
  '& butter',
  '?- secret (very) (secret), really',
  'Ingredients',
  'For 4 people',
  '\u05d0\u05d5\u05e8\u05d6 2 \u05db\u05d5\u05e1\u05d5\u05ea',
  '🧅 1 onion',
  'y'.repeat(500),
  '<b>1 cup</b> sugar &frac12;',
  'two  spaces and a tab\there',
  'line one\nline two',
  '--',
  '[- no comment -]',
];
const HEADINGS = [
  'For the dough:',
  '2 eggs:',
  '1 cup flour, sifted:',
  'Dough :',
  '== Dough ==:',
  '::',
  '@x{}:',
  '**Topping**:',
  'אחר:',
];
const STEPS = [
  'Mix everything.',
  '1. Mix. 2. Bake.',
  '2. Bake for ~{20%minutes} at 180 °C.',
  'Step 1',
  'Add the @butter{} and #pan{} -- slowly.',
  'E-mail me @home or #1 {now}.',
  '> quoted',
  '= equal',
  '>> time: 5',
  '[- hidden -] shown',
  'First line\nsecond line',
  'Serve with <i>love</i> & care &amp; more.',
  'Bake at 350°F — “until golden” … 👩‍🍳',
  'הגישו חם.',
  '\\@escaped \\\\ twice',
  'z'.repeat(3_000),
  'Rest, then:bake',
  '- bullet',
  '# heading',
  '---',
  'a=b=',
];
const WORDS = [
  'quick',
  'one, two',
  'a;b',
  'Quick',
  '#tag',
  'été',
  'שבת',
  'main',
  'dessert',
  '"q"',
  "it's",
  ': x',
  '[x]',
  'no',
  '1.0',
];

/** Up to `max` of the values, some of them twice. */
function some<Value>(random: Random, values: readonly Value[], max: number): Value[] {
  return Array.from({ length: random(max + 1) }, () => oneOf(random, values));
}

/** About one recipe in four has none of the odd texts. */
export function generatedRecipe(random: Random): RecipeSource {
  const isPlain = random(4) === 0;
  const about = generatedAbout(random, isPlain);
  return {
    title: isPlain ? `Soup ${random(50)}` : oneOf(random, TITLES),
    servings: 1 + random(99),
    activeMinutes: random(3) * random(700),
    totalMinutes: random(3) * random(961),
    meals: SLOTS.filter(() => random(2) === 0),
    cuisine: oneOf(random, ['', '', ...WORDS]),
    protein: oneOf(random, ['', '', ...WORDS]),
    keeps: random(2) === 0,
    ingredients: groupsOf(random, isPlain ? LINES.slice(0, 3) : LINES, isPlain),
    steps: groupsOf(random, isPlain ? STEPS.slice(0, 1) : STEPS, isPlain),
    ...(random(2) === 0 && { course: oneOf(random, COURSES) }),
    ...(Object.keys(about).length > 0 && { about }),
  };
}

function groupsOf(random: Random, lines: readonly string[], isPlain: boolean): string[] {
  const headings = some(random, isPlain ? HEADINGS.slice(0, 1) : HEADINGS, 2);
  return [...some(random, lines, 6), ...headings.flatMap((heading) => [heading, ...some(random, lines, 3)])];
}

function generatedAbout(random: Random, isPlain: boolean): RecipeAbout {
  if (random(10) < 3) return {};
  const texts = isPlain ? ['A dish.'] : [...STEPS, ...TITLES];
  const words = isPlain ? ['quick', 'vegan'] : WORDS;
  const [text, short] = [oneOf(random, texts), oneOf(random, texts).slice(0, 100)];
  const given: RecipeAbout = {
    description: text,
    yield: oneOf(random, ['4 servings', '1 loaf', '12', 'für 4 Personen', short]),
    notes: some(random, texts, 3),
    author: oneOf(random, ['Anna', 'https://example.org/anna', ...words]),
    source: oneOf(random, ['https://example.org/a?b=c&d=%20e', 'Grandma: the book', short]),
    language: oneOf(random, ['de', 'en', 'pt-BR', 'zh-Hant-TW', 'he']),
    tags: some(random, words, 4),
    categories: some(random, [...words, 'Dessert', 'side dish'], 3),
    cuisines: some(random, words, 3),
    nutrition: {
      fatContent: '20 g',
      calories: oneOf(random, ['250 kcal', '#250: "x"']),
      description: 'per 100 g',
    },
    picture: { address: 'https://example.org/p.jpg?x=1&y=2' },
  };
  return Object.fromEntries(Object.entries(given).filter(() => random(10) < 6));
}
