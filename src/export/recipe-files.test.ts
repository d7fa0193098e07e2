/** The files of a recipe: nothing is lost when they are read again, and other readers understand them. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { generatedRecipe } from '#test/support/exports/generated-recipe.ts';
import { RECIPE } from '#test/support/world.ts';
import { seededRandom } from '#domain/random.ts';
import { type RecipeSource, recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import { readCooklang } from '#import/archive/formats/cooklang.ts';
import { readJsonLdItems } from '#import/archive/formats/json-ld.ts';
import { Source } from '#import/archive/source.ts';
import { readPage } from '#import/page/page.ts';
import { recipeSourceOf } from '#import/recipe-source.ts';
import { writeCooklang } from './cooklang.ts';
import { ingredientMarkup } from './ingredient-markup.ts';
import { writeJsonLd } from './json-ld.ts';

const RECIPES = 100;

async function only(items: AsyncIterable<ArchiveItem>): Promise<Extract<ArchiveItem, { kind: 'recipe' }>> {
  const all = await Array.fromAsync(items);
  const [item] = all;
  ok(all.length === 1 && item?.kind === 'recipe', JSON.stringify(all));
  return item;
}

const readCook = (text: string) => only(readCooklang(text, new Source('recipes/some-name.cook', new Map())));
const readLd = (text: string) => only(readJsonLdItems(JSON.parse(text), new Source('x.json', new Map())));

test('a recipe is the same after it was written and read, in both formats', async () => {
  const random = seededRandom(18);
  for (let at = 0; at < RECIPES; at += 1) {
    const source = recipeSourceSchema.parse(generatedRecipe(random));
    const recipe = { id: `recipe${at}`, source };
    for (const item of [await readCook(writeCooklang(recipe)), await readLd(writeJsonLd(recipe))]) {
      deepStrictEqual(item.source, source);
      deepStrictEqual([item.format, item.id], ['weekfare', `weekfare:recipe${at}`]);
    }
  }
});

const SOUP = {
  id: 'soup0000',
  source: {
    ...RECIPE,
    ingredients: ['Soup:', '250 g red lentils, rinsed', '2 EL Öl', 'salt', 'Topping:', '1 1/2 cups cream'],
    steps: ['Soup:', 'Cook @home for 20 minutes -- or more.', 'Topping:', 'Stir & serve.'],
    about: {
      yield: '1 large pot',
      notes: ['Freezes well.'],
      source: 'https://example.org/soup',
      language: 'en',
      tags: ['quick', 'one, two'],
      nutrition: { calories: '250 kcal' },
    },
  },
};

/** As the first release wrote it. Later readers must understand it, whatever else they learn. */
const SOUP_FILE = `---
title: Lentil soup
servings: 4
makes: "1 large pot"
prep time: 15 min
cook time: 25 min
source: "https://example.org/soup"
locale: en
tags:
  - quick
  - "one, two"
cuisine: Home
nutrition:
  calories: "250 kcal"
weekfare: {"id":"soup0000","checksum":"CHECKSUM","facts":{"meals":["lunch","dinner"],"protein":"lentils","keeps":true},"exact":{"about.cuisines":null}}
---

== Soup ==

@red lentils{250%g}(rinsed),
@Öl{2%EL},
@salt{}

Cook \\@home for 20 minutes \\-\\- or more.

== Topping ==

@cream{1 1/2%cups}

Stir & serve.

> Freezes well.
`;

test('a Cooklang file is readable, and only what Cooklang cannot say is in its own entry', async () => {
  const written = writeCooklang(SOUP);
  strictEqual(written.replace(/(?<="checksum":")[0-9a-f]{16}/, 'CHECKSUM'), SOUP_FILE);
  // Windows programs write other line ends.
  deepStrictEqual((await readCook(written.replaceAll('\n', '\r\n'))).source, SOUP.source);
});

test('the course is a category that other programs know, once', async () => {
  const source: RecipeSource = { ...SOUP.source, course: 'side' };
  const salad: RecipeSource = {
    ...source,
    course: 'salad',
    about: { ...source.about, categories: ['Salad'] },
  };
  for (const written of [source, salad]) {
    const recipe = { ...SOUP, source: written };
    deepStrictEqual((await readCook(writeCooklang(recipe))).source, written);
    deepStrictEqual((await readLd(writeJsonLd(recipe))).source, written);
  }
  const [side, own] = [source, salad].map((each) => writeCooklang({ ...SOUP, source: each }));
  match(side ?? '', /^category: side dish$/m);
  match(own ?? '', /^category: Salad$/m);
  const text = writeJsonLd({ ...SOUP, source });
  strictEqual(JSON.parse(text).recipeCategory, 'side dish');
  strictEqual('recipeCategory' in JSON.parse(writeJsonLd(SOUP)), false);
  const page = readPage(`<script type="application/ld+json">${text}</script>`);
  ok(!('found' in page));
  strictEqual(recipeSourceOf(page).source.course, 'side');
});

test('an edit in another program counts, and what the format cannot say stays', async () => {
  const tags = { ...SOUP.source.about, tags: ['quick', 'one, two'] };
  const cook = await readCook(writeCooklang(SOUP).replace('{250%g}', '{300%g}'));
  const { ingredients, meals, protein } = cook.source ?? {};
  deepStrictEqual(
    [ingredients?.[1], meals, protein, cook.id],
    ['300 g red lentils, rinsed', ['lunch', 'dinner'], 'lentils', 'weekfare:soup0000'],
  );
  const unchanged = JSON.parse(writeJsonLd(SOUP));
  const edited = await readLd(JSON.stringify({ ...unchanged, name: 'Red soup' }));
  deepStrictEqual([edited.source?.title, edited.source?.keeps], ['Red soup', true]);
  // The tag with a comma was exact only in the unchanged file, which may be formatted in another way.
  deepStrictEqual((await readLd(JSON.stringify(unchanged))).source?.about, tags);
  deepStrictEqual(edited.source?.about?.tags, ['quick', 'one', 'two']);
});

test('other readers of JSON-LD find the recipe in a page, whatever its texts are', () => {
  const title = 'Soup</script><script>alert(1)</script>';
  const text = writeJsonLd({ ...SOUP, source: { ...SOUP.source, title } });
  ok(!text.includes('<'));
  const page = readPage(`<html><body><script type="application/ld+json">${text}</script></body></html>`);
  ok(!('found' in page));
  const { source } = recipeSourceOf(page);
  deepStrictEqual(
    { ...source, about: { ...source.about, tags: [] } },
    {
      ...SOUP.source,
      title: 'Soup',
      cuisine: 'Home',
      protein: '',
      keeps: false,
      meals: ['dinner'],
      about: { ...SOUP.source.about, cuisines: ['Home'], tags: [] },
    },
  );
});

test('decomposed letters stay in an archive, whose texts are composed, and YAML can read emoji beside them', async () => {
  const recipe = { ...SOUP, source: { ...SOUP.source, title: 'Cafe\u0301 🍕' } };
  const composed = writeCooklang(recipe).normalize('NFC');
  ok(!/\\ud[89a-f]/.test(composed));
  strictEqual((await readCook(composed)).source?.title, 'Cafe\u0301 🍕');
  strictEqual((await readLd(writeJsonLd(recipe).normalize('NFC'))).source?.title, 'Cafe\u0301 🍕');
});

test('amount, unit and remark of an ingredient become the markup of Cooklang', () => {
  const cases = {
    '250 g red lentils, rinsed': '@red lentils{250%g}(rinsed)',
    '2 large eggs': '@eggs{2%large}',
    '½ TL Salz': '@Salz{½%TL}',
    '1 1/2 cups all-purpose flour': '@all-purpose flour{1 1/2%cups}',
    '500g flour': '@flour{500%g}',
    '2-3 cloves garlic': '@garlic{2-3%cloves}',
    'salt to taste': '@salt to taste{}',
    '7up': '@7up{}',
    '1 g': '@g{1}',
    '@x{1}(2)': '@x 1 2{}',
    '--': '@…{}',
    '& butter': '@butter{}',
  };
  for (const [line, markup] of Object.entries(cases)) strictEqual(ingredientMarkup(line), markup, line);
});
