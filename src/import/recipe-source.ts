/**
 * Converts an imported recipe to one that a family can keep, within the limits of what is stored. Headings become lines,
 * texts are cleaned, and what is too long is shortened and named.
 */
import type { Course } from '#domain/recipe/course.ts';
import { linesOfGroups } from '#domain/recipe/headings.ts';
import type { RecipeAbout } from '#domain/recipe/recipe-about.ts';
import { MAX_INGREDIENTS, MAX_STEPS, type RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { Slot } from '#domain/plan/plan.ts';
import type { ImportedRecipe, ImportedReference } from './imported-recipe.ts';
import { readWords } from '#languages/words.ts';

const { oneOf } = readWords('pages');

/** `shortened`: the fields of which something had to be left out. */
export type ConvertedRecipe = { source: RecipeSource; shortened: ShortenedField[] };
type ShortenedField = 'title' | 'ingredients' | 'steps' | 'notes' | 'about';

const MAX_MINUTES = 2_880;
const MAX_SERVINGS = 99;
const DEFAULT_SERVINGS = 4;

export function recipeSourceOf(recipe: ImportedRecipe): ConvertedRecipe {
  const shortened = new Set<ShortenedField>();
  const fit = (field: ShortenedField, text: string, max: number): string => {
    const clean = cleanText(text);
    const short = clean.length <= max ? clean : Array.from(clean).slice(0, max).join('').trim();
    if (short.length < clean.length) shortened.add(field);
    return short;
  };
  const fitAll = (field: ShortenedField, texts: readonly string[], max: number, count: number): string[] => {
    const all = texts.map((text) => fit(field, text, max)).filter((text) => text !== '');
    if (all.length > count) shortened.add(field);
    return all.slice(0, count);
  };
  const steps = recipe.stepGroups.map(({ heading, steps: lines }) => ({
    ...(heading && { heading }),
    lines,
  }));
  const { meals, course } = useOf(recipe);
  const source: RecipeSource = {
    title: fit('title', recipe.title, 200) || '?',
    servings: findServings(recipe.yield ?? '') ?? DEFAULT_SERVINGS,
    ...minutesOf(recipe),
    meals: [...meals],
    ...(course && { course }),
    cuisine: recipe.cuisines.map(cleanText).find((cuisine) => cuisine !== '' && cuisine.length <= 50) ?? '',
    protein: '',
    keeps: false,
    ingredients: fitAll('ingredients', linesOfGroups(recipe.ingredientGroups), 500, MAX_INGREDIENTS),
    steps: fitAll('steps', linesOfGroups(steps), 5_000, MAX_STEPS),
  };
  const about = aboutOf(recipe, fit, fitAll);
  return {
    source: { ...source, ...(Object.keys(about).length > 0 && { about }) },
    shortened: [...shortened],
  };
}

type Fit = (field: ShortenedField, text: string, max: number) => string;
type FitAll = (field: ShortenedField, texts: readonly string[], max: number, count: number) => string[];

function aboutOf(recipe: ImportedRecipe, fit: Fit, fitAll: FitAll): RecipeAbout {
  const { picture, language = '' } = recipe;
  const address = picture && 'address' in picture ? webAddress(picture.address) : undefined;
  const nutrition = Object.entries(recipe.nutrition ?? {})
    .filter(([name]) => /^[A-Za-z]{1,40}$/.test(name))
    .map(([name, value]) => [name, fit('about', value, 1_000)])
    .filter(([, value]) => value !== '')
    .slice(0, 30);
  const about: RecipeAbout = {
    description: fit('about', recipe.description ?? '', 5_000),
    yield: isOnlyServings(recipe.yield ?? '') ? '' : fit('about', recipe.yield ?? '', 200),
    notes: fitAll('notes', recipe.notes, 5_000, 50),
    author: fit('about', recipe.author ?? '', 200),
    source: fit('about', recipe.source ?? '', 2_000),
    language: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/.test(language) ? language : '',
    tags: fitAll('about', recipe.tags, 100, 50),
    categories: fitAll('about', recipe.categories, 100, 50),
    cuisines: fitAll('about', recipe.cuisines, 100, 50),
    nutrition: Object.fromEntries(nutrition) as Record<string, string>,
    ...(address && { picture: { address } }),
  };
  return Object.fromEntries(Object.entries(about).filter(([, value]) => isGiven(value)));
}

/** The references of the lines that there are, as the lines are stored. */
export function referencesIn(
  references: readonly ImportedReference[],
  { ingredients }: Pick<RecipeSource, 'ingredients'>,
): ImportedReference[] {
  const lines = new Set(ingredients);
  const cleaned = references.map((reference) => ({ ...reference, line: cleanText(reference.line) }));
  return cleaned.filter(({ line }) => lines.has(line));
}

function isGiven(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== '';
}

function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.href.length <= 2_000 ? url.href : undefined;
}

/** Without controls, and with single spaces: a line feed would begin another step in the form. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const SERVINGS = new RegExp(
  String.raw`${oneOf('in a number of servings')}|${oneOf('ends a number of servings')}\b`,
  'i',
);
const ONLY_SERVINGS = new RegExp(
  String.raw`^(?:${oneOf('before only servings')}[ :]+)?\d{1,2}(?: ${oneOf('behind only servings')})?$`,
  'i',
);

/** "4" and "Serves 4" say no more than the number of servings. */
function isOnlyServings(text: string): boolean {
  return ONLY_SERVINGS.test(text.trim());
}

const PIECES = new RegExp(String.raw`^${oneOf('pieces')}\b`, 'i');

/** 10 for "1 loaf (10 slices)"; undefined if there are no pieces. */
function piecesIn(text: string): number | undefined {
  const words = text.split(/[\s()]+/);
  const at = words.findIndex((word) => PIECES.test(word));
  return Number.parseInt(words[at - 1] ?? '', 10) || undefined;
}

/** Whether the number of servings is that of the source, and not a guess. */
export function saysServings(recipe: ImportedRecipe): boolean {
  return findServings(recipe.yield ?? '') !== undefined;
}

/** "4 servings" and "4-6" are for four, "1 loaf" for a guess that the member sees and corrects. */
function findServings(text: string): number | undefined {
  const first = Number(/\d{1,4}/.exec(text)?.[0] ?? 0);
  const number = first === 1 && !SERVINGS.test(text) ? (piecesIn(text) ?? 1) : first;
  const isServings = SERVINGS.test(text) || /^[\d\s–-]*$/.test(text);
  const isPlausible = number >= 1 && number <= MAX_SERVINGS && (isServings || (number >= 2 && number <= 12));
  return isPlausible ? number : undefined;
}

function minutesOf({ prepMinutes = 0, cookMinutes = 0, totalMinutes = 0 }: ImportedRecipe) {
  const total = withinLimit(totalMinutes || prepMinutes + cookMinutes);
  return { activeMinutes: Math.min(total, withinLimit(prepMinutes) || total), totalMinutes: total };
}

function withinLimit(minutes: number): number {
  return Math.min(MAX_MINUTES, Math.max(0, Math.round(minutes)));
}

type Use = { readonly meals: readonly Slot[]; readonly course?: Course };

/** The first that fits counts: a salad for dinner is a main dish. `_` is the beginning or end of a word. */
const USES: readonly (readonly [RegExp, Use])[] = [
  [categoryWords('in categories of breakfast'), { meals: ['breakfast'] }],
  [categoryWords('in categories of desserts'), { meals: [], course: 'dessert' }],
  [categoryWords('in categories of drinks'), { meals: [], course: 'drink' }],
  [categoryWords('in categories of sides'), { meals: ['lunch', 'dinner'], course: 'side' }],
  [categoryWords('in categories of main meals'), { meals: ['lunch', 'dinner'] }],
  [categoryWords('in categories of salads'), { meals: ['lunch', 'dinner'], course: 'salad' }],
];

function categoryWords(list: string): RegExp {
  return new RegExp(oneOf(list).replaceAll('_', String.raw`\b`), 'i');
}

/** By the categories of the source. */
function useOf({ categories, tags }: ImportedRecipe): Use {
  for (const words of [categories, tags]) {
    const found = USES.find(([pattern]) => words.some((word) => pattern.test(word)));
    if (found) return found[1];
  }
  return { meals: ['dinner'] };
}
