/** A recipe lists every food that its steps use: what is not listed is not bought and has no allergens. */
import { nameKey } from '#domain/food/name-key.ts';
import type { Food } from '#domain/food/food.ts';
import { getFoods } from '#cookbook/foods.ts';
import {
  type Rule,
  sentencesOf,
  stemsOf,
  testCheck,
  withoutIngredients,
  type WrittenRecipe,
} from '#test/support/texts/written-recipes.ts';

const MAX_WORDS = 4;
const byKey = new Map<string, Food>(
  getFoods().foods.flatMap((food) =>
    food.names.en.flatMap(({ singular, plural }) =>
      [singular, plural].map((name): [string, Food] => [nameKey(name), food]),
    ),
  ),
);

/** A food in another form: "a floured board". */
const FORMS: Readonly<Record<string, string>> = {
  floured: 'flour',
  oiled: 'oil',
  buttered: 'butter',
  salted: 'salt',
  sugared: 'sugar',
  peppered: 'pepper',
};
/** What the steps make of listed foods, and verbs that are also names ("fluff the rice"). Water is not bought. */
const MADE = new Set(
  stemsOf(`batter broth burgers coleslaw crumbs crust curry dip dough dressing falafel filling fluff gravy juice marinade mash
    meatballs omelette pancakes paste pierogi pizza porridge roll roux salad salsa sauce soup stew stock syrup toast tortilla
    tzatziki water wrap hot cold warm boiling cooking`),
);
/** Words for several foods: the recipe must list one of them. */
const CLASSES: Readonly<Record<string, (food: Food) => boolean>> = {
  vegetable: ({ aisle }) => aisle === 'vegetables',
  fruit: ({ aisle }) => aisle === 'fruit',
  fish: ({ aisle }) => aisle === 'fish',
  cheese: ({ aisle, allergens }) => aisle === 'dairy' && allergens.has('milk'),
  noodle: ({ aisle }) => aisle === 'grains',
  pasta: ({ aisle }) => aisle === 'grains',
  nut: ({ allergens }) => allergens.has('nuts'),
  yolk: ({ aisle }) => aisle === 'eggs',
  beef: ({ id, aisle }) => aisle === 'meat' && /beef|steak/.test(id),
};

function isListedFor(form: string, { listed }: WrittenRecipe): boolean {
  const same = listed.filter(({ name }) => stemsOf(name).includes(form));
  // The flour of a dough is all in the dough.
  return form === 'flour' ? same.some(({ remark }) => /\bfor /.test(remark)) : same.length > 0;
}

function isListed(words: readonly string[], food: Food, { listed }: WrittenRecipe): boolean {
  const named = new Set(listed.flatMap(({ name, remark }) => stemsOf(`${name} ${remark}`)));
  const isClass = CLASSES[words.at(-1) ?? ''] ?? (() => false);
  return (
    listed.some((entry) => entry.food.id === food.id || isClass(entry.food)) ||
    words.some((word) => named.has(word))
  );
}

/** "For the white sauce, …" names what the recipe makes. */
function madeIn({ marked }: WrittenRecipe): Set<string> {
  const parts = marked.flatMap((step) => /^For the ([^,]+),/.exec(step)?.[1] ?? []);
  return new Set(stemsOf(parts.join(' '))).union(MADE);
}

/** Notes name no foods that are used: "use cheese made from pasteurised milk". */
function withoutNotes(step: string): string {
  return sentencesOf(step)
    .filter((sentence) => !sentence.startsWith('For small children and pregnant eaters,'))
    .join(' ');
}

/** The longest names of foods in a text. */
function foodsIn(text: string): { phrase: string; food: Food }[] {
  const words = text.match(/[\p{L}\p{M}'’-]+|\S/gu) ?? [];
  const found: { phrase: string; food: Food }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (let length = MAX_WORDS; length > 0; length -= 1) {
      const phrase = words.slice(at, at + length).join(' ');
      const food = byKey.get(nameKey(phrase));
      if (!food) continue;
      found.push({ phrase, food });
      at += length - 1;
      break;
    }
  }
  return found;
}

const unlisted: Rule = (written) => {
  const made = madeIn(written);
  return written.marked.flatMap((step) => {
    const text = withoutIngredients(withoutNotes(step));
    const forms = stemsOf(text).flatMap((word) => FORMS[word] ?? []);
    const named = foodsIn(text).filter(({ phrase }) => !stemsOf(phrase).every((stem) => made.has(stem)));
    return [
      ...forms.filter((form) => !isListedFor(form, written)),
      ...named
        .filter(({ phrase, food }) => !isListed(stemsOf(phrase), food, written))
        .map(({ phrase }) => phrase),
    ];
  });
};

testCheck({
  name: 'the steps use no food that is not listed',
  rule: unlisted,
  planted: [
    'Pat out the @cheddar{90%g} on a floured board.',
    'Mix the @plain flour{200%g} with the @water{100%ml} and roll out on a floured board.',
    'Crack in the @eggs{8}. Bread is good for mopping up.',
    'Simmer the @red lentils{200%g} and serve with rice.',
    'Boil the @potatoes{200%g} in salted water.',
  ],
  sound: [
    'Fry the @onions{2} in the @olive oil{2%tbsp}. Add the @tinned tomatoes{400%g} to the onions and the oil.',
    'Boil the @potatoes{200%g} in salted water, mash them and season with @salt{}(to taste). Serve the mash.',
  ],
});

const dangersOf = ({ allergens, mayContain, breaks, mayBreak }: Food): string[] => [
  ...[allergens, mayContain].flatMap((all) => [...all]),
  ...[breaks, mayBreak].flatMap((all) => [...all]),
];

/** "Oil, for the chicken" counts as chicken: for a variant with tofu it would be wrong. */
const remarks: Rule = ({ recipe, listed }) => {
  const known = new Set(listed.flatMap(({ food }) => dangersOf(food)));
  return recipe.ingredients.flatMap(({ text, understood }) => {
    const named = (understood?.also ?? []).flatMap(({ food }) => getFoods().find(food) ?? []);
    const isMeat = named.some(({ aisle }) => aisle === 'meat' || aisle === 'fish');
    const isNew = named.flatMap(dangersOf).some((danger) => !known.has(danger));
    return isMeat || isNew || understood?.isSure !== true ? [text] : [];
  });
};

testCheck({
  name: 'a remark is understood and names no food with allergens of its own',
  rule: remarks,
  planted: [
    'Dress the @rocket{100%g} with @olive oil{2%tbsp}(for the dressing).',
    'Fry the @chicken breast{400%g} in @olive oil{2%tbsp}(for the chicken).',
    'Fry the @onion{1}(in florps).',
  ],
  sound: [
    'Dress the @rocket{100%g} with @olive oil{2%tbsp}(for the salad).',
    'Boil the @rice{300%g} in the @water{600%ml}(for the rice).',
  ],
});
