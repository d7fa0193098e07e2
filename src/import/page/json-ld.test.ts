import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportedRecipe } from '#import/imported-recipe.ts';
import { readJsonLd } from './json-ld.ts';
import { readPage } from './page.ts';

const script = (json: string, type = 'application/ld+json'): string =>
  `<script type="${type}">${json}</script>`;

function read(html: string): ImportedRecipe {
  const result = readPage(html);
  if ('found' in result) throw new Error(result.reason);
  return result;
}

const lines = (recipe: ImportedRecipe): string[] => recipe.ingredientGroups.flatMap((group) => group.lines);
const steps = (recipe: ImportedRecipe): string[] => recipe.stepGroups.flatMap((group) => group.steps);
const SOUP = '"@type":"Recipe","name":"Leek soup","recipeIngredient":["2 leeks","1 l stock"]';

const forms: [string, string][] = [
  ['plain', script(`{${SOUP}}`)],
  ['an array', script(`[{"@type":"WebSite","name":"Site"},{${SOUP}}]`)],
  ['@graph', script(`{"@context":"https://schema.org","@graph":[{"@type":"WebPage"},{${SOUP}}]}`)],
  ['a main entity', script(`{"@type":"WebPage","name":"Page","mainEntity":{${SOUP}}}`)],
  ['an array of types', script(`{${SOUP.replace('"Recipe"', '["NewsArticle","Recipe"]')}}`)],
  ['a type with an address', script(`{${SOUP.replace('"Recipe"', '"http://schema.org/Recipe"')}}`)],
  [
    'names with a prefix',
    script(
      `{"@type":"schema:Recipe","schema:name":"Leek soup","schema:recipeIngredient":["2 leeks","1 l stock"]}`,
    ),
  ],
  ['a second block', script('{"@type":"Organization"}') + script(`{${SOUP}}`)],
  ['a block after a broken one', script('{"@type":') + script(`{${SOUP}}`)],
  ['a charset in the type', script(`{${SOUP}}`, 'application/ld+json; charset=utf-8')],
  ['trailing commas', script(`{${SOUP.replace('stock"]', 'stock",]')},}`)],
  [
    'a missing comma',
    script(`{"@type":"Recipe"\n"name":"Leek soup",\n"recipeIngredient":["2 leeks","1 l stock"]}`),
  ],
  ['CDATA', script(`//<![CDATA[\n{${SOUP}}\n//]]>`)],
  ['an HTML comment', script(`<!-- {${SOUP}} -->`)],
  [
    'control characters',
    script(`{${SOUP.replace('Leek soup', 'Leek\u0007 soup')},"description":"Two\nlines\tand a tab"}`),
  ],
  ['escaped as a whole', script(`{${SOUP}}`.replaceAll('"', '&quot;'))],
  ['a semicolon at the end', script(`{${SOUP}};`)],
  ['an early end', script(`{${SOUP},"recipeInstructions":[{"text":"Cook`)],
  [
    'entities, twice escaped',
    script(`{${SOUP.replace('Leek soup', 'Leek&amp;nbsp;soup').replace('2 leeks', '<b>2</b>&nbsp;leeks')}}`),
  ],
  [
    'ingredients in one text',
    script(`{"@type":"Recipe","name":"Leek soup","recipeIngredient":"<p>2 leeks<br/>1 l stock</p>"}`),
  ],
  [
    'the older name',
    script(
      `{"@type":"Recipe","name":"Leek soup","ingredients":["2 leeks","1 l stock"],"recipeIngredient":[]}`,
    ),
  ],
  [
    'nested arrays',
    script(`{"@type":"Recipe","name":"Leek soup","recipeIngredient":[["2 leeks"],["1 l stock"]]}`),
  ],
  [
    'objects',
    script(
      `{"@type":"Recipe","name":"Leek soup","recipeIngredient":[{"name":"leeks","amount":2},{"name":"stock","amount":"1","unit":"l"}]}`,
    ),
  ],
];
for (const [name, html] of forms) {
  test(`reads JSON-LD: ${name}`, () => {
    const recipe = read(html);
    strictEqual(recipe.title, 'Leek soup');
    deepStrictEqual(lines(recipe), ['2 leeks', '1 l stock']);
  });
}

const instructions: [string, string, string[]][] = [
  ['one text with lines', '"Chop.\\nCook."', ['Chop.', 'Cook.']],
  ['one text with markup', '"<ol><li>Chop.</li><li>Cook.</li></ol>"', ['Chop.', 'Cook.']],
  [
    'one numbered text',
    '"1. Chop. 2. Cook for 2 hours. 3. Serve."',
    ['Chop.', 'Cook for 2 hours.', 'Serve.'],
  ],
  ['texts', '["1. Chop.","2. Cook."]', ['Chop.', 'Cook.']],
  [
    'steps',
    '[{"@type":"HowToStep","text":"Chop."},{"@type":"HowToStep","name":"Cook."}]',
    ['Chop.', 'Cook.'],
  ],
  [
    'names of steps',
    '[{"name":"Prepare","text":"Chop."},{"name":"Step 2","text":"Cook."}]',
    ['Prepare: Chop.', 'Cook.'],
  ],
  [
    'a list',
    '{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"HowToStep","text":"Chop."}},"Cook."]}',
    ['Chop.', 'Cook.'],
  ],
  [
    'directions',
    '[{"@type":"HowToStep","itemListElement":[{"@type":"HowToDirection","text":"Chop."},{"@type":"HowToTip","text":"Fine."}]}]',
    ['Chop. Fine.'],
  ],
  ['a step that begins with a range', '["1-2 EL Öl erhitzen."]', ['1-2 EL Öl erhitzen.']],
  ['a step that begins with a fraction', '["1/2 der Butter schmelzen."]', ['1/2 der Butter schmelzen.']],
  ['a step that begins with a decimal', '["1.5 l Wasser kochen."]', ['1.5 l Wasser kochen.']],
  ['numbers with other marks', '["1/ Chop.","2- Cook.","3: Serve."]', ['Chop.', 'Cook.', 'Serve.']],
  ['everything in one step', '[{"@type":"HowToStep","text":"Chop.\\nCook."}]', ['Chop.', 'Cook.']],
];
for (const [name, value, expected] of instructions) {
  test(`reads instructions: ${name}`, () => {
    deepStrictEqual(steps(read(script(`{${SOUP},"recipeInstructions":${value}}`))), expected);
  });
}

const section = (name: string, text: string) =>
  `{"@type":"HowToSection","name":"${name}","itemListElement":[{"@type":"HowToStep","text":"${text}"}]}`;

test('reads sections of instructions with their headings', () => {
  const { stepGroups } = read(
    script(`{${SOUP},"recipeInstructions":[${section('Dough', 'Knead.')},${section('Filling', 'Stir.')}]}`),
  );
  deepStrictEqual(stepGroups, [
    { heading: 'Dough', steps: ['Knead.'] },
    { heading: 'Filling', steps: ['Stir.'] },
  ]);
});

test('reads everything else that a recipe can have', () => {
  const html = script(`{"@graph":[{${SOUP},"description":"Warm &amp; good","recipeYield":["4","4 servings"],
    "prepTime":"PT15M","cookTime":"P0DT0H45M","totalTime":"PT1H","author":[{"@id":"#jo"}],"inLanguage":"en_GB",
    "keywords":"soup, winter, soup","recipeCategory":["Starter"],"recipeCuisine":"British","url":"https://example.org/soup",
    "nutrition":{"@type":"NutritionInformation","calories":"120 kcal","fatContent":3,"other":"x"},
    "image":[{"@type":"ImageObject","url":"https://example.org/s.jpg","width":200},{"url":"https://example.org/l.jpg","width":900}]},
    {"@type":"Person","@id":"#jo","name":"Jo"}]}`);
  deepStrictEqual(read(html), {
    title: 'Leek soup',
    description: 'Warm & good',
    yield: '4 servings',
    prepMinutes: 15,
    cookMinutes: 45,
    totalMinutes: 60,
    ingredientGroups: [{ lines: ['2 leeks', '1 l stock'] }],
    stepGroups: [],
    notes: [],
    author: 'Jo',
    source: 'https://example.org/soup',
    language: 'en-GB',
    tags: ['soup', 'winter'],
    categories: ['Starter'],
    cuisines: ['British'],
    nutrition: { calories: '120 kcal', fatContent: '3' },
    picture: { address: 'https://example.org/l.jpg' },
  });
});

test('reads every recipe of a value, and nothing of a value without one', () => {
  const recipes = readJsonLd([
    { '@type': 'Recipe', name: 'A' },
    { list: [{ '@type': 'Recipe', name: 'B' }] },
  ]);
  deepStrictEqual(
    recipes.map(({ title }) => title),
    ['A', 'B'],
  );
  deepStrictEqual([null, 1, 'x', [], {}, { '@type': 'Person' }].flatMap(readJsonLd), []);
});

test('reads JSON-LD in the state of a web app', () => {
  const recipe = `{"@context":"https://schema.org","@type":"Recipe","name":"Leek \\"soup\\"","recipeIngredient":["2 leeks","1 l stock"]}`;
  const states = [
    `<script id="__NEXT_DATA__" type="application/json">{"props":{"page":{"schema":${recipe}}}}</script>`,
    `<script>window.state = {page: 1, seo: ${recipe}, other: [1, 2]};</script>`,
    `<script>self.push([1, ${JSON.stringify(`x:${recipe}`)}])</script>`,
    script(JSON.stringify(recipe)),
  ];
  for (const state of states) deepStrictEqual(lines(read(state)), ['2 leeks', '1 l stock'], state);
});

test('keeps a line break inside an ingredient, and completes data without a title', () => {
  const broken = read(
    script(
      `{"@type":"Recipe","name":"Soup","recipeIngredient":["2 leeks,\\n sliced","1 l stock","<p>salt</p>"]}`,
    ),
  );
  deepStrictEqual(lines(broken), ['2 leeks, sliced', '1 l stock', 'salt']);
  const typed = read(
    script(
      `{"@type":"Recipe","name":"Soup","recipeIngredient":["1 egg",{"@type":"PropertyValue","value":"3/4","unitText":"cup","name":"sugar"}]}`,
    ),
  );
  deepStrictEqual(lines(typed), ['1 egg', '3/4 cup sugar']);
  const both = read(
    `${script('{"@type":"Recipe","name":"Soup","recipeYield":"4 bowls"}')}<div itemscope itemtype="https://schema.org/Recipe"><p itemprop="recipeIngredient">2 leeks</p></div>`,
  );
  deepStrictEqual([both.title, both.yield, lines(both)], ['Soup', '4 bowls', ['2 leeks']]);
});

test('keeps the note of an ingredient, and headings of ingredients without lines', () => {
  const recipe = read(
    script(
      JSON.stringify({
        '@type': 'Recipe',
        name: 'Porridge',
        recipeIngredient: [
          { amount: 1, unit: 'cup', name: 'milk', notes: 'or soy milk' },
          { amount: 2, name: 'eggs', preparation: '(beaten)' },
          { quantity: 50, unit: 'g', name: 'oats', comment: '' },
          { amount: 1, name: 'apple, grated', note: 'grated' },
          { name: 'Peanuts', ingredients: [] },
          { section: 'Almonds' },
          { name: 'Sauce', ingredients: ['1 lime'] },
        ],
      }),
    ),
  );
  deepStrictEqual(lines(recipe), [
    '1 cup milk, or soy milk',
    '2 eggs (beaten)',
    '50 g oats',
    '1 apple, grated',
    'Peanuts',
    'Almonds',
    '1 lime',
  ]);
});

test('reads quotes that are not escaped as part of the text', () => {
  strictEqual(
    read(script('{"@type":"Recipe","name":"A "good" soup","recipeIngredient":["1 leek"]}')).title,
    'A "good" soup',
  );
});
