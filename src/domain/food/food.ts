/**
 * Foods, and the rules that derive allergens and broken diets. The food files list only what the rules do not
 * derive, so that a forgotten word cannot cause a contradiction. An error here can hurt someone: in doubt a food
 * has the allergen.
 */
import type { ByLanguage } from '#languages/language.ts';
import type { Fraction } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import type { Quantity, Weights } from '#domain/quantity/quantity.ts';

/** In the order of a usual shop. */
export const AISLES = [
  ...(['vegetables', 'fruit', 'herbs', 'bakery', 'dairy', 'eggs', 'plant', 'meat', 'fish'] as const),
  ...(['grains', 'legumes', 'tins', 'nuts', 'oils', 'spices', 'baking', 'condiments', 'sweets'] as const),
  ...(['drinks', 'frozen'] as const),
] as const;
export type Aisle = (typeof AISLES)[number];

/** The fourteen of EU law (regulation 1169/2011, annex II). */
export const EU_ALLERGENS = [
  ...(['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk', 'nuts'] as const),
  ...(['celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs'] as const),
] as const;
/** The nine of US law, which lists wheat instead of gluten. */
export const US_ALLERGENS = [
  ...(['milk', 'eggs', 'fish', 'crustaceans', 'nuts', 'peanuts', 'wheat', 'soy', 'sesame'] as const),
] as const;
export type Allergen = (typeof EU_ALLERGENS)[number] | (typeof US_ALLERGENS)[number];
export const ALLERGENS: readonly Allergen[] = [...new Set<Allergen>([...EU_ALLERGENS, ...US_ALLERGENS])];

/**
 * `halal-style` and `kosher-style` judge ingredients only: who slaughtered an animal or made a wine is not known
 * (docs/decisions/0021-halal-style-and-kosher-style.md).
 */
export const DIETS = [
  ...(['vegetarian', 'vegan', 'pescatarian', 'no-pork', 'no-alcohol', 'gluten-free', 'dairy-free'] as const),
  ...(['halal-style', 'kosher-style'] as const),
] as const;
export type Diet = (typeof DIETS)[number];

/** Diets that people keep because of an illness: what is cooked beside the dish counts too. */
export const DIETS_WITHOUT_TRACES: readonly Diet[] = ['gluten-free', 'dairy-free'];

/** Diets that say no more than an allergen beside them. */
export const DIET_OF_ALLERGEN: { readonly [allergen in Allergen]?: Diet } = {
  gluten: 'gluten-free',
  wheat: 'gluten-free',
  milk: 'dairy-free',
};

export type FoodName = { readonly singular: string; readonly plural: string };

/** `amount` of the measure weighs `grams`. */
export type Measure = {
  readonly amount: Fraction;
  /** As in the table of household weights: `medium (2-1/2" dia)`. */
  readonly text: string;
  readonly unit: Unit | undefined;
  readonly grams: Fraction;
  /** A can or jar with its liquid weighs this much, and `grams` without: "1 can = 240 g of 400 g". */
  readonly grossGrams: Fraction | undefined;
  /** The source of the figure, if not the food's own row of the table. */
  readonly source: string | undefined;
};

/** The gross weight is printed on a can, and the drained one is eaten. */
export type Can = { readonly unit: Unit; readonly drainedGrams: Fraction; readonly grossGrams: Fraction };

export type Nutrients = {
  readonly energyKcal: number;
  readonly proteinG: number;
  readonly fatG: number;
  readonly carbohydrateG: number;
  /** Unknown for some foods. */
  readonly fibreG: number | undefined;
  readonly sodiumG: number;
};

export type Food = {
  readonly id: string;
  readonly aisle: Aisle;
  /** The first name is displayed. A language without names of its own has those of the base language. */
  readonly names: ByLanguage<readonly FoodName[]>;
  /** Its number in the USDA National Nutrient Database. */
  readonly usda: string;
  readonly volumes: readonly Measure[];
  readonly pieces: readonly Measure[];
  /** Of the food as it is bought, with peel and bones, and of a can without its liquid. */
  readonly weights: Weights;
  /** Cans and jars with liquid, the usual one first. */
  readonly cans: readonly Can[];
  /** The share of the bought weight that is eaten: a chicken has bones, a melon has a rind. */
  readonly edible: Fraction;
  /** If not the refuse in the food's own row of the table. */
  readonly edibleSource: string | undefined;
  readonly allergens: ReadonlySet<Allergen>;
  /** Allergens that only some brands contain. */
  readonly mayContain: ReadonlySet<Allergen>;
  readonly breaks: ReadonlySet<Diet>;
  /** Diets that only some brands break. */
  readonly mayBreak: ReadonlySet<Diet>;
  /** Pack sizes in shops; none and `loose` means sold by weight. */
  readonly packs: readonly Quantity[];
  readonly loose: boolean;
  /** Once opened or cut. */
  readonly keepsDays: number;
  readonly staple: boolean;
  /** An estimate; a family can set its own. */
  readonly pricePerKg: number;
  readonly per100G: Nutrients;
  readonly note: string | undefined;
};

const BREAKS_BY_ALLERGEN: { readonly [allergen in Allergen]?: readonly Diet[] } = {
  gluten: ['gluten-free'],
  milk: ['vegan', 'dairy-free'],
  eggs: ['vegan'],
  fish: ['vegetarian'],
  crustaceans: ['vegetarian', 'kosher-style'],
  molluscs: ['vegetarian', 'kosher-style'],
};
/** A food that breaks the first diet also breaks the others. */
const BREAKS_BY_DIET: { readonly [diet in Diet]?: readonly Diet[] } = {
  'no-pork': ['pescatarian', 'halal-style', 'kosher-style'],
  'no-alcohol': ['halal-style'],
  'dairy-free': ['vegan'],
  pescatarian: ['vegetarian'],
  vegetarian: ['vegan'],
};

/** Wheat implies gluten. */
export function allAllergens(written: Iterable<Allergen>): Set<Allergen> {
  const all = new Set(written);
  if (all.has('wheat')) all.add('gluten');
  return all;
}

export function allBreaks(written: Iterable<Diet>, allergens: Iterable<Allergen>): Set<Diet> {
  const all = new Set<Diet>();
  const add = (diet: Diet): void => {
    all.add(diet);
    BREAKS_BY_DIET[diet]?.forEach(add);
  };
  for (const diet of written) add(diet);
  for (const allergen of allAllergens(allergens)) BREAKS_BY_ALLERGEN[allergen]?.forEach(add);
  return all;
}

/** Diets that everyone keeps who keeps this one. */
export function impliedDiets(diet: Diet): Diet[] {
  return DIETS.filter((implied) => implied !== diet && allBreaks([implied], []).has(diet));
}

/** What the lines of a food file say. */
export type WrittenFacts = {
  readonly allergens: readonly Allergen[];
  readonly mayContain: readonly Allergen[];
  readonly breaks: readonly Diet[];
  readonly mayBreak: readonly Diet[];
};

/** Shellfish, on which the schools of Islam differ. */
const SHELLFISH: ReadonlySet<string> = new Set<Allergen>(['crustaceans', 'molluscs']);
const MEATLESS: ReadonlySet<string> = new Set<Diet>(['vegetarian', 'pescatarian']);

/** Diets that only some brands break, or about which authorities differ. */
export function allMayBreaks({ allergens, mayContain, breaks, mayBreak }: WrittenFacts): Set<Diet> {
  const all = allBreaks(mayBreak, mayContain);
  if ([...allergens, ...mayContain].some((allergen) => SHELLFISH.has(allergen))) all.add('halal-style');
  // Rennet, gelatine, fat or colour of an animal, often not named on the label.
  const mayHideAnimal = mayBreak.some((diet) => MEATLESS.has(diet));
  const hasRennet = allergens.includes('milk') && breaks.some((diet) => MEATLESS.has(diet));
  if (mayHideAnimal || hasRennet) all.add('halal-style').add('kosher-style');
  return all.difference(allBreaks(breaks, allergens));
}

/** Salt as on EU labels: sodium times 2.5. */
export function saltG(sodiumG: number): number {
  return sodiumG * 2.5;
}
