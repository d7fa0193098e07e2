/** Pages in the manner of sites and publishing plugins. All of them are written for these tests. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportedRecipe } from '#import/imported-recipe.ts';
import { readPage } from './page.ts';

function read(html: string, address?: string): ImportedRecipe {
  const result = readPage(html, address === undefined ? {} : { address });
  if ('found' in result) throw new Error(result.reason);
  return result;
}

const steps = (recipe: ImportedRecipe): string[] => recipe.stepGroups.flatMap((group) => group.steps);
const page = (body: string, head = ''): string => `<!DOCTYPE html><html lang="en"><head>${head}</head><body>
  <header><nav><ul><li><a href="/">Home</a><li><a href="/all">All 300 recipes</a></ul></nav></header>
  <main>${body}</main>
  <aside class="sidebar"><h3>Ingredients of the month</h3><ul><li>3 pumpkins</li><li>2 apples</li></ul></aside>
  <section id="comments" class="comments"><h2>Comments</h2><p>Ingredients: I took 2 eggs.</p></section></body></html>`;

test('WP Recipe Maker: takes lines from JSON-LD and groups from the markup', () => {
  const recipe = read(
    page(`<article><h1 class="entry-title">The best lemon cake</h1><p>I love lemons. You need 3 ingredients.</p>
      <h2>Ingredients you need</h2><ul><li><strong>Flour</strong> – any kind works.</li><li><strong>Lemons</strong> – 2 or 3.</li></ul>
      <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Article","headline":"x"},
      {"@type":"Recipe","name":"Lemon Cake","recipeIngredient":["200 g flour (sifted)","2 eggs","100 g icing sugar","3 tbsp lemon juice"],
      "recipeInstructions":[{"@type":"HowToStep","text":"Mix.","name":"Mix.","url":"#1"}]}]}</script>
      <div class="wprm-recipe-container" id="wprm-recipe-container-12"><h2 class="wprm-recipe-name">Lemon Cake</h2>
      <div class="wprm-recipe-ingredients-container"><h3 class="wprm-recipe-header">Ingredients<div><button>1x</button><button>2x</button></div></h3>
      <div class="wprm-recipe-ingredient-group"><h4 class="wprm-recipe-group-name">Dough</h4><ul class="wprm-recipe-ingredients">
        <li class="wprm-recipe-ingredient"><span class="wprm-checkbox-container"><input type="checkbox"><label><span>▢</span></label></span><span class="wprm-recipe-ingredient-amount">200</span> <span>g</span> <span>flour</span> <span class="wprm-recipe-ingredient-notes">sifted</span></li>
        <li class="wprm-recipe-ingredient"><span>2</span> <span><a href="#">eggs</a></span></li></ul></div>
      <div class="wprm-recipe-ingredient-group"><h4 class="wprm-recipe-group-name">Icing</h4><ul>
        <li class="wprm-recipe-ingredient">100 g icing sugar</li><li class="wprm-recipe-ingredient">3 tbsp lemon juice</li></ul></div></div>
      <div class="wprm-recipe-notes-container"><h3>Notes</h3><div class="wprm-recipe-notes">Keeps for 3 days.</div></div></div></article>`),
    'https://example.org/lemon-cake/',
  );
  strictEqual(recipe.title, 'Lemon Cake');
  deepStrictEqual(recipe.ingredientGroups, [
    { heading: 'Dough', lines: ['200 g flour (sifted)', '2 eggs'] },
    { heading: 'Icing', lines: ['100 g icing sugar', '3 tbsp lemon juice'] },
  ]);
  deepStrictEqual(steps(recipe), ['Mix.']);
  deepStrictEqual(recipe.notes, ['Keeps for 3 days.']);
  strictEqual(recipe.source, 'https://example.org/lemon-cake/');
  strictEqual(recipe.language, 'en');
});

test('Tasty Recipes without structured data', () => {
  const recipe = read(
    page(
      `<h1>Blog post about pancakes</h1><div class="tasty-recipes"><h2 class="tasty-recipes-title">Pancakes</h2>
      <div class="tasty-recipes-ingredients"><h3>Ingredients</h3><div data-tasty-recipes-customization="body-color.color">
      <h4>Batter</h4><ul><li><span data-amount="2" data-unit="cup">2 cups</span> flour</li><li>1 egg</li></ul>
      <h4>To serve</h4><ul><li>Maple syrup</li></ul></div></div>
      <div class="tasty-recipes-instructions"><h3>Instructions</h3><ol><li id="instruction-step-1">Whisk.</li><li>Fry.</li></ol></div>
      <div class="tasty-recipes-notes"><h3>Notes</h3><p>Freezes well.</p></div></div>`,
      '<meta property="og:site_name" content="Blog"><title>Pancakes - Blog</title>',
    ),
  );
  deepStrictEqual(recipe.ingredientGroups, [
    { heading: 'Batter', lines: ['2 cups flour', '1 egg'] },
    { heading: 'To serve', lines: ['Maple syrup'] },
  ]);
  deepStrictEqual(steps(recipe), ['Whisk.', 'Fry.']);
  deepStrictEqual(recipe.notes, ['Freezes well.']);
  strictEqual(recipe.title, 'Pancakes');
});

test('Mediavine Create, Cooked and Jetpack without structured data', () => {
  const plugins = {
    create: `<section class="mv-create-card"><h2 class="mv-create-title">Soup</h2><div class="mv-create-ingredients"><h3 class="mv-create-ingredients-title">Ingredients</h3>
      <ul><li> 2 leeks </li><li>1 l stock</li></ul></div><div class="mv-create-instructions"><h3>Instructions</h3><ol><li>Chop.</li><li>Cook.</li></ol></div></section>`,
    cooked: `<div class="cooked-recipe-ingredients"><div class="cooked-single-ingredient cooked-ingredient"><span class="cooked-ing-amount">2</span> <span class="cooked-ing-name">leeks</span></div>
      <div class="cooked-single-ingredient cooked-ingredient"><span class="cooked-ing-amount">1</span> <span>l</span> <span class="cooked-ing-name">stock</span></div></div>
      <div class="cooked-recipe-directions"><div class="cooked-single-direction"><span class="cooked-direction-number">1</span><div class="cooked-dir-content"><p>Chop.</p></div></div>
      <div class="cooked-single-direction"><span class="cooked-direction-number">2</span><div class="cooked-dir-content"><p>Cook.</p></div></div></div>`,
    jetpack: `<div class="hrecipe h-recipe jetpack-recipe"><h3 class="p-name jetpack-recipe-title fn">Soup</h3><ul class="jetpack-recipe-meta"><li class="jetpack-recipe-servings p-yield yield"><strong>Servings: </strong>4</li></ul>
      <div class="jetpack-recipe-ingredients"><h4>Ingredients</h4><ul><li class="jetpack-recipe-ingredient p-ingredient ingredient">2 leeks</li><li class="jetpack-recipe-ingredient p-ingredient ingredient">1 l stock</li></ul></div>
      <div class="jetpack-recipe-directions e-instructions"><h4>Directions</h4><ol><li>Chop.</li><li>Cook.</li></ol></div></div>`,
  };
  for (const [name, card] of Object.entries(plugins)) {
    const recipe = read(page(`<h1>Soup</h1>${card}`));
    deepStrictEqual(recipe.ingredientGroups, [{ lines: ['2 leeks', '1 l stock'] }], name);
    deepStrictEqual(steps(recipe), ['Chop.', 'Cook.'], name);
    strictEqual(recipe.title, 'Soup', name);
  }
});

test('microdata with nested items, attributes and a reference', () => {
  const recipe = read(
    page(`<div itemscope itemtype="http://schema.org/Recipe" itemref="more"><h1 itemprop="name">Goulash</h1>
      <div itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href="/ilona"><span itemprop="name">Ilona</span></a></div>
      <time itemprop="prepTime" datetime="PT20M">20 minutes</time><meta itemprop="totalTime" content="PT2H20M">
      <span itemprop="recipeYield" content="4">4 portions</span><link itemprop="image" href="/goulash.jpg">
      <p itemprop="description">Slow &amp; rich</p>
      <div itemprop="nutrition" itemscope itemtype="http://schema.org/NutritionInformation"><span itemprop="calories">500 kcal</span></div>
      <ul><li itemprop="recipeIngredient"><div class="qty">1 kg</div> <div class="name">beef</div></li><li itemprop="recipeIngredient">4 onions</li></ul></div>
      <div id="more"><ol itemprop="recipeInstructions"><li>Brown the beef.</li><li>Simmer.</li></ol></div>`),
    'https://example.org/dir/goulash',
  );
  strictEqual(recipe.title, 'Goulash');
  strictEqual(recipe.author, 'Ilona');
  strictEqual(recipe.yield, '4 portions');
  strictEqual(recipe.description, 'Slow & rich');
  deepStrictEqual([recipe.prepMinutes, recipe.totalMinutes], [20, 140]);
  deepStrictEqual(recipe.nutrition, { calories: '500 kcal' });
  deepStrictEqual(recipe.picture, { address: 'https://example.org/goulash.jpg' });
  deepStrictEqual(recipe.ingredientGroups, [{ lines: ['1 kg beef', '4 onions'] }]);
  deepStrictEqual(steps(recipe), ['Brown the beef.', 'Simmer.']);
});

test('RDFa of schema.org, and of data-vocabulary.org', () => {
  const current = read(
    page(`<div vocab="http://schema.org/" typeof="Recipe"><h1 property="name">Rice pudding</h1><img property="image" src="https://example.org/rice.jpg">
      <ul><li property="recipeIngredient">1 l milk</li><li property="recipeIngredient">200 g rice</li></ul>
      <div property="recipeInstructions">Boil.<br>Stir.</div></div>`),
  );
  const older = read(
    page(`<div xmlns:v="http://rdf.data-vocabulary.org/#" typeof="v:Recipe"><h1 property="v:name">Rice pudding</h1>
      <span rel="v:photo"></span><div><span rel="v:ingredient"></span></div>
      <p property="v:ingredient" typeof="v:RecipeIngredient"><span property="v:amount">1 l</span> <span property="v:name">milk</span></p>
      <p property="v:ingredient" typeof="v:RecipeIngredient"><span property="v:amount">200 g</span> <span property="v:name">rice</span></p>
      <ol property="v:instructions"><li>Boil.</li><li>Stir.</li></ol></div>`),
  );
  for (const recipe of [current, older]) {
    strictEqual(recipe.title, 'Rice pudding');
    deepStrictEqual(recipe.ingredientGroups, [{ lines: ['1 l milk', '200 g rice'] }]);
    deepStrictEqual(steps(recipe), ['Boil.', 'Stir.']);
  }
});

test('EasyRecipe: hRecipe with headings of groups', () => {
  const recipe = read(
    page(`<h1>My blog</h1><div class="easyrecipe hrecipe"><div class="ERSName item"><span class="fn">Chili</span></div>
      <div>Cook time: <time class="cooktime" datetime="PT1H">1 hour</time></div><div>Serves: <span class="yield">6 bowls</span></div>
      <div class="ERSIngredients"><div class="ERSIngredientsHeader">Ingredients</div>
      <div class="ERSSectionHead">Meat</div><ul class="ingredients"><li class="ingredient">500 g mince</li></ul>
      <div class="ERSSectionHead">Rest</div><ul class="ingredients"><li class="ingredient">2 cans of beans</li><li class="ingredient">1 chili</li></ul></div>
      <div class="ERSInstructions"><ol class="instructions-list"><li class="instruction">Fry.</li></ol></div></div>`),
  );
  strictEqual(recipe.title, 'Chili');
  strictEqual(recipe.yield, '6 bowls');
  strictEqual(recipe.cookMinutes, 60);
  deepStrictEqual(recipe.ingredientGroups, [
    { heading: 'Meat', lines: ['500 g mince'] },
    { heading: 'Rest', lines: ['2 cans of beans', '1 chili'] },
  ]);
  deepStrictEqual(steps(recipe), ['Fry.']);
});

test('a post with bold headings and line breaks', () => {
  const recipe =
    read(`<html><head><title>Oma's Apfelkuchen | Küchenblog</title></head><body><div class="post-body"><h3 class="post-title">Oma's Apfelkuchen</h3>
    Letzte Woche war ich bei Oma.<br><br><b>Zutaten:</b><br>250 g Mehl<br>125 g Butter<br>1&nbsp;kg Äpfel<br><br>
    <b>Zubereitung</b><br>Den Teig kneten und ruhen lassen.<br>Die Äpfel schälen und den Kuchen mit dem Teig backen.<br></div></body></html>`);
  strictEqual(recipe.title, "Oma's Apfelkuchen");
  deepStrictEqual(recipe.ingredientGroups, [{ lines: ['250 g Mehl', '125 g Butter', '1 kg Äpfel'] }]);
  deepStrictEqual(steps(recipe), [
    'Den Teig kneten und ruhen lassen.',
    'Die Äpfel schälen und den Kuchen mit dem Teig backen.',
  ]);
  strictEqual(recipe.language, 'de');
});

test('headings and lists in other languages', () => {
  const languages: [string, string][] = [
    ['Ingrédients (4 personnes)', 'Préparation'],
    ['Zutaten für 4 Portionen', 'Und so wird’s gemacht'],
    ['Ingredienti per 4 persone', 'Procedimento'],
    ['Ingredientes', 'Modo de preparo'],
    ['Ingrediënten', 'Bereidingswijze'],
    ['Ingredienser', 'Gör så här'],
    ['Ingredienser', 'Fremgangsmåde'],
    ['Składniki:', 'Sposób przygotowania'],
    ['Hozzávalók', 'Elkészítés'],
    ['Ингредиенты', 'Приготовление'],
    ['材料', '作り方'],
  ];
  for (const [ingredients, method] of languages) {
    const recipe = read(
      page(
        `<h1>Titel</h1><h2>${ingredients}</h2><ul><li>200 g X</li><li>1 Y</li></ul><h2>${method}</h2><p>A.</p><p>B.</p><h2>Z</h2><p>C.</p>`,
      ),
    );
    deepStrictEqual(recipe.ingredientGroups, [{ lines: ['200 g X', '1 Y'] }], ingredients);
    deepStrictEqual(steps(recipe), ['A.', 'B.'], method);
  }
});

test('tables, definition lists and rows of blocks are lines', () => {
  const lists = [
    `<table class="zutaten"><tr><td>200 g</td><td>Mehl</td></tr><tr><td></td><td>Salz</td></tr></table>`,
    `<dl class="ingredients"><dt>200 g</dt><dd>Mehl</dd><dt></dt><dd>Salz</dd></dl>`,
    `<div data-testid="ingredients"><div class="x1"><div class="x2">200 g</div><div class="x3">Mehl</div></div><div class="x1"><div class="x2"></div><div class="x3">Salz</div></div></div>`,
    `<div class="ingredients"><div><div>200 g</div><div>Mehl</div></div><div><div></div><div>Salz</div></div></div>`,
    `<div class="ingredients"><div>200 g Mehl</div><div>Salz</div></div>`,
    `<div class="ingredients"><p>200 g Mehl<br>Salz</p></div>`,
    `<div class="ingredients"><span class="ingredient">200 g Mehl</span><span class="ingredient">Salz</span></div>`,
    `<ul class="ingredients"><li><p>200 g</p><p>Mehl</p></li><li><p>Salz</p></li></ul>`,
    `<recipe-ingredients><ul><li>200 g Mehl</li><li>Salz</li></ul></recipe-ingredients>`,
  ];
  for (const list of lists) {
    const recipe = read(page(`<h1>Brot</h1>${list}<h2>Zubereitung</h2><p>Backen.</p>`));
    deepStrictEqual(recipe.ingredientGroups, [{ lines: ['200 g Mehl', 'Salz'] }], list);
  }
});

const data = (ingredients: string): string =>
  `<script type="application/ld+json">{"@type":"Recipe","name":"Brot","recipeIngredient":${ingredients},"recipeInstructions":"Backen."}</script>`;

test('takes the shown lines where the data has no amounts, only the beginning, or one text', () => {
  const shown =
    '<div class="ingredients"><ul><li>200 g Mehl</li><li>1 TL Salz</li><li>300 ml Wasser</li><li>1 EL Öl</li></ul></div>';
  for (const ingredients of [
    '["Mehl","Salz","Wasser","Öl"]',
    '["200 g Mehl","1 TL Salz"]',
    '"200 g Mehl, 1 TL Salz, 300 ml Wasser, 1 EL Öl"',
    '[]',
  ]) {
    const recipe = read(page(`<h1>Brot</h1>${data(ingredients)}${shown}`));
    deepStrictEqual(
      recipe.ingredientGroups,
      [{ lines: ['200 g Mehl', '1 TL Salz', '300 ml Wasser', '1 EL Öl'] }],
      ingredients,
    );
  }
  const unchanged = read(page(`<h1>Brot</h1>${data('["500 g Mehl","2 TL Salz"]')}${shown}`));
  deepStrictEqual(unchanged.ingredientGroups, [{ lines: ['500 g Mehl', '2 TL Salz'] }]);
  const split = read(page(`<h1>Brot</h1>${data('"200 g Mehl, 1 TL Salz, 300 ml Wasser, Öl"')}`));
  deepStrictEqual(split.ingredientGroups, [{ lines: ['200 g Mehl', '1 TL Salz', '300 ml Wasser', 'Öl'] }]);
});

const card = (name: string): string =>
  `{"@type":"Recipe","name":"${name}","recipeIngredient":["1 ${name}"],"recipeInstructions":"Cook ${name}."}`;

test('takes the recipe that the page is about, not a related one', () => {
  const list = `{"@type":"ItemList","itemListElement":[${card('Fig jam')},${card('Plum jam')}]}`;
  const html = page(
    `<h1>Quince jelly</h1>`,
    `<script type="application/ld+json">[${list},${card('Quince jelly')}]</script><title>Quince jelly | Jams</title>`,
  );
  strictEqual(read(html).title, 'Quince jelly');
});

const part = (title: string, items: string[]): string =>
  `<h3>${title}</h3><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const recipe = (name: string, lines: string[], method: string[]): string =>
  `<h2>${name}</h2>${part('Ingredients', lines)}${part('Method', method)}`;

test('takes the list and the steps of one recipe, not of two', () => {
  const tomato = recipe('Tomato soup', ['500 g tomatoes', '1 onion'], ['Chop the onion.', 'Boil it all.']);
  const leek = recipe('Leek soup', ['3 leeks', '1 l stock', '100 ml cream'], ['Slice the leeks.']);
  const pea = recipe('Pea soup', ['400 g peas', '1 shallot'], ['Fry.', 'Add water.', 'Simmer.', 'Blend.']);
  for (const order of [
    [tomato, leek, pea],
    [pea, tomato, leek],
  ]) {
    const { ingredientGroups, stepGroups } = read(page(`<h1>Three soups</h1>${order.join('')}`));
    deepStrictEqual(ingredientGroups, [{ lines: ['3 leeks', '1 l stock', '100 ml cream'] }]);
    deepStrictEqual(stepGroups, [{ steps: ['Slice the leeks.'] }]);
  }
});

test('takes headings among the lines as headings of groups', () => {
  const html = page(
    `<script type="application/ld+json">{"@type":"Recipe","name":"Pie","recipeIngredient":["For the crust:","200 g flour","For the filling:","4 apples"]}</script>`,
  );
  deepStrictEqual(read(html).ingredientGroups, [
    { heading: 'For the crust', lines: ['200 g flour'] },
    { heading: 'For the filling', lines: ['4 apples'] },
  ]);
});

const withoutRecipe: [string, string][] = [
  ['an empty page', ''],
  ['plain text', 'Hello'],
  ['an article', page('<h1>News</h1><p>Something happened in 2024.</p><ul><li>1 thing</li></ul>')],
  [
    'a list of recipes',
    page(
      '<h1>Soups</h1><ul><li><a href="/a">Leek soup 30 min</a></li><li><a href="/b">Goulash</a></li></ul>',
    ),
  ],
  [
    'a recipe without content',
    page('<h1>Soup</h1><script type="application/ld+json">{"@type":"Recipe","name":"Soup"}</script>'),
  ],
];
for (const [name, html] of withoutRecipe) {
  test(`finds no recipe in ${name}`, () => strictEqual('found' in readPage(html), true));
}
