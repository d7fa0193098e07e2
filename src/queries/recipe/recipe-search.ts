/** Searches the recipes of the cookbook and of the family, in one order, page by page. */
import { hash } from 'node:crypto';
import { catalogueVersion } from '#cookbook/catalogue-version.ts';
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type LoadSteps } from '#cookbook/lazy.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { findTranslation } from '#cookbook/translations.ts';
import type { Course } from '#domain/recipe/course.ts';
import type { Diet } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { answerableWords, wordsOfLine } from '#domain/ingredient-line/line-answers.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { BASE_LANGUAGE, byLanguage, type Language } from '#languages/language.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { cardOf, type RecipeCard, type RecipeFacts } from '#domain/recipe-view/recipe-card.ts';
import {
  comparePositions,
  type Position,
  FOOD_RANK,
  rankOf,
  type RecipeWords,
  searchWords,
  titleWordsOf,
  translatedWordsOf,
  wordsOf,
} from '#domain/recipe/recipe-search-words.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { TypoSearch } from '#domain/recipe/recipe-typos.ts';
import {
  findRecipes,
  findRecipesFingerprint,
  type OwnRecipe,
  type RecipeIndex,
} from '#storage/tables/recipe/recipes.ts';
import { findRecipesByTitle } from '#storage/tables/recipe/recipe-titles.ts';
import {
  findRecipeCards,
  type FoundRecipe,
  readAllTitles,
  searchRecipes,
} from '#storage/tables/recipe/recipe-search.ts';
import { nextTurn } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import { parseOwnRecipe } from './family-recipes.ts';
import { readBookFacts } from './book-brands.ts';
import type { Mentions } from './recipe-mentions.ts';

export type RecipeQuery = {
  search: string;
  /** Of the cookbook's recipes. */
  language: Language;
  meal?: Slot | undefined;
  course?: Course | undefined;
  diet?: Diet | undefined;
  /** True for the family's own recipes only, false for the cookbook's only. */
  own?: boolean | undefined;
  fits?: ((card: RecipeCard) => boolean) | undefined;
  /** Only these recipes. */
  ids?: ReadonlySet<string> | undefined;
  mentions?: Mentions | undefined;
  after?: Position | undefined;
  limit: number;
};

type Match = Position & { card: RecipeCard };

/** An index that was computed again, because the stored one is of another catalogue or of other answers to lines. */
export type Recomputed = {
  own: OwnRecipe;
  storedVersion: string;
  index: RecipeIndex;
  answers: string;
  /** The family's recipes that it was computed from. */
  recipes: string;
};

type SearchResult = {
  recipes: RecipeCard[];
  /** The recipes with exactly this title, own ones first. */
  sameTitle: string[];
  /** The position after which the next page begins, undefined at the end. */
  next: Position | undefined;
  /** To be stored, so that the next search finds them ready. */
  recomputed: Recomputed[];
};
type Search = RecipeQuery & {
  recomputed: Recomputed[];
  /** Of recipes of the cookbook that are different for this family. */
  bookFacts: ReadonlyMap<string, RecipeFacts>;
};

export async function searchOwnAndCookbook(
  db: Db,
  family: string,
  wanted: RecipeQuery,
): Promise<SearchResult> {
  const bookFacts = wanted.own === true ? new Map() : await readBookFacts(db, family);
  const query: Search = { ...wanted, recomputed: [], bookFacts };
  const exact = await searchExactly(db, family, query);
  const hasWords = searchWords(query.search).prefixes.length > 0;
  const others =
    hasWords && exact.length <= query.limit ? await searchWithTypos(db, family, query, exact) : [];
  const found = [...exact, ...others];
  const page = found.slice(0, query.limit);
  const same = page.filter(({ rank }) => hasWords && rank === 0);
  return {
    recipes: page.map(({ card }) => card),
    sameTitle: same
      .toSorted((first, second) => Number(second.card.own) - Number(first.card.own))
      .map(({ id }) => id),
    next: found.length > page.length ? page.at(-1) : undefined,
    recomputed: query.recomputed,
  };
}

async function searchExactly(db: Db, family: string, query: Search): Promise<Match[]> {
  return [
    ...(query.own === true ? [] : searchCookbook(query)),
    ...(query.own === false ? [] : await searchOwn(db, family, query)),
  ].toSorted(comparePositions);
}

/** The nearest come first. Nobody reads more of them than these. */
const MAX_TYPO_MATCHES = 100;

/** Only if no title matches. `exact`: what was found without typing errors after the position of the query. */
async function searchWithTypos(
  db: Db,
  family: string,
  query: Search,
  exact: readonly Match[],
): Promise<Match[]> {
  const { after } = query;
  if (after && after.rank < FOOD_RANK) return [];
  const all = after
    ? await searchExactly(db, family, { ...query, after: undefined, limit: MAX_TYPO_MATCHES })
    : exact;
  if (all.some(({ rank }) => rank < FOOD_RANK)) return [];
  const known = new Set(all.map(({ id }) => id));
  const near = await findNearRecipes(db, family, query);
  return near.filter((match) => !known.has(match.id) && (!after || comparePositions(match, after) > 0));
}

async function findNearRecipes(db: Db, family: string, query: Search): Promise<Match[]> {
  const { prefixes } = searchWords(query.search);
  const typos = new TypoSearch(prefixes);
  const { mentions } = query;
  const book = query.own === true ? [] : indexFor(query);
  const found: Match[] = book.flatMap(({ card, ...words }) => {
    const rank = typos.rankOf({ ...words, mentions: mentions?.get(card.id) ?? '' });
    return rank !== undefined && matchesFilter(card, query)
      ? [{ rank, titleWords: words.titleWords, id: card.id, card }]
      : [];
  });
  if (query.own !== false) found.push(...(await searchOwnWithTypos(db, family, query, typos)));
  return found.toSorted(comparePositions).slice(0, MAX_TYPO_MATCHES);
}

async function searchOwnWithTypos(
  db: Db,
  family: string,
  query: Search,
  typos: TypoSearch,
): Promise<Match[]> {
  const near: Position[] = [];
  for await (const titles of readAllTitles(db, family)) {
    for (const { id, titleWords } of titles) {
      const rank = typos.rankOf({ titleWords, mentions: query.mentions?.get(id) ?? '' });
      if (rank !== undefined) near.push({ id, titleWords, rank });
    }
  }
  const nearest = near.toSorted(comparePositions).slice(0, MAX_TYPO_MATCHES);
  const ranks = new Map(nearest.map(({ id, rank }) => [id, rank]));
  const cards = await findRecipeCards(db, family, [...ranks.keys()]);
  const ranked = cards.map((found) => ({ ...found, rank: ranks.get(found.id) ?? 0 }));
  const current = await withCurrentCards(db, family, ranked, query);
  return current.filter(({ card }) => matchesFilter(card, query));
}

/** The family's own recipes with the same words in their title, at most three. */
export async function findSameTitle(
  db: Db,
  family: string,
  title: string,
): Promise<{ id: string; title: string }[]> {
  const words = titleWordsOf(title);
  return words === '' ? [] : findRecipesByTitle(db, family, words, 3);
}

/** The search index that is stored with a family's own recipe. */
export async function indexRecipe(db: Db, family: string, own: OwnRecipe): Promise<RecipeIndex> {
  return indexOf(await parseOwnRecipe(db, family, own));
}

export function indexOf(recipe: Recipe): RecipeIndex {
  const foods = getFoods();
  return {
    ...wordsOf(recipe, foods),
    card: cardOf(recipe, true, foods),
    catalogueVersion: catalogueVersion(),
    lineKeys: [...new Set(recipe.ingredients.flatMap((line) => wordsOfAnswer(line) ?? []).map(lineKeyOf))],
    usedRecipes: recipe.usedRecipes ?? [],
  };
}

/** The words of a line that a member has answered or may answer. */
function wordsOfAnswer(line: IngredientLine): string | undefined {
  return line.answer ? wordsOfLine(line.text) : answerableWords(line, getFoods());
}

/** Identifies the words of a line, without showing them. Another line with the same key costs only time. */
export function lineKeyOf(words: string): string {
  return hash('sha256', words).slice(0, 12);
}

type IndexEntry = RecipeWords & { card: RecipeCard };

/** The search index of the cookbook. */
export const lazyCookbookIndex = lazy(function* (): LoadSteps<IndexEntry[]> {
  const [foods, entries] = [getFoods(), [] as IndexEntry[]];
  for (const recipe of getRecipes().recipes) {
    yield;
    entries.push({ ...wordsOf(recipe, foods), card: cardOf(recipe, false, foods) });
  }
  return entries;
});

/** The same in other languages. */
export const lazyTranslatedIndexes = byLanguage((language) =>
  lazy(function* (): LoadSteps<IndexEntry[]> {
    const entries: IndexEntry[] = [];
    for (const entry of lazyCookbookIndex.get()) {
      yield;
      const translation = findTranslation(entry.card.id, language);
      const { card: original } = entry;
      const title = translation?.variant?.title;
      const card = translation && {
        ...original,
        title: translation.title,
        ...(original.variant && title !== undefined && { variant: { ...original.variant, title } }),
      };
      entries.push(card ? { ...translatedWordsOf(entry, translation), card } : entry);
    }
    return entries;
  }),
);

function indexFor({ language, bookFacts }: Pick<Search, 'language' | 'bookFacts'>): IndexEntry[] {
  const index = language === BASE_LANGUAGE ? lazyCookbookIndex : lazyTranslatedIndexes[language];
  const entries = index.get();
  if (bookFacts.size === 0) return entries;
  return entries.map((entry) => {
    const facts = bookFacts.get(entry.card.id);
    return facts ? { ...entry, card: { ...entry.card, ...facts } } : entry;
  });
}

/** Recipes of the cookbook with exactly these words in their title. */
export function findBookTitles(
  language: Language,
  titleWords: ReadonlySet<string>,
): Map<string, Pick<RecipeCard, 'id' | 'title'>> {
  const index = language === BASE_LANGUAGE ? lazyCookbookIndex : lazyTranslatedIndexes[language];
  const found = index.get().filter((entry) => titleWords.has(entry.titleWords));
  return new Map(found.map((entry) => [entry.titleWords, { id: entry.card.id, title: entry.card.title }]));
}

function searchCookbook({ search, language, after, bookFacts, ...query }: Search): Match[] {
  const words = searchWords(search);
  return indexFor({ language, bookFacts }).flatMap(({ card, ...indexed }) => {
    const rank = rankOf(indexed, words, query.mentions?.get(card.id));
    if (rank === undefined || !matchesFilter(card, query)) return [];
    const position = { rank, titleWords: indexed.titleWords, id: card.id };
    return after && comparePositions(position, after) <= 0 ? [] : [{ ...position, card }];
  });
}

const FITS_BATCH_SIZE = 100;

/** Returns one recipe more than a page holds, if there is one: then there is a next page. */
async function searchOwn(db: Db, family: string, query: Search): Promise<Match[]> {
  const found: FoundRecipe[] = [];
  const words = searchWords(query.search);
  const { mentions, ids } = query;
  const search = {
    titleWords: words.titleWords,
    prefixes: [...words.prefixes],
    mentions: words.prefixes.map((prefix) => idsWithWord(mentions, prefix)),
    ids: ids && [...ids],
    filter: {
      ...(query.meal && { meals: [query.meal] }),
      ...(query.course && { course: query.course }),
      ...(query.diet && { diets: [query.diet] }),
    },
    catalogueVersion: catalogueVersion(),
    // A condition that the database does not know may refuse most of what it finds.
    limit: query.fits ? FITS_BATCH_SIZE : query.limit + 1,
  };
  let { after } = query;
  for (;;) {
    const batch = await searchRecipes(db, family, { ...search, after });
    const current = await withCurrentCards(db, family, batch, query);
    found.push(...current.filter(({ card }) => matchesFilter(card, query)));
    if (found.length > query.limit || batch.length < search.limit) return found;
    after = batch.at(-1);
    await nextTurn();
  }
}

function idsWithWord(mentions: Mentions | undefined, prefix: string): string[] {
  return [...(mentions ?? [])].flatMap(([id, words]) => (words.includes(` ${prefix}`) ? [id] : []));
}

function matchesFilter(
  card: RecipeCard,
  { meal, course, diet, fits, ids }: Omit<RecipeQuery, 'search' | 'language' | 'own' | 'limit'>,
): boolean {
  const { meals, diets } = card;
  if (ids && !ids.has(card.id)) return false;
  if (course && card.course !== course) return false;
  return (!meal || meals.includes(meal)) && (!diet || diets.includes(diet)) && (!fits || fits(card));
}

/** The same recipes with cards of this catalogue version, without those that were deleted meanwhile. */
async function withCurrentCards(
  db: Db,
  family: string,
  batch: FoundRecipe[],
  { recomputed }: Search,
): Promise<FoundRecipe[]> {
  const current = catalogueVersion();
  const others = batch.filter(({ catalogueVersion: version }) => version !== current);
  if (others.length === 0) return batch;
  const made = await recomputeIndexes(db, family, others);
  recomputed.push(...made);
  const indexes = new Map(made.map(({ own, index }) => [own.id, index]));
  const otherIds = new Set(others.map(({ id }) => id));
  return batch.flatMap((found) => {
    const index = indexes.get(found.id);
    if (index) return [{ ...found, card: index.card, catalogueVersion: index.catalogueVersion }];
    return otherIds.has(found.id) ? [] : [found];
  });
}

export async function recomputeIndexes(
  db: Db,
  family: string,
  stored: readonly Pick<FoundRecipe, 'id' | 'catalogueVersion'>[],
): Promise<Recomputed[]> {
  const versions = new Map(stored.map(({ id, catalogueVersion: version }) => [id, version]));
  const answers = await findLineAnswersFingerprint(db, family);
  const recipes = await findRecipesFingerprint(db, family);
  const recomputed: Recomputed[] = [];
  for (const own of await findRecipes(db, family, [...versions.keys()])) {
    const index = await indexRecipe(db, family, own);
    recomputed.push({ own, storedVersion: versions.get(own.id) ?? '', index, answers, recipes });
  }
  return recomputed;
}
