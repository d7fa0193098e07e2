/** One small page for each kind of markup and each defect that sites have. All of them are written for these tests. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportedRecipe } from '#import/imported-recipe.ts';
import { readPage } from './page.ts';

function read(html: string, address?: string): ImportedRecipe {
  const result = readPage(html, address === undefined ? {} : { address });
  if ('found' in result) throw new Error(result.reason);
  return result;
}

const LINES = ['2 leeks', '1 l stock', 'Salt'];
const items = (open = '<li>', close = '</li>', lines = LINES): string =>
  lines.map((line) => open + line + close).join('');
const script = (value: unknown, attributes = 'type="application/ld+json"'): string =>
  `<script ${attributes}>${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;
const recipe = (over: object = {}): object => ({
  '@type': 'Recipe',
  name: 'Leek soup',
  recipeIngredient: LINES,
  ...over,
});
const h1 = '<h1>Leek soup</h1>';
const method = '<h2>Method</h2><p>Chop the leeks.</p>';
const state = { title: 'Leek soup', ingredients: LINES, instructions: ['Chop.', 'Cook.'] };
const refs = Object.fromEntries(LINES.map((text, at) => [`Ingredient:${at}`, { text }]));
const other = (over: object): object =>
  recipe({ name: 'Bread', recipeIngredient: ['500 g flour', '1 tsp salt', 'Yeast', 'Water'], ...over });

/** All of them are read as the recipe "Leek soup" with the three lines. */
const pages: Record<string, string> = {
  'JSON-LD: a quote and a comma inside a text': script(
    `{"@type":"Recipe","description":"He said "good", and left","name":"Leek soup","recipeIngredient":${JSON.stringify(LINES)}}`,
  ),
  'JSON-LD: typographic quotes': script(JSON.stringify(recipe()).replaceAll('"', '”')),
  'JSON-LD: values that are missing': script(
    `{"@type":"Recipe","prepTime":,"cookTime":undefined,"name":"Leek soup","recipeIngredient":${JSON.stringify(LINES)}}`,
  ),
  'JSON-LD: comments': script(
    `/* a */{"@type":"Recipe",// b\n"name":"Leek soup","recipeIngredient":${JSON.stringify(LINES)}}`,
  ),
  'JSON-LD: a bracket too many': script(`${JSON.stringify(recipe())}}`),
  'JSON-LD: an object with numbers as names': script(
    recipe({ recipeIngredient: Object.fromEntries(LINES.entries()) }),
  ),
  'JSON-LD: an article with ingredients': script(recipe({ '@type': 'Article' })),
  'JSON-LD: lines in one text': script(recipe({ recipeIngredient: LINES.join('\n') })),
  'JSON-LD: commas in one text': script(recipe({ recipeIngredient: [LINES.join(',')] })),
  'JSON-LD: a list of HTML in one text': script(recipe({ recipeIngredient: `<ul>${items()}</ul>` })),
  'JSON-LD: supplies': script(
    recipe({
      recipeIngredient: [],
      supply: LINES.map((name) => ({ '@type': 'HowToSupply', name })),
    }),
  ),
  'JSON-LD: a recipe that the page refers to': script({
    '@graph': [{ '@type': 'WebPage', mainEntity: { '@id': '#r' } }, recipe({ '@id': '#r' })],
  }),
  'JSON-LD: the whole list twice': script(recipe({ recipeIngredient: [...LINES, ...LINES] })),
  'JSON-LD: in <noscript>, type without quotes': `<noscript>${script(recipe(), 'type=application/ld+json')}</noscript>`,
  'JSON-LD: another title in the heading': `<h1>The BEST soup ever</h1>${script(recipe())}`,
  'two recipes: the one with the address of the page': `<link rel="canonical" href="https://example.org/leek/">${script([other({ url: 'https://example.org/bread' }), recipe({ mainEntityOfPage: { '@id': 'https://www.example.org/leek' } })])}`,
  'microdata: the list again for print': `<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Leek soup</h1><ul>${items('<li itemprop="ingredients">')}</ul><div class="print">${items('<p itemprop="ingredients">', '</p>')}</div></div>`,
  'microdata: only the food is marked': `<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Leek soup</h1><ul><li>2 <a itemprop="ingredients">leeks</a></li><li><b>1 l</b> <span itemprop="ingredients">stock</span></li><li><a itemprop="ingredients">Salt</a></li></ul></div>`,
  'microdata: words without spaces between': `<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Leek soup</h1><p itemprop="ingredients"><span>2</span><span>leeks</span></p><p itemprop="ingredients"><span>1</span><span>l</span><span>stock</span></p><p itemprop="ingredients">Salt</p></div>`,
  'RDFa: a relation to items': `<div typeof="v:Recipe"><p property="v:name">Leek soup</p>${items('<p rel="v:ingredient"><b typeof="v:Ingredient"><b property="v:name">', '</b></b></p>')}</div>`,
  'ZipList: a title by its id': `<h1>My post</h1><div id="zlrecipe-container"><div id="zlrecipe-title" class="h-1">Leek soup</div><ul id="zlrecipe-ingredients-list">${items('<li class="ingredient">')}</ul></div>`,
  'Next.js: a recipe of its own form': `${h1}${script({ props: { pageProps: { recipe: { ...state, ingredients: [{ amount: 2, name: 'leeks' }, { quantity: '1', unit: { name: 'l' }, ingredient: { name: 'stock' } }, { name: 'Salt' }] } } } }, 'id="__NEXT_DATA__" type="application/json"')}`,
  'Next.js: groups': script(
    {
      recipe: {
        ...state,
        ingredients: null,
        ingredientGroups: [
          { title: 'A', ingredients: LINES.slice(0, 2) },
          { title: 'B', items: ['Salt'] },
        ],
      },
    },
    'type="application/json"',
  ),
  'a state in a variable': script(
    `var a = 1; window.__STATE__ = ${JSON.stringify({ page: { recipe: state } })};`,
    '',
  ),
  'a state in a text': script(
    `window.state = JSON.parse(${JSON.stringify(JSON.stringify({ recipe: state }))})`,
    '',
  ),
  'a response in a text': script(
    { status: 200, body: JSON.stringify({ data: state }) },
    'type="application/json"',
  ),
  'Apollo: references': script(
    `window.__APOLLO_STATE__ = ${JSON.stringify({ ROOT_QUERY: {}, ...refs, 'Recipe:1': { title: 'Leek soup', ingredients: Object.keys(refs).map((id) => ({ __ref: id })) } })}`,
    '',
  ),
  'Nuxt: positions': script(
    [['ShallowReactive', 1], { data: 2 }, { title: 3, ingredients: 4 }, 'Leek soup', [5, 6, 7], ...LINES],
    'type="application/json" id="__NUXT_DATA__"',
  ),
  'microdata: no recipe around the ingredients': `${h1}<ul>${items('<li itemprop="recipeIngredient">')}</ul>`,
  'a state in Spanish': script(
    `window.s = ${JSON.stringify({ nombre: 'Leek soup', ingredientes: [{ cantidad: 2, nombre: 'leeks' }, { cantidad: 1, unidad: 'l', nombre: 'stock' }, { nombre: 'Salt' }] })}`,
    '',
  ),
  'a state with a list for each system of units': script(
    { title: 'Leek soup', ingredients: { metric: LINES, imperial: ['2 leeks', '4 cups stock', 'Salt'] } },
    'type="application/json"',
  ),
  'shown: a table of several columns': `${h1}<table id="ingredients"><tr><td>2 leeks</td><td>1 l stock</td></tr><tr><td></td><td>Salt</td></tr></table>${method}`,
  'shown: a list before the method, with a heading that is not known': `${h1}<h2>Benodigheden</h2><ul>${items()}</ul>${method}`,
  'shown: the list again for small screens': `${h1}<div><h2>Ingredients</h2><ul>${items()}</ul></div><div><h2>Ingredients</h2><ul>${items()}</ul></div>${method}`,
  'shown: a box of the site inside the list': `${h1}<h2>Ingredients</h2><ul>${items('<li>', '</li>', LINES.slice(0, 2))}</ul><div class="newsletter"><p>Our letter</p></div><ul>${items('<li>', '</li>', LINES.slice(2))}</ul>${method}`,
  'shown: a control on every line': `${h1}<h2>Ingredients</h2><ul>${items('<li><input type="checkbox">', ' <a>Add to list</a></li>')}</ul>${method}`,
  'shown: the same list in other units': `${h1}<div class="ingredients"><button class="metric">Metric</button><ul class="metric">${items()}</ul><ul class="imperial"><li>2 leeks</li><li>4 cups stock</li><li>Salt</li></ul></div>${method}`,
  'shown: a table with a head': `${h1}<h2>Zutaten</h2><table><tr><th>Menge</th><th>Zutat</th></tr><tr><td>2</td><td>leeks</td></tr><tr><td>1 l</td><td>stock</td></tr><tr><td></td><td>Salt</td></tr></table>${method}`,
  'shown: rows of blocks under a heading': `${h1}<div><h2>Ingredients</h2><div><div class="x"><div class="y">2</div><div class="z">leeks</div></div><div class="x"><div class="y">1 l</div><div class="z">stock</div></div><div class="x"><div class="y"></div><div class="z">Salt</div></div></div></div>${method}`,
  'shown: preformatted': `${h1}<h2>Ingredients</h2><pre>\n${LINES.join('\n')}\n</pre>${method}`,
  'shown: one paragraph': `${h1}<h2>Ingredients</h2><p>${LINES.join(', ')}</p>${method}`,
  'shown: the name of the site in the first heading': `<title>Leek soup - My Site</title><h1>My Site</h1><h2>Leek soup</h2><h3>Ingredients</h3><ul>${items()}</ul>${method}`,
  'shown: Japanese': `${h1}<h2>材料（2人分）</h2><ul>${items()}</ul><h2>作り方</h2><p>切る。</p>`,
  'shown: Korean, a number without a space': `${h1}<h2>재료2인분</h2><ul>${items()}</ul><h2>만드는 법</h2><p>썬다.</p>`,
};
for (const [name, html] of Object.entries(pages)) {
  test(name, () => {
    const { title, ingredientGroups } = read(`<html><body>${html}</body></html>`);
    strictEqual(title, 'Leek soup');
    deepStrictEqual(
      ingredientGroups.flatMap(({ lines }) => lines),
      LINES,
    );
  });
}

test('finds a list of amounts that nothing names, with its group and the steps after it', () => {
  const { ingredientGroups, stepGroups } = read(`<html><body>
    <ul class="menu-by-ingredient"><li class="ingred"><a href="/t">Tofu</a></li><li class="ingred"><a href="/l">Leeks</a></li></ul>
    <h1>Leek pie</h1><p>My aunt made it in 1990.</p>
    <blockquote><p>200 g flour<br>100 g butter<br>1 egg<br><b>For the filling:</b><br>3 leeks<br>200 ml cream</p></blockquote>
    <p>Knead flour, butter and egg, and let it rest.</p><p>Chop the leeks and fry them gently in butter.</p>
    <h4>Comments</h4><p>I made it yesterday and it was wonderful.</p></body></html>`);
  deepStrictEqual(ingredientGroups, [
    { lines: ['200 g flour', '100 g butter', '1 egg'] },
    { heading: 'For the filling', lines: ['3 leeks', '200 ml cream'] },
  ]);
  deepStrictEqual(stepGroups, [
    {
      steps: [
        'Knead flour, butter and egg, and let it rest.',
        'Chop the leeks and fry them gently in butter.',
      ],
    },
  ]);
});

const data = (lines: string[]): string => script(recipe({ recipeIngredient: lines }));

test('takes headings for headings only if lines follow them', () => {
  deepStrictEqual(read(data(['Salt:', 'Pepper:', 'Oil:'])).ingredientGroups, [
    { lines: ['Salt:', 'Pepper:', 'Oil:'] },
  ]);
  const shown = `<h2>Ingredients</h2><h3>Soup</h3><ul>${items('<li>', '</li>', LINES.slice(0, 2))}</ul><h3>To serve</h3><ul><li>Salt</li></ul>`;
  deepStrictEqual(read(shown + data(['Soup', '2 leeks', '1 l stock', 'To serve', 'Salt'])).ingredientGroups, [
    { heading: 'Soup', lines: ['2 leeks', '1 l stock'] },
    { heading: 'To serve', lines: ['Salt'] },
  ]);
  const nested = `${h1}<h2>Ingredients</h2><ul><li>Soup<ul>${items()}</ul></li></ul>${method}`;
  deepStrictEqual(read(nested).ingredientGroups, [{ heading: 'Soup', lines: LINES }]);
  const sections = script(
    { ...state, ingredients: [{ section: 'Soup' }, ...LINES] },
    'type="application/json"',
  );
  deepStrictEqual(read(sections).ingredientGroups, [{ heading: 'Soup', lines: LINES }]);
  const separated = `${h1}<ul class="ingredients"><li class="separator">Soup</li>${items()}</ul>${method}`;
  deepStrictEqual(read(separated).ingredientGroups, [{ heading: 'Soup', lines: LINES }]);
  const labelled = separated.replace('separator', 'ingredient-label');
  deepStrictEqual(read(labelled).ingredientGroups, [{ heading: 'Soup', lines: LINES }]);
});

test('takes a heading above another heading for a line', () => {
  const given = JSON.stringify({
    '@type': 'Recipe',
    name: 'Noodles',
    recipeIngredient: ['200 g noodles', 'Peanuts', 'Sauce', '2 limes'],
  });
  const page = readPage(
    `<script type="application/ld+json">${given}</script><h1>Noodles</h1><ul><li>200 g noodles</li></ul>
     <h4>Peanuts</h4><h4>Sauce</h4><ul><li>2 limes</li></ul>`,
  );
  if ('found' in page) throw new Error(page.reason);
  deepStrictEqual(page.ingredientGroups, [
    { lines: ['200 g noodles'] },
    { lines: ['Peanuts'] },
    { heading: 'Sauce', lines: ['2 limes'] },
  ]);
});

test('reads the yield and the times that a page only shows', () => {
  const facts = (text: string) => {
    const found = read(`${h1}${text}<h2>Ingredients</h2><ul>${items()}</ul>${method}`);
    return [found.yield, found.prepMinutes, found.cookMinutes, found.totalMinutes];
  };
  deepStrictEqual(
    facts('<ul><li>Prep time: 10 min</li><li>Cook Time 1 hour 5 minutes</li><li>Serves 4</li></ul>'),
    ['Serves 4', 10, 65, undefined],
  );
  deepStrictEqual(facts('<div><div>Gesamtzeit</div><div>45 Min.</div></div><p>4 Portionen</p>'), [
    '4 Portionen',
    undefined,
    undefined,
    45,
  ]);
  deepStrictEqual(facts('<p>Cooking 30 minute meals is fun</p><p>Time to serve 2 guests</p>'), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  strictEqual(read(`${h1}<h2>Zutaten für 4 Personen</h2><ul>${items()}</ul>${method}`).yield, '4 Personen');
  strictEqual(facts('<p>Yield: 8 tacos 1x</p>')[0], '8 tacos');
  strictEqual(facts('<p>Para 4 personas</p>')[0], '4 personas');
  const table = `<table><tr><td><b>Zutaten (4 Portionen)</b></td></tr>${items('<tr><td>', '</td></tr>')}</table>`;
  strictEqual(read(`${h1}${table}${method}`).yield, '4 Portionen');
});

test('tidies the remarks that plugins add to lines', () => {
  const recipeIngredient = ['2 leeks (, halved)', '1 kg beans ((dry))', 'Salt , to taste', '1 ,5 l stock'];
  deepStrictEqual(read(script(recipe({ recipeIngredient }))).ingredientGroups, [
    { lines: ['2 leeks, halved', '1 kg beans (dry)', 'Salt, to taste', '1 ,5 l stock'] },
  ]);
});

function groupsOfLines(shown: readonly string[]) {
  return read(`${h1}<h2>Ingredients</h2><p>${shown.join('<br>')}</p>${method}`).ingredientGroups;
}

test('a line without a bullet above lines with bullets is a heading', () => {
  const lines = ['For the soup', '- 2 leeks', '- 1 l stock', 'To serve', '- Salt', '- Bread'];
  deepStrictEqual(groupsOfLines(lines), [
    { heading: 'For the soup', lines: ['2 leeks', '1 l stock'] },
    { heading: 'To serve', lines: ['Salt', 'Bread'] },
  ]);
  deepStrictEqual(groupsOfLines(['Salt', '2 leeks', '- 1 l stock']), [
    { lines: ['Salt', '2 leeks', '1 l stock'] },
  ]);
});

test('good wishes are no step, and the only heading of an old page is its title', () => {
  const page = `<title>My page: soups</title><h2>Leek soup</h2><h3>Ingredients</h3><ul>${items()}</ul><h3>Method</h3><p>1. Chop.<br>2. Cook.</p><p>Guten Appetit!</p>`;
  const { title, stepGroups } = read(page);
  deepStrictEqual([title, stepGroups], ['Leek soup', [{ steps: ['Chop.', 'Cook.'] }]]);
});

const stepsOf = (method: string) =>
  read(`${h1}<h2>Ingredients</h2><ul>${items()}</ul><h2>Method</h2>${method}`).stepGroups;

test('a step or its heading that ends with the word for ingredients begins no list', () => {
  deepStrictEqual(stepsOf('<p>Mix dry ingredients</p><p>Mezclar los ingredientes</p><p>Bake</p>'), [
    { steps: ['Mix dry ingredients', 'Mezclar los ingredientes', 'Bake'] },
  ]);
  deepStrictEqual(
    stepsOf('<p><b>Mélanger les ingrédients</b></p><p>In a bowl</p><p><b>Cuire</b></p><p>Hot</p>'),
    [
      { heading: 'Mélanger les ingrédients', steps: ['In a bowl'] },
      { heading: 'Cuire', steps: ['Hot'] },
    ],
  );
});

const part = (name: string, lines: string[], steps: string) =>
  `<h3>${name} ingredients</h3><ul>${items('<li>', '</li>', lines)}</ul><h3>${name} instructions</h3><p>${steps}</p>`;

test('lists with names are groups of one recipe, unless the title of another one is between them', () => {
  const [cake, frosting] = [
    ['200 g flour', '3 carrots'],
    ['100 g butter', '1 lemon'],
  ] as const;
  const parts = [part('Cake', [...cake], 'Bake.'), part('Frosting', [...frosting], 'Spread.')] as const;
  const { ingredientGroups, stepGroups } = read(`<h1>Carrot cake</h1>${parts[0]}${parts[1]}`);
  deepStrictEqual(ingredientGroups, [
    { heading: 'Cake ingredients', lines: cake },
    { heading: 'Frosting ingredients', lines: frosting },
  ]);
  deepStrictEqual(stepGroups, [
    { heading: 'Cake instructions', steps: ['Bake.'] },
    { heading: 'Frosting instructions', steps: ['Spread.'] },
  ]);
  const other = read(`<h1>Baking</h1><h2>Cake</h2>${parts[0]}<h2>Frosting</h2>${parts[1]}`);
  strictEqual(other.ingredientGroups.length, 1);
});
