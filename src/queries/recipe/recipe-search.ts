/** Searches the recipes of the cookbook and of the family, in one order, page by page. */
import { hash } from 'node:crypto';
import { catalogueVersion, isOlderVersion } from '#cookbook/catalogue-version.ts';
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type Steps } from '#cookbook/lazy.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { findTranslation } from '#cookbook/translations.ts';
import type { Diet } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { wordsOfLine, unclearWords } from '#domain/ingredient-line/line-answers.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { BASE_LANGUAGE, byLanguage, type Language } from '#languages/language.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { cardOf, type RecipeCard } from '#domain/recipe/recipe-card.ts';
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
  type OwnRecipe,
  type RecipeIndex,
  updateRecipeIndex,
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
import type { Store } from '#storage/store.ts';
import { lockFamily } from '#storage/transaction.ts';
import { parseOwnRecipe } from './family-recipes.ts';
import type { Mentions } from './recipe-mentions.ts';

export type RecipeQuery = {
  search: string;
  /** Of the cookbook's recipes. */
  language: Language;
  meal?: Slot | undefined;
  diet?: Diet | undefined;
  /** True for the family's own recipes only, false for the cookbook's only. */
  own?: boolean | undefined;
  fits?: ((card: RecipeCard) => boolean) | undefined;
  /** One of the family's tags. */
  tag?: string | undefined;
  mentions?: Mentions | undefined;
  after?: Position | undefined;
  limit: number;
};

type Match = Position & { card: RecipeCard };

/** `sameTitle`: the recipes with exactly this title, own ones first. */
type SearchResult = { recipes: RecipeCard[]; sameTitle: string[]; next: Position | undefined };

/** `next` is the position after which the next page begins, undefined at the end. */
export async function searchFamilyRecipes(
  store: Store,
  family: string,
  query: RecipeQuery,
): Promise<SearchResult> {
  const exact = await searchExactly(store, family, query);
  const hasWords = searchWords(query.search).prefixes.length > 0;
  const others =
    hasWords && exact.length <= query.limit ? await searchWithTypos(store, family, query, exact) : [];
  const found = [...exact, ...others];
  const page = found.slice(0, query.limit);
  const same = page.filter(({ rank }) => hasWords && rank === 0);
  return {
    recipes: page.map(({ card }) => card),
    sameTitle: same
      .toSorted((one, other) => Number(other.card.own) - Number(one.card.own))
      .map(({ id }) => id),
    next: found.length > page.length ? page.at(-1) : undefined,
  };
}

async function searchExactly(store: Store, family: string, query: RecipeQuery): Promise<Match[]> {
  return [
    ...(query.own === true ? [] : searchCookbook(query)),
    ...(query.own === false ? [] : await searchOwn(store, family, query)),
  ].toSorted(comparePositions);
}

/** The nearest come first. Nobody reads more of them than these. */
const MAX_TYPO_MATCHES = 100;

/** Only if no title matches. `exact`: what was found without typing errors after the position of the query. */
async function searchWithTypos(
  store: Store,
  family: string,
  query: RecipeQuery,
  exact: readonly Match[],
): Promise<Match[]> {
  const { after } = query;
  if (after && after.rank < FOOD_RANK) return [];
  const all = after
    ? await searchExactly(store, family, { ...query, after: undefined, limit: MAX_TYPO_MATCHES })
    : exact;
  if (all.some(({ rank }) => rank < FOOD_RANK)) return [];
  const known = new Set(all.map(({ id }) => id));
  const near = await findNearRecipes(store, family, query);
  return near.filter((match) => !known.has(match.id) && (!after || comparePositions(match, after) > 0));
}

async function findNearRecipes(store: Store, family: string, query: RecipeQuery): Promise<Match[]> {
  const { prefixes } = searchWords(query.search);
  const typos = new TypoSearch(prefixes);
  const mentions = query.mentions?.words;
  const book = query.own === true ? [] : indexFor(query.language).get();
  const found: Match[] = book.flatMap(({ card, ...words }) => {
    const rank = typos.rankOf({ ...words, mentions: mentions?.get(card.id) ?? '' });
    return rank !== undefined && matchesFilter(card, query)
      ? [{ rank, titleWords: words.titleWords, id: card.id, card }]
      : [];
  });
  if (query.own !== false) found.push(...(await searchOwnWithTypos(store, family, query, typos)));
  return found.toSorted(comparePositions).slice(0, MAX_TYPO_MATCHES);
}

async function searchOwnWithTypos(
  store: Store,
  family: string,
  query: RecipeQuery,
  typos: TypoSearch,
): Promise<Match[]> {
  const near: Position[] = [];
  for await (const titles of readAllTitles(store.db, family)) {
    for (const { id, titleWords } of titles) {
      const rank = typos.rankOf({ titleWords, mentions: query.mentions?.words.get(id) ?? '' });
      if (rank !== undefined) near.push({ id, titleWords, rank });
    }
  }
  const nearest = near.toSorted(comparePositions).slice(0, MAX_TYPO_MATCHES);
  const ranks = new Map(nearest.map(({ id, rank }) => [id, rank]));
  const cards = await findRecipeCards(store.db, family, [...ranks.keys()]);
  const ranked = cards.map((found) => ({ ...found, rank: ranks.get(found.id) ?? 0 }));
  const current = await withCurrentCards(store, family, ranked);
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
    lineKeys: [...new Set(recipe.ingredients.flatMap((line) => answerableWords(line) ?? []).map(lineKeyOf))],
  };
}

/** The words of a line that a member has answered or may answer. */
function answerableWords(line: IngredientLine): string | undefined {
  return line.answer ? wordsOfLine(line.text) : unclearWords(line);
}

/** Identifies the words of a line, without showing them. Another line with the same key costs only time. */
export function lineKeyOf(words: string): string {
  return hash('sha256', words).slice(0, 12);
}

type IndexEntry = RecipeWords & { card: RecipeCard };

/** The search index of the cookbook. */
export const lazyCookbookIndex = lazy(function* (): Steps<IndexEntry[]> {
  const [foods, entries] = [getFoods(), [] as IndexEntry[]];
  for (const recipe of getRecipes().recipes) {
    yield;
    entries.push({ ...wordsOf(recipe, foods), card: cardOf(recipe, false, foods) });
  }
  return entries;
});

/** The same in other languages. */
export const lazyTranslatedIndexes = byLanguage((language) =>
  lazy(function* (): Steps<IndexEntry[]> {
    const entries: IndexEntry[] = [];
    for (const entry of lazyCookbookIndex.get()) {
      yield;
      const translation = findTranslation(entry.card.id, language);
      const card = translation && { ...entry.card, title: translation.title };
      entries.push(card ? { ...translatedWordsOf(entry, translation), card } : entry);
    }
    return entries;
  }),
);

function indexFor(language: Language) {
  return language === BASE_LANGUAGE ? lazyCookbookIndex : lazyTranslatedIndexes[language];
}

function searchCookbook({ search, language, after, ...query }: RecipeQuery): Match[] {
  const words = searchWords(search);
  return indexFor(language)
    .get()
    .flatMap(({ card, ...indexed }) => {
      const rank = rankOf(indexed, words, query.mentions?.words.get(card.id));
      if (rank === undefined || !matchesFilter(card, query)) return [];
      const position = { rank, titleWords: indexed.titleWords, id: card.id };
      return after && comparePositions(position, after) <= 0 ? [] : [{ ...position, card }];
    });
}

const FITS_BATCH_SIZE = 100;

/** Returns one recipe more than a page holds, if there is one: then there is a next page. */
async function searchOwn(store: Store, family: string, query: RecipeQuery): Promise<Match[]> {
  const found: FoundRecipe[] = [];
  const words = searchWords(query.search);
  const { mentions, tag } = query;
  const search = {
    titleWords: words.titleWords,
    prefixes: [...words.prefixes],
    mentions: words.prefixes.map((prefix) => idsWithWord(mentions, prefix)),
    ids: tag === undefined ? undefined : (mentions?.idsOfTag(tag) ?? []),
    filter: { ...(query.meal && { meals: [query.meal] }), ...(query.diet && { diets: [query.diet] }) },
    catalogueVersion: catalogueVersion(),
    // A condition that the database does not know may refuse most of what it finds.
    limit: query.fits ? FITS_BATCH_SIZE : query.limit + 1,
  };
  let { after } = query;
  for (;;) {
    const batch = await searchRecipes(store.db, family, { ...search, after });
    const current = await withCurrentCards(store, family, batch);
    found.push(...current.filter(({ card }) => matchesFilter(card, query)));
    if (found.length > query.limit || batch.length < search.limit) return found;
    after = batch.at(-1);
    await nextTurn();
  }
}

function idsWithWord(mentions: Mentions | undefined, prefix: string): string[] {
  return [...(mentions?.words ?? [])].flatMap(([id, words]) => (words.includes(` ${prefix}`) ? [id] : []));
}

function matchesFilter(
  card: RecipeCard,
  { meal, diet, fits, tag, mentions }: Pick<RecipeQuery, 'meal' | 'diet' | 'fits' | 'tag' | 'mentions'>,
): boolean {
  const { meals, diets } = card;
  if (tag !== undefined && !mentions?.idsOfTag(tag).includes(card.id)) return false;
  return (!meal || meals.includes(meal)) && (!diet || diets.includes(diet)) && (!fits || fits(card));
}

/** The same recipes with cards of this catalogue version, without those that were deleted meanwhile. */
async function withCurrentCards(store: Store, family: string, batch: FoundRecipe[]): Promise<FoundRecipe[]> {
  const current = catalogueVersion();
  const others = batch.filter(({ catalogueVersion: version }) => version !== current);
  if (others.length === 0) return batch;
  const recomputed = await refreshIndexes(store, family, others);
  const otherIds = new Set(others.map(({ id }) => id));
  return batch.flatMap((found) => {
    const index = recomputed.get(found.id);
    if (index) return [{ ...found, card: index.card, catalogueVersion: index.catalogueVersion }];
    return otherIds.has(found.id) ? [] : [found];
  });
}

/**
 * Computes indexes again, by recipe. Stores those that replace an older version; the index of a newer program, which
 * may be running on the same database, is left as it is.
 */
export async function refreshIndexes(
  store: Store,
  family: string,
  stored: readonly Pick<FoundRecipe, 'id' | 'catalogueVersion'>[],
): Promise<ReadonlyMap<string, RecipeIndex>> {
  const versions = new Map(stored.map(({ id, catalogueVersion: version }) => [id, version]));
  const answers = await findLineAnswersFingerprint(store.db, family);
  const recipes = await findRecipes(store.db, family, [...versions.keys()]);
  const recomputed = new Map<string, RecipeIndex>();
  for (const own of recipes) recomputed.set(own.id, await indexRecipe(store.db, family, own));
  const outdated = recipes.filter(({ id }) => isOlderVersion(versions.get(id) ?? '', catalogueVersion()));
  if (outdated.length === 0) return recomputed;
  await store.db.transaction().execute(async (tx) => {
    await lockFamily(tx, store.kind, family);
    // An index that was computed with an answer that was taken back since could be a false "free of".
    if ((await findLineAnswersFingerprint(tx, family)) !== answers) return;
    for (const own of outdated) {
      const replaced = { ...own, catalogueVersion: versions.get(own.id) ?? '' };
      await updateRecipeIndex(tx, family, replaced, recomputed.get(own.id) as RecipeIndex);
    }
  });
  return recomputed;
}
