/** The drawn pictures of all dishes: their form, their size, and that they are plain SVG. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { describeDish, describeVariant } from '#domain/dish-picture/describe-dish.ts';
import {
  BASES,
  DISH_KINDS,
  type DishKind,
  parsePicture,
  PIECES,
  SAUCES,
} from '#domain/dish-picture/dish-picture.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { markupOf } from '#web/meals/picture/canvas.ts';
import { drawDish, drawText, MAX_BYTES } from '#web/meals/picture/draw.ts';

const foods = getFoods();
const { recipes } = getRecipes();
const TEXTS = recipes.flatMap((recipe) => {
  const { id, variant } = recipe;
  const own = [id, describeDish(recipe, foods)] as const;
  return variant ? [own, [`${id}, variant`, describeVariant(recipe, variant, foods)] as const] : [own];
});

/** Kind, and pieces that must be seen. */
const EXPECTED: readonly (readonly [id: string, kind: DishKind, ...pieces: string[]])[] = [
  ['minestrone', 'soup', 'courgette'],
  ['irish-stew', 'stew', 'potato', 'carrot'],
  ['chana-masala-with-rice', 'curry', 'chickpea'],
  ['salmon-teriyaki-with-rice', 'plate', 'salmon', 'broccoli'],
  ['steak-with-tomatoes-and-potatoes', 'plate', 'steak'],
  ['pork-schnitzel-with-potato-salad', 'plate', 'breaded'],
  ['trout-with-almond-butter', 'plate', 'whole-fish'],
  ['meat-lasagne', 'casserole', 'mince'],
  ['cottage-pie', 'casserole'],
  ['nicoise-salad', 'salad', 'egg', 'green-bean'],
  ['spaghetti-and-meatballs', 'pasta', 'meatball'],
  ['vegetable-paella-with-butter-beans', 'paella', 'green-bean'],
  ['prawn-pad-thai', 'noodles', 'prawn'],
  ['quick-pork-ramen', 'noodle-soup', 'egg'],
  ['apple-and-seed-porridge', 'porridge', 'apple'],
  ['pizza-margherita', 'pizza', 'mozzarella'],
  ['chicken-and-leek-pie', 'pie', 'chicken'],
  ['quiche-lorraine', 'tart', 'bacon'],
  ['buttermilk-pancakes-with-blueberries', 'pancakes', 'blueberry'],
  ['waffles', 'waffles', 'apple'],
  ['shakshuka', 'eggs-in-sauce'],
  ['homemade-beans-on-toast', 'toast', 'bean-white'],
  ['blt-sandwiches', 'sandwich', 'bacon'],
  ['beef-burgers-with-coleslaw', 'burger'],
  ['fish-tacos-with-red-cabbage', 'taco', 'red-cabbage'],
  ['falafel-pittas', 'pitta', 'chickpea'],
  ['sushi-rolls', 'sushi', 'salmon'],
  ['gyoza-with-cucumber-salad', 'dumplings', 'cucumber'],
  ['apple-oat-muffins', 'muffins', 'apple'],
  ['chicken-satay', 'plate', 'skewer'],
];

test('dishes of the cookbook have the kind that people expect, and show what they are about', () => {
  const found = EXPECTED.map(([id, , ...pieces]) => {
    const recipe = recipes.find((recipe) => recipe.id === id);
    ok(recipe, id);
    const picture = parsePicture(describeDish(recipe, foods));
    return [id, picture?.kind, ...pieces.filter((piece) => picture?.pieces.some((seen) => seen === piece))];
  });
  deepStrictEqual(found, EXPECTED);
});

/** Titles and lines of own recipes, in both languages. */
const OWN: readonly (readonly [title: string, lines: string[], expected: string])[] = [
  ['Omas Kartoffelsuppe', ['1 kg Kartoffeln', '2 Möhren', '200 ml Sahne'], 'soup cream none potato,carrot'],
  [
    'Spaghetti Bolognese',
    ['500 g Spaghetti', '400 g Hackfleisch', '400 g passierte Tomaten'],
    'pasta red strands mince',
  ],
  ['Apfelkuchen', ['5 Äpfel', '300 g Mehl', '3 Eier'], 'cake none none apple'],
  ['Tuesday dinner', ['4 salmon fillets', '300 g rice', '500 g broccoli'], 'plate none rice salmon,broccoli'],
  ['Steak with tomato salad', ['500 g sirloin steak', '4 tomatoes'], 'plate none none steak,tomato'],
  [
    'Fischstäbchen mit Püree',
    ['12 fish fingers', '1 kg Kartoffeln', '300 g Erbsen'],
    'plate none mash finger,pea',
  ],
  ['Erdbeer-Smoothie', ['300 g Erdbeeren', '200 ml Milch'], 'drink pink none strawberry'],
];

test('own recipes are described by their title and their lines', () => {
  const found = OWN.map(([title, lines]) => {
    const ingredients = lines.map((line) => parseIngredientLine(line, foods));
    const text = describeDish({ id: 'own', title, ingredients, steps: [] }, foods);
    return [title, lines, text.split(' ').slice(0, 4).join(' ')];
  });
  deepStrictEqual(found, OWN);
});

test('every dish and every variant of the cookbook is drawn, in at most 3 kB', () => {
  ok(TEXTS.length > recipes.length);
  for (const [id, text] of TEXTS) {
    ok(parsePicture(text), `${id}: ${text}`);
    ok(text.length <= 100, `${id}: ${text}`);
    const shapes = drawText(text);
    ok(shapes.length >= 3, id);
    checkMarkup(id, markupOf(shapes));
  }
});

test('every word of a description is drawn', () => {
  for (const kind of DISH_KINDS)
    for (let from = 0; from < PIECES.length; from += 5) {
      const [sauce = 'none', base = 'none'] = [SAUCES[from % SAUCES.length], BASES[from % BASES.length]];
      const pieces = PIECES.slice(from, from + 5);
      const dish = { kind, sauce, base, pieces, garnish: pieces.slice(3), seed: from };
      checkMarkup(`${kind} ${sauce} ${base} ${pieces.join()}`, markupOf(drawDish(dish)));
    }
});

test('the same text gives the same picture, another number another one, and other text none', () => {
  const text = 'stew red none beef,potato,carrot herb 12';
  strictEqual(draw(text), draw(text));
  ok(draw(text) !== draw(text.replace('12', '13')));
  deepStrictEqual(drawText('<script>alert(1)</script>'), []);
});

function draw(text: string): string {
  return markupOf(drawText(text));
}

/** Paths with numbers and colours, nothing else: no style, no script, no reference. */
const PATH =
  /<path(?: class="dish-plate")?(?: fill="#[0-9a-f]{3,6}")?(?: stroke="#[0-9a-f]{3,6}")?(?: stroke-width="\d+")? d="[Mlcahz0-9 -]+"\/>/g;

function checkMarkup(what: string, svg: string): void {
  ok(svg.length <= MAX_BYTES && MAX_BYTES <= 3000, `${what}: ${svg.length} bytes`);
  const rest = svg.replaceAll(PATH, '');
  ok(
    /^<svg [^<>]*aria-hidden="true"><\/svg>$/.test(rest) && !rest.includes('style'),
    `${what}: ${rest.slice(0, 300)}`,
  );
}
