/**
 * The draft of a recipe: the fields' texts, and their conversion from and to a recipe. The server validates.
 */
import type { Slot } from '#domain/plan/plan.ts';
import type { Course } from '#domain/recipe/course.ts';
import type { RecipeAbout } from '#domain/recipe/recipe-about.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import { cuisineOf, cuisineText } from '#web/meals/cuisine-text.ts';

export type DraftReference = { line: string; recipeId: string; title?: string };

export type Draft = {
  title: string;
  servings: string;
  activeMinutes: string;
  totalMinutes: string;
  meals: readonly Slot[];
  course: Course;
  cuisine: string;
  keeps: boolean;
  /** One per line. */
  ingredients: string;
  /** The lines that stand for other recipes. Without a title, the recipe is gone. */
  references: readonly DraftReference[];
  steps: string;
  description: string;
  /** One per line. */
  notes: string;
  author: string;
  source: string;
};

/** What no field shows. */
export type Hidden = Pick<RecipeSource, 'protein' | 'about' | 'references'>;

export const NEW_DRAFT: Draft = {
  title: '',
  servings: '4',
  activeMinutes: '',
  totalMinutes: '',
  meals: ['dinner'],
  course: 'main',
  cuisine: '',
  keeps: false,
  ingredients: '',
  references: [],
  steps: '',
  description: '',
  notes: '',
  author: '',
  source: '',
};

/** `titles` are those of the recipes that its lines stand for, by id. */
export function draftOf(
  source: RecipeSource,
  t: Translate,
  titles: ReadonlyMap<string, string> = new Map(),
): Draft {
  const { protein: _unseen, about = {}, references = [], ...shown } = source;
  return {
    ...shown,
    course: source.course ?? 'main',
    description: about.description ?? '',
    notes: (about.notes ?? []).join('\n'),
    author: about.author ?? '',
    source: about.source ?? '',
    cuisine: cuisineText(t, source.cuisine),
    servings: `${source.servings}`,
    activeMinutes: `${source.activeMinutes}`,
    totalMinutes: `${source.totalMinutes}`,
    ingredients: source.ingredients.join('\n'),
    references: references.map((reference) => {
      const title = titles.get(reference.recipeId);
      return { ...reference, ...(title !== undefined && { title }) };
    }),
    steps: source.steps.join('\n'),
  };
}

/** The request body. `hidden` has the values that no field shows. */
export function sourceOf(draft: Draft, hidden: Hidden, t: Translate): RecipeSource {
  const { description, notes, author, source, course, references: linked, ...shown } = draft;
  const ingredients = linesOf(draft.ingredients);
  const references = linked
    .filter(({ line }) => ingredients.includes(line))
    .map(({ line, recipeId }) => ({ line, recipeId }));
  const about = aboutOf({ description, notes, author, source }, hidden.about);
  return {
    ...shown,
    protein: hidden.protein,
    cuisine: cuisineOf(t, draft.cuisine),
    meals: [...draft.meals],
    ...(course !== 'main' && { course }),
    servings: Number(draft.servings),
    activeMinutes: Number(draft.activeMinutes),
    // An empty total means: the same as the active time.
    totalMinutes: Number(draft.totalMinutes.trim() || draft.activeMinutes),
    ingredients,
    steps: linesOf(draft.steps),
    // Also when it is empty: the server keeps the stored value of a field that is not sent.
    ...((hidden.references || references.length > 0) && { references }),
    ...((hidden.about || Object.keys(about).length > 0) && { about }),
  };
}

function aboutOf(
  { description, notes, author, source }: Pick<Draft, 'description' | 'notes' | 'author' | 'source'>,
  before: RecipeAbout = {},
): RecipeAbout {
  const { description: _d, notes: _n, author: _a, source: _s, ...unseen } = before;
  return {
    ...unseen,
    ...(description.trim() && { description: description.trim() }),
    ...(linesOf(notes).length > 0 && { notes: linesOf(notes) }),
    ...(author.trim() && { author: author.trim() }),
    ...(source.trim() && { source: source.trim() }),
  };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Ingredients as they are typed. A line stays the recipe that it was while its title is in it: only the amount has changed. */
export function withIngredients(
  draft: Draft,
  ingredients: string,
): Pick<Draft, 'ingredients' | 'references'> {
  const [before, after] = [linesOf(draft.ingredients), linesOf(ingredients)];
  const references = draft.references.map((reference) => {
    const typed = after[before.indexOf(reference.line)];
    const isSameRecipe =
      before.length === after.length &&
      reference.title !== undefined &&
      typed?.toLowerCase().includes(reference.title.toLowerCase());
    return isSameRecipe && typed !== undefined ? { ...reference, line: typed } : reference;
  });
  return { ingredients, references };
}
