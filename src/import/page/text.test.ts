import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { decodePage } from './charset.ts';
import { readAny, readText } from './text.ts';

test('reads plain text with headings', () => {
  const text = `Linsensuppe\n\nFür 4 Personen\nArbeitszeit: 20 Min.\n\nZutaten:\n- 250 g Linsen\n- 1 l Brühe\nFür die Einlage:\n* 2 Würstchen\n
    Zubereitung\n1. Die Linsen mit der Brühe kochen.\n2. Würstchen in die Suppe geben und servieren.\n\nTipp:\nMit Essig abschmecken.`;
  deepStrictEqual(readText(text, { address: 'Omas Buch' }), {
    title: 'Linsensuppe',
    yield: '4 Personen',
    prepMinutes: 20,
    ingredientGroups: [
      { lines: ['250 g Linsen', '1 l Brühe'] },
      { heading: 'Für die Einlage', lines: ['2 Würstchen'] },
    ],
    stepGroups: [
      { steps: ['Die Linsen mit der Brühe kochen.', 'Würstchen in die Suppe geben und servieren.'] },
    ],
    notes: ['Mit Essig abschmecken.'],
    source: 'Omas Buch',
    language: 'de',
    tags: [],
    categories: [],
    cuisines: [],
  });
});

test('reads plain text without headings', () => {
  const text = `Pancakes\nServes: 4\n\n2 cups flour\n½ tsp salt\nbutter for the pan\n\nWhisk the flour and the salt.\nFry in butter until golden.`;
  const recipe = readText(text);
  if ('found' in recipe) throw new Error(recipe.reason);
  strictEqual(recipe.title, 'Pancakes');
  strictEqual(recipe.yield, '4');
  deepStrictEqual(recipe.ingredientGroups, [{ lines: ['2 cups flour', '½ tsp salt', 'butter for the pan'] }]);
  deepStrictEqual(recipe.stepGroups, [
    { steps: ['Whisk the flour and the salt.', 'Fry in butter until golden.'] },
  ]);
});

test('finds no recipe in other text', () => {
  for (const text of [
    '',
    'Hello',
    'Dear Ann,\nwe meet on Monday.\nBest wishes',
    'Ingredients',
    'a\n'.repeat(1000),
  ]) {
    strictEqual('found' in readText(text), true, text.slice(0, 20));
  }
});

test('recognises HTML, JSON-LD and text', () => {
  const sources = [
    '<ul class="ingredients"><li>2 leeks</li><li>1 l stock</li></ul><h1>Soup</h1>',
    ' {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["2 leeks", "1 l stock"]}',
    'Soup\nIngredients\n2 leeks\n1 l stock',
  ];
  for (const source of sources) {
    const recipe = readAny(source, { address: 'https://example.org/' });
    if ('found' in recipe) throw new Error(recipe.reason);
    deepStrictEqual(recipe.ingredientGroups, [{ lines: ['2 leeks', '1 l stock'] }]);
    deepStrictEqual([recipe.title, recipe.source], ['Soup', 'https://example.org/']);
  }
});

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const encodings: [string, Uint8Array, string | undefined][] = [
  ['UTF-8', Buffer.from('Crème'), undefined],
  ['UTF-8 with a mark', Buffer.from('\uFEFFCrème'), 'iso-8859-1'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFCrème', 'utf16le'), undefined],
  ['a charset of the header', latin('Crème'), 'ISO-8859-1'],
  ['an unknown charset of the header', Buffer.from('Crème'), 'nonsense'],
  ['<meta charset>', latin('<meta charset="windows-1252">Crème'), undefined],
  [
    '<meta http-equiv>',
    latin('<META http-equiv="Content-Type" content="text/html; charset=iso-8859-1">Crème'),
    undefined,
  ],
  ['nothing declared', latin('Crème'), undefined],
  ['UTF-8 with another declaration', Buffer.from('<meta charset="iso-8859-1">Crème'), undefined],
  [
    'UTF-8 with a defect',
    Buffer.concat([Buffer.from([0xff]), Buffer.from('<meta charset="utf-8">Crème')]),
    undefined,
  ],
  ['UTF-16 declared in ASCII', Buffer.from('<meta charset="utf-16">Crème'), undefined],
];
for (const [name, bytes, charset] of encodings) {
  test(`decodes ${name}`, () =>
    strictEqual(decodePage(bytes, charset && `text/html; charset=${charset}`).endsWith('Crème'), true));
}

test('decodes a charset that consists of ASCII characters', () => {
  const bytes = Buffer.from('<meta charset="iso-2022-jp">\u001B$B:`NA\u001B(B');
  strictEqual(decodePage(bytes).endsWith('材料'), true);
});

/** The title, the ingredients and, after a slash, the steps. */
function linesOf(text: string): string[] {
  const found = readText(text);
  if ('found' in found) return [found.reason];
  const steps = found.stepGroups.flatMap((group) => group.steps);
  return [found.title, ...found.ingredientGroups.flatMap(({ lines }) => lines), '/', ...steps];
}

test('reads mails, chats, captions and scans without what belongs to the message', () => {
  deepStrictEqual(
    linesOf(
      'Subject: Fwd: Apple cake\nFrom: Ann <ann@example.com>\n\nHi Bea,\n\nYou need:\n200 g flour\n1 kg apples\n\nMethod:\nBake it for 45 minutes.\n\n-- \nAnn\nSent from my phone\n> can you send it?',
    ),
    ['Apple cake', '200 g flour', '1 kg apples', '/', 'Bake it for 45 minutes.'],
  );
  deepStrictEqual(
    linesOf(
      '🍝 CREAMY PASTA 🍝\n\n✨ Ingredients ✨\n🧄 3 cloves garlic\n🥛 200ml cream\n\n👩‍🍳 Method\n1️⃣ Boil\n2️⃣ Mix 😋\n\n#pasta #easy',
    ),
    ['CREAMY PASTA', '3 cloves garlic', '200ml cream', '/', 'Boil', 'Mix'],
  );
  deepStrictEqual(
    linesOf(
      '[12.03.24, 18:22] Oma: Pfannkuchen\n[12.03.24, 18:22] Oma: 250 g Mehl\n[12.03.24, 18:23] Oma: 3 Eier\n[12.03.24, 18:24] Oma: Alles verrühren und in der Pfanne backen.',
    ),
    ['Pfannkuchen', '250 g Mehl', '3 Eier', '/', 'Alles verrühren und in der Pfanne backen.'],
  );
  deepStrictEqual(
    linesOf(
      'Gratin\n\nZutaten\n1 kg Kartoffeln, festko-\nchend\n250 ml Sahne\n\nZubereitung\nIn dünne Schei-\nben schneiden.',
    ),
    ['Gratin', '1 kg Kartoffeln, festkochend', '250 ml Sahne', '/', 'In dünne Scheiben schneiden.'],
  );
});

test('keeps every ingredient of a list without headings, and the heading of its first group', () => {
  const lists: [text: string, lines: string[]][] = [
    [
      '200 g Mehl\nSalz und Pfeffer nach Geschmack.\n2 Eier\n\nAlles mischen und backen.',
      [
        'Mehl, Salz und Pfeffer nach Geschmack., Eier',
        '200 g Mehl',
        'Salz und Pfeffer nach Geschmack.',
        '2 Eier',
        '/',
        'Alles mischen und backen.',
      ],
    ],
    [
      'Hi Anna, here is the recipe:\n2 eggs\n200 g flour\nMix and bake it for 20 minutes.\n30 minutes are too long.',
      [
        'Eggs, flour',
        '2 eggs',
        '200 g flour',
        '/',
        'Mix and bake it for 20 minutes.',
        '30 minutes are too long.',
      ],
    ],
    [
      'Pie\nIngredients: 2 eggs, 1 pie crust, 100 g nuts\nMethod: Bake.',
      ['Pie', '2 eggs', '1 pie crust', '100 g nuts', '/', 'Bake.'],
    ],
    ['Pie\nZutaten: Nüsse, Eier\nZubereitung: Backen.', ['Pie', 'Nüsse', 'Eier', '/', 'Backen.']],
    ['Pie\nIngredients\n1 egg\n12\nnuts\nMethod\nBake.', ['Pie', '1 egg', '12', 'nuts', '/', 'Bake.']],
  ];
  for (const [text, lines] of lists) deepStrictEqual(linesOf(text), lines);
  const last = [
    'Chopped peanuts as garnish',
    'Garnish: chopped peanuts and lime',
    'Serve with rice and nuts',
    'Tortilla chips and dip, nut mix',
  ];
  for (const line of [
    ...last,
    'Mix of nuts and seeds',
    'Nüsse zum Bestreuen',
    'Öl, Nüsse und Mehl zum Ausrollen',
  ])
    deepStrictEqual(
      linesOf(`Pie\n2 eggs\n1 l milk\n${line}\nMix it, then bake it for an hour.`).slice(3, 5),
      [line, '/'],
    );
  const list = [
    '2 slices bread',
    '100 g trail mix',
    '500 g mince',
    '2 rolls',
    '3 eggs, beat',
    '1 Rolle Blätterteig',
  ];
  deepStrictEqual(linesOf(`${list.join('\n')}\nBake it all.`), [
    'Bread, trail mix, mince',
    ...list,
    '/',
    'Bake it all.',
  ]);
  const grouped = readText(
    'Cake\n\nFor the dough:\n200 g flour\n1 egg\nFor the top:\n1 apple\nBake it in the oven.',
  );
  deepStrictEqual('found' in grouped || grouped.ingredientGroups, [
    { heading: 'For the dough', lines: ['200 g flour', '1 egg'] },
    { heading: 'For the top', lines: ['1 apple'] },
  ]);
});

const stepsOf = (text: string) => {
  const recipe = readText(text);
  return 'found' in recipe ? recipe.reason : recipe.stepGroups;
};

test('keeps lines that begin like a yield or a signature, and headings without lines', () => {
  const lists: [lines: string[], expected?: string[]][] = [
    [['2 eggs', '1 l milk', 'Für die Soße: 3 EL Erdnussmus']],
    [['2 eggs', '1 l milk', 'Für die Soße 3 EL Erdnussmus']],
    [['2 eggs', '1 l milk', 'Serving: 2 tbsp crushed peanuts']],
    [
      ['2 eggs', '1 l milk', 'Makes 4 servings', 'Für 12 Stück'],
      ['2 eggs', '1 l milk'],
    ],
    [['1 onion', 'Lg. can crushed tomatoes', '2 eggs']],
    [['1 onion', 'Love, hope and', '2 eggs']],
    [['2 eggs', '1 l milk', 'lg tomatoes']],
    [
      ['2 eggs', '1 l milk', 'Peanuts:', 'Sauce:', '1 lime'],
      ['2 eggs', '1 l milk', 'Peanuts', '1 lime'],
    ],
  ];
  for (const [lines, expected = lines] of lists) {
    deepStrictEqual(linesOf(`Pie\n${lines.join('\n')}\nMix it, then bake it for an hour.`), [
      'Pie',
      ...expected,
      '/',
      'Mix it, then bake it for an hour.',
    ]);
  }
  deepStrictEqual(
    linesOf(
      'Pie\nIngredients\n2 eggs\nLg. can tomatoes\n1 onion\nMethod\nPour 250 ml milk in slowly.\nBake.\nLG Anna',
    ),
    ['Pie', '2 eggs', 'Lg. can tomatoes', '1 onion', '/', 'Pour 250 ml milk in slowly.', 'Bake.'],
  );
  deepStrictEqual(
    linesOf('2 eggs, 1 l milk and 100 g flour.\nPour 250 ml milk in slowly.\nBake it for an hour.').slice(-2),
    ['Pour 250 ml milk in slowly.', 'Bake it for an hour.'],
  );
});

test('a note among the ingredients does not end them', () => {
  const lists: [lines: string[], expected: string[]][] = [
    [
      ['- 200 g noodles', '- Note: contains peanuts', '- Tahini', '- 2 limes'],
      ['200 g noodles', 'Note: contains peanuts', 'Tahini', '2 limes'],
    ],
    [
      ['200 g noodles', 'Note: dried ones are fine', '50 g peanuts', 'Tahini'],
      ['200 g noodles', '50 g peanuts', 'Tahini'],
    ],
  ];
  for (const [lines, expected] of lists)
    deepStrictEqual(
      linesOf(`Noodles\nIngredients\n${lines.join('\n')}\nMethod\nBoil.\nNotes\n2 limes are fine`),
      ['Noodles', ...expected, '/', 'Boil.'],
    );
});

test('a step that ends with the word for ingredients stays a step', () => {
  const cases: [string, string[]][] = [
    [
      'Muffins\nIngredients\n1 cup flour\n2 eggs\nMethod\n1) Sift dry ingredients.\n2) Bake.',
      ['Sift dry ingredients.', 'Bake.'],
    ],
    [
      'Muffins\n1 cup flour\n2 eggs\n\n1. Combine all ingredients.\n2. Bake.',
      ['Combine all ingredients.', 'Bake.'],
    ],
    [
      'Muffins\nIngredients\n1 cup flour\n2 eggs\nMethod\nMix wet ingredients\nBake',
      ['Mix wet ingredients', 'Bake'],
    ],
    [
      'Pan\nIngredientes\n1 kg de harina\n2 huevos\nPreparación\nMezclar los ingredientes\nHornear',
      ['Mezclar los ingredientes', 'Hornear'],
    ],
  ];
  for (const [text, expected] of cases) deepStrictEqual(stepsOf(text), [{ steps: expected }]);
});

test('lists and steps with names are groups', () => {
  const recipe = readText(
    'Carrot cake\nCake ingredients:\n200 g flour\n3 eggs\nFrosting ingredients:\n100 g butter\nCake instructions\nBake it.\nFrosting instructions\nSpread it.',
  );
  if ('found' in recipe) throw new Error(recipe.reason);
  deepStrictEqual(recipe.ingredientGroups, [
    { heading: 'Cake ingredients', lines: ['200 g flour', '3 eggs'] },
    { heading: 'Frosting ingredients', lines: ['100 g butter'] },
  ]);
  deepStrictEqual(recipe.stepGroups, [
    { heading: 'Cake instructions', steps: ['Bake it.'] },
    { heading: 'Frosting instructions', steps: ['Spread it.'] },
  ]);
  const single = readText('Pancakes\nPancake ingredients\n200 g flour\n3 eggs\nPancake instructions\nFry.');
  if ('found' in single) throw new Error(single.reason);
  deepStrictEqual(single.ingredientGroups, [{ lines: ['200 g flour', '3 eggs'] }]);
  deepStrictEqual(single.stepGroups, [{ steps: ['Fry.'] }]);
});

const factsOf = (head: string) => {
  const recipe = readText(`${head}\nIngredients\n200 g pork\n2 leeks`);
  return 'found' in recipe ? recipe.reason : [recipe.title, recipe.yield, recipe.totalMinutes];
};

test('reads facts beside the title', () => {
  deepStrictEqual(factsOf('Dumplings | 30 min | serves 4'), ['Dumplings', 'serves 4', 30]);
  deepStrictEqual(factsOf('Dumplings\nMakes 12 • 1 h 30 min'), ['Dumplings', 'Makes 12', 90]);
  deepStrictEqual(factsOf('Lasagne (für 4 Personen)'), ['Lasagne', '4 Personen', undefined]);
  deepStrictEqual(factsOf('Dumplings (Jiaozi)'), ['Dumplings (Jiaozi)', undefined, undefined]);
});

test('reads check boxes and bold words of Markdown', () => {
  const recipe = readText(
    '# Shakshuka\n## Ingredients\n- [ ] 4 eggs\n- [x] 1 **red** pepper\n## Steps\n1. Fry.',
  );
  if ('found' in recipe) throw new Error(recipe.reason);
  deepStrictEqual(recipe.ingredientGroups, [{ lines: ['4 eggs', '1 red pepper'] }]);
});
