/** Tools for recipes: find and read those of the cookbook and of the family, and add one. */
import { z } from 'zod';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { getFoods } from '#cookbook/foods.ts';
import { findTranslation } from '#cookbook/translations.ts';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import type { AnyRecipe, Translation } from '#domain/recipe/book-recipe.ts';
import { type Course, COURSES } from '#domain/recipe/course.ts';
import { factsOf, type RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import { recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { writtenLines } from '#domain/recipe/sub-recipes.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { VariantOffer } from '#domain/preferences/variant-offer.ts';
import type { Warning } from '#domain/preferences/warnings.ts';
import { storedVariant } from '#domain/proposal/proposal.ts';
import { isRefusal } from '#domain/refusal.ts';
import { findFamilyRecipe } from '#queries/recipe/family-recipes.ts';
import { readPreferences } from '#queries/plan/preferences.ts';
import { searchFamilyRecipes } from '#actions/recipe/recipe-indexes.ts';
import { fitsFamily, readFamilyWarnings } from '#queries/plan/warnings.ts';
import { newIdOf } from '#http/idempotency.ts';
import { changedText, makeChange } from '#http/mcp/change.ts';
import { openLanguage } from '#http/mcp/language.ts';
import { eaterNames } from '#http/mcp/eater-names.ts';
import { variantText } from '#http/mcp/meals.ts';
import { changed, ifReadable, plannedMeal, requestId, variant, warnings } from '#http/mcp/schemas.ts';
import { ADDS, READS, tool, type ToolContext } from '#http/mcp/tool.ts';
import { showWarnings, warningsText } from '#http/mcp/warning-text.ts';

const cardFields = {
  recipeId: z.string(),
  title: z.string(),
  isOwn: z.boolean().meta({ description: "Whether it is the family's own" }),
  servings: z.int(),
  activeMinutes: z.int().meta({ description: 'Minutes of work' }),
  totalMinutes: z.int(),
  meals: z.array(z.enum(SLOTS)).meta({ description: 'The slots it suits' }),
  course: z.enum(COURSES).meta({ description: 'What it is of a meal' }),
  diets: z.array(z.enum(DIETS)).meta({ description: 'What it certainly fits' }),
  warnings,
};

type Named = { title: string; recipeId: string; course: Course };

function nameOf({ title, recipeId, course }: Named): string {
  return `${title} [${recipeId}]${course === 'main' ? '' : `, ${course}`}`;
}

async function readWarn(context: ToolContext) {
  const { store, key } = context;
  const family = await readFamilyWarnings(store.db, key.family);
  const { preferences } = await readPreferences(store.db, key.family);
  const { nameStyle } = preferences;
  return { ...family, preferences, show: (found: Warning[]) => showWarnings(context, found, nameStyle) };
}

const offerFields = {
  variant: variant.meta({ description: 'For put_meal: for eaters who cannot have the dish itself' }),
  variantTitle: plannedMeal.shape.variantTitle,
  variantFor: plannedMeal.shape.variantFor,
};

function offered(context: ToolContext, preferences: Preferences, offer: VariantOffer | undefined) {
  if (!offer) return {};
  const variantFor = eaterNames(context, preferences, offer.eaterIds);
  return { variant: storedVariant(offer), variantTitle: offer.title, variantFor };
}

const findRecipes = tool({
  name: 'find_recipes',
  title: 'Find recipes',
  description:
    "Searches the cookbook and the family's own recipes by words of the title, ingredients, or what the family calls the dish. Returns ids for read_recipe and put_meal, and warnings about eaters of the family.",
  scopes: ['recipes:read'],
  input: z.strictObject({
    search: z.string().max(200).default('').meta({ description: 'Words; empty for all' }),
    slot: z.enum(SLOTS).optional().meta({ description: 'Only dishes that suit this slot' }),
    course: z.enum(COURSES).optional().meta({ description: 'Such as side, to go with a main dish' }),
    diet: z.enum(DIETS).optional(),
    isOwn: z
      .boolean()
      .optional()
      .meta({ description: "true: only the family's own; false: only the cookbook's" }),
    isForEveryone: z.boolean().default(false).meta({
      description:
        'Only dishes without a warning for anyone of the family, or without one if their `variant` is passed to put_meal',
    }),
    limit: z.int().min(1).max(30).default(10),
  }),
  output: z.object({
    recipes: z.array(z.object({ ...cardFields, ...offerFields })),
    hasMore: z.boolean(),
  }),
  hints: READS,
  cost: 2,
  async run(context, { search, slot: meal, course, diet, isOwn: own, isForEveryone, limit }) {
    const language = await openLanguage(context);
    const { show, preferences, ...warnings } = await readWarn(context);
    const fits = isForEveryone ? (card: RecipeCard) => fitsFamily(card, warnings) : undefined;
    const query = { search, meal, course, diet, own, fits, limit, language };
    const { recipes, next } = await searchFamilyRecipes(context.store, context.key.family, query);
    const found = recipes.map((card) => ({
      ...offered(context, preferences, card.variant && warnings.offer(card, card.variant)),
      recipeId: card.id,
      title: card.title,
      isOwn: card.own,
      servings: card.servings,
      activeMinutes: card.activeMinutes,
      totalMinutes: card.totalMinutes,
      meals: [...card.meals],
      course: card.course,
      diets: [...card.diets],
      warnings: show(warnings.warn(card)),
    }));
    const lines = found.map((card) => {
      const warned = warningsText(card.warnings);
      const variant = card.variantFor ? `, ${variantText(card.variantTitle, card.variantFor)}` : '';
      return `${nameOf(card)}, ${card.totalMinutes} minutes${variant}${warned && `. ${warned}`}`;
    });
    const text = lines.length === 0 ? 'No recipe was found.' : lines.join('\n');
    return { data: { recipes: found, hasMore: next !== undefined }, text };
  },
});

const fullRecipe = z.object({
  ...cardFields,
  ingredients: z.array(z.string()),
  references: z
    .array(z.object({ line: z.string(), recipeId: z.string() }))
    .meta({ description: 'Ingredients that are recipes themselves' }),
  steps: z.array(z.string()),
  allergens: z.array(z.enum(ALLERGENS)).meta({ description: 'What its ingredients contain' }),
  mayContain: z.array(z.enum(ALLERGENS)).meta({ description: 'What some brands of its ingredients contain' }),
  notUnderstood: z
    .int()
    .meta({ description: 'Lines that were not understood: if not 0, it can have other allergens too' }),
});

/** Undefined if there is no such recipe. */
async function loadRecipe(
  context: ToolContext,
  recipeId: string,
): Promise<z.output<typeof fullRecipe> | undefined> {
  const found = await findFamilyRecipe(context.store.db, context.key.family, recipeId);
  if (!found) return undefined;
  const { recipe } = found;
  const words: AnyRecipe | Translation = findTranslation(recipe.id, await openLanguage(context)) ?? recipe;
  const lines = writtenLines(words);
  const facts = factsOf(recipe, getFoods());
  const { warn, show } = await readWarn(context);
  return {
    recipeId: recipe.id,
    title: words.title,
    isOwn: found.own !== undefined,
    servings: recipe.servings,
    activeMinutes: recipe.activeMinutes,
    totalMinutes: recipe.totalMinutes,
    meals: [...recipe.meals],
    course: recipe.course,
    diets: [...facts.diets],
    warnings: show(warn(facts)),
    ingredients: lines.map(({ text }) => text),
    references: lines.flatMap(({ text: line, recipe: used }) => (used ? { line, recipeId: used.id } : [])),
    steps: [...words.steps],
    allergens: [...facts.allergens],
    mayContain: [...facts.mayContain],
    notUnderstood: facts.unsureLines,
  };
}

function listText(words: readonly string[]): string {
  return words.join(', ') || 'none known';
}

function aboutText(recipe: z.output<typeof fullRecipe>): string {
  const { servings, totalMinutes, allergens, mayContain, notUnderstood } = recipe;
  const warned = warningsText(recipe.warnings);
  return [
    `${nameOf(recipe)}, ${servings} servings${totalMinutes > 0 ? `, ${totalMinutes} minutes` : ''}`,
    ...(warned ? [warned] : []),
    `Allergens: ${listText(allergens)}; in some brands: ${listText(mayContain)}${notUnderstood > 0 ? `; NOT SURE: ${notUnderstood} of the lines not understood` : ''}`,
  ].join('\n');
}

const readRecipe = tool({
  name: 'read_recipe',
  title: 'Read a recipe',
  description: 'Ingredients, steps, allergens and warnings of one recipe. Amounts are for its servings.',
  scopes: ['recipes:read'],
  input: z.strictObject({
    recipeId: recipeIdSchema.meta({ description: 'Of a meal, or from find_recipes' }),
  }),
  output: fullRecipe,
  hints: READS,
  async run(context, { recipeId }) {
    const recipe = await loadRecipe(context, recipeId);
    if (!recipe) return { failure: `There is no recipe ${recipeId}. find_recipes finds the ids of recipes.` };
    const steps = recipe.steps.map((step, at) => `${at + 1}. ${step}`);
    const lines = recipe.ingredients.map((line) => `- ${line}`);
    return { data: recipe, text: [aboutText(recipe), ...lines, ...steps].join('\n') };
  },
});

const { title, servings, activeMinutes, totalMinutes, meals, course, cuisine } = recipeSourceSchema.shape;
const { ingredients, references, steps } = recipeSourceSchema.shape;

const addRecipeTool = tool({
  name: 'add_recipe',
  title: 'Add a recipe',
  description:
    "Adds a recipe to the family's own, so that it can be planned and shopped for. Tell the person which lines were not understood: they could contain allergens.",
  scopes: ['recipes:write'],
  worksBlind: true,
  input: z.strictObject({
    requestId,
    title,
    servings: servings.meta({ description: 'The number of servings that the amounts are for' }),
    ingredients: ingredients.min(1).meta({
      description:
        'One line each, with amount, unit and food: “200 g red lentils, rinsed”. A line that ends with a colon is a heading',
    }),
    references: references.meta({
      description: 'Lines that stand for other recipes, such as “1 batch pizza dough”, with the id of each',
    }),
    steps: steps.default([]),
    activeMinutes: activeMinutes.default(0).meta({ description: 'Minutes of work' }),
    totalMinutes: totalMinutes.default(0),
    meals: meals.default([]).meta({ description: 'The slots it suits' }),
    course: course.meta({ description: 'main if absent' }),
    cuisine: cuisine.default('').meta({ description: 'Such as “italian”' }),
  }),
  output: z.object({
    ...changed,
    recipeId: z.string(),
    title: ifReadable(z.string()),
    allergens: ifReadable(fullRecipe.shape.allergens),
    mayContain: ifReadable(fullRecipe.shape.mayContain),
    notUnderstood: ifReadable(fullRecipe.shape.notUnderstood),
    warnings: ifReadable(warnings),
  }),
  hints: ADDS,
  async run(context, input) {
    const { requestId: _requestId, ...typed } = input;
    const source = { ...typed, protein: '', keeps: false };
    const outcome = await makeChange(context, 'add_recipe', input, async (change) => {
      const made = await addRecipe(change, context.key.family, source, { id: newIdOf(change.changeId) });
      return isRefusal(made) ? made : undefined;
    });
    if ('failure' in outcome) return outcome;
    const recipe = await loadRecipe(context, newIdOf(outcome.changeId));
    if (!recipe)
      return { failure: 'This recipe was added before with the same requestId, and deleted since.' };
    const { recipeId, title: name, allergens, mayContain, notUnderstood, warnings: warned } = recipe;
    const text = `${changedText(outcome, 'Added.')} ${aboutText(recipe)}\nchangeId: ${outcome.changeId}`;
    const data = { recipeId, title: name, allergens, mayContain, notUnderstood, warnings: warned };
    return { data: { ...outcome, ...data }, text };
  },
});

export const recipeTools = [findRecipes, readRecipe, addRecipeTool];
