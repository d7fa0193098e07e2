/** Exports of other apps that are texts: CSV, HTML, Markdown, Cooklang, JSON-LD. */
import { DIRTY_PICTURE } from './picture.ts';
import { zipOf } from './zip-writer.ts';

export function planToEatExport(): Buffer {
  const csv = [
    'Title,Course,Cuisine,Main Ingredient,Description,Source,Url,Url Host,Prep Time,Cook Time,Total Time,Servings,Yield,Ingredients,Directions,Tags,Rating,Public Url,Photo Url,Private,Nutritional Score,Calories,Fat,Saturated Fat,Cholesterol,Sodium,Sugar,Carbohydrate,Fiber,Protein,Cost,Created At,Updated At',
    `"Mac ""n"" Cheese",Main Course,American,Pasta,"Creamy, quick",Mum,,,10 min,20 min,30 min,4,,"250 g macaroni`,
    `, salt`,
    'Sauce:',
    `200 ml milk","Boil the pasta.`,
    '',
    `Stir in the sauce.","kids, easy",5,,https://example.org/mac.jpg,no,,450,12,,,,,,,20,,2024-01-01 10:00:00,2024-01-01 10:00:00`,
  ].join('\r\n');
  return zipOf([{ name: 'plan-to-eat/recipes.csv', content: `\uFEFF${csv}\r\n` }]);
}

export function myRecipeBoxExport(): Buffer {
  const csv = [
    'title;preparationTime;cookingTime;totalTime;quantity;ingredients;instructions;notes;nutrition;categories;tags;source;video;originalPicture',
    '"Tarte; salée";15 min;40 min;55 min;1 tarte;"200 g farine',
    '100 g beurre";"Mélanger.',
    'Cuire.";"Bon froid.";"protein: 12 g',
    'Colour: red";"Plat;Tarte";"été";https://example.org/tarte;https://example.org/video;/storage/pic.jpg',
  ].join('\n');
  return Buffer.from(`${csv}\n`, 'latin1');
}

export function recipeKeeperExport(): Buffer {
  const html = `<!DOCTYPE html><html><head><title>Recipe Keeper</title></head><body>
<div class="recipe-details"><meta content="rk-1" itemprop="recipeId"><meta content="True" itemprop="recipeIsFavourite"><meta content="4" itemprop="recipeRating">
<table><tr><td><h2 itemprop="name">Tarte &amp; Cr&egrave;me</h2>
<div>Courses: <span itemprop="recipeCourse">Dessert</span></div>
<div>Categories: <span>Tarts</span><meta content="Tarts" itemprop="recipeCategory"></div>
<div>Collections: <span>Sweet</span><meta content="Sweet" itemprop="recipeCollection"></div>
<div>Source: <span itemprop="recipeSource"><a href="https://example.org/tarte">example.org</a></span></div>
<div>Serving size: <span itemprop="recipeYield">8 slices</span></div>
<div>Preparation time: <span>15 mins</span><meta content="PT15M" itemprop="prepTime"></div>
<div>Cooking time: <span>20 mins</span><meta content="PT20M" itemprop="cookTime"></div></td>
<td><img src="images/rk-1_0.jpg" class="recipe-photo" /></td></tr>
<tr><td><h3>Ingredients</h3><div class="recipe-ingredients" itemprop="recipeIngredients"><p>Crust:</p><p>250g pastry</p><p></p><p>500g strawberries</p></div></td>
<td><h3>Directions</h3><div itemprop="recipeDirections"><p>1. Roll the pastry.</p><p></p><p>2. Bake.</p></div></td></tr></table>
<h3>Notes</h3><div class="recipe-notes" itemprop="recipeNotes"><p>Serve cold.</p></div>
<meta content="320" itemprop="recipeNutCalories"><meta content="" itemprop="recipeNutTotalFat">
<div class="recipe-photos-div"><img src="images/rk-1_0.jpg" class="recipe-photos" itemprop="photo0" /></div></div>
<div class="recipe-details"><h2 itemprop="name">Water</h2><div itemprop="recipeIngredients"></div><div itemprop="recipeDirections"></div></div>
</body></html>`;
  return zipOf([
    { name: 'recipes.html', content: html },
    { name: 'images/rk-1_0.jpg', content: DIRTY_PICTURE },
  ]);
}

export function copyMeThatExport(): Buffer {
  const html = `<!DOCTYPE html><head><meta charset="UTF-8"><meta name="copymethat_class_id_version" content="2"></head><html><body>
<div class="recipe"><div id="name">Blueberry pie</div><div id="link"><a id="original_link" href="https://example.org/pie">example.org</a></div>
<img class="recipeImage" src="images/blueberry%20pie.jpg" width="120px">
<div id="categories"><span class="recipeCategory">Tags:</span><span class="recipeCategory">Dessert</span></div>
<div id="description">There is nothing like it</div><div id="extra_info"><span id="rating">Rated <span id="ratingValue">4</span>/5</span></div>
<div id="servings">Servings: <a id="recipeYield">8</a></div><div id="recipeIngredient_header">Ingredients</div>
<ul id="recipeIngredients"><li class="recipeIngredient">1 cup of blueberries</li><div class="recipeIngredient_spacer"></div><div class="recipeIngredient_subheader">Crust:</div><li class="recipeIngredient">200 g flour</li></ul>
<ol id="recipeInstructions"><div class="instruction_subheader">Crust</div><li class="instruction">Mix.</li><li class="instruction">Bake.</li></ol>
<ul id="recipeNotes"><li class="recipeNote">Keeps two days.</li></ul></div></body></html>`;
  return zipOf([
    { name: 'recipes.html', content: html },
    { name: 'images/blueberry pie.jpg', content: DIRTY_PICTURE },
  ]);
}

export function chowdownExport(): Buffer {
  const recipe = `---

layout: recipe
title:  "Broccoli Soup"
image: soup.jpg
imagecredit: https://example.org
tags: sides, soups

ingredients:
- 4 tablespoons butter
- 1 onion, diced

directions:
- Melt the butter.
- Add the onion and
  cook it.

components:
- Croutons

---

A *creamy* soup.

With beer.
`;
  return zipOf([
    { name: 'chowdown/_recipes/broccoli-soup.md', content: recipe },
    { name: 'chowdown/images/soup.jpg', content: DIRTY_PICTURE },
    { name: 'chowdown/_config.yml', content: 'title: Chowdown\n' },
  ]);
}

export function cooklangExport(): Buffer {
  const dal = `---
title: Red dal
servings: 4
time:
  prep: 10 min
  cook: 30 min
tags: [lentils, quick]
source: "https://example.org/dal"
locale: en_GB
---
> A family recipe.

Rinse the @red lentils{250%g}(well). -- not too long

= Tarka

Fry the @onions|onion{2}(sliced) and @salt in a #pan{} for
~{5%minutes}. Add @&onions{}. [- secret -]
`;
  const tea = '>> title: Tea\n>> servings: 1\nPour @water{250%ml} over the @tea bag{1}.\n';
  return zipOf([
    { name: 'recipes/Red dal.cook', content: dal },
    { name: 'recipes/Red dal.png', content: DIRTY_PICTURE },
    { name: 'recipes/tea.cook', content: tea },
  ]);
}

export function recipeSageExport(): Buffer {
  const recipe = {
    '@context': 'http://schema.org',
    '@type': 'Recipe',
    identifier: 'sage-1',
    datePublished: '2026-01-01T00:00:00.000Z',
    description: 'Nice',
    image: ['https://example.org/a.jpg'],
    name: 'Pizza',
    prepTime: 'PT30M',
    recipeIngredient: ['[Dough]', '500 g flour', '[Topping]', '1 mozzarella'],
    recipeInstructions: [
      { '@type': 'HowToStep', text: 'Heat the oven.' },
      { '@type': 'HowToSection', name: 'Dough' },
      { '@type': 'HowToStep', text: 'Knead.' },
    ],
    recipeYield: '2 pizzas',
    totalTime: 'PT2H',
    recipeCategory: ['italian', 'dinner'],
    creditText: 'Nonna',
    isBasedOn: '',
    comment: [{ '@type': 'Comment', name: 'Author Notes', text: 'Use 00 flour.' }],
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '5', bestRating: '5' },
  };
  return Buffer.from(JSON.stringify([recipe, { ...recipe, identifier: 'sage-2', name: 'Focaccia' }]));
}
