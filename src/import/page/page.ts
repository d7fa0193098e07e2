/** Reads the recipe of a web page: structured data first, then what the page shows, each completing the other. */
import type { ImportedRecipe, NotFound } from '#import/imported-recipe.ts';
import { type Block, blocksOf } from './shown/blocks.ts';
import { parseDocument } from './document.ts';
import { findEmbeddedRecipes } from './markup/embedded-items.ts';
import { chooseIngredients } from './shown/ingredient-choice.ts';
import { factsOf } from './shown/fact-lines.ts';
import { guessLanguage } from './shown/language.ts';
import { findMicroformatRecipes } from './markup/microformats.ts';
import { absoluteAddress, type PageFacts, readPageFacts } from './page-facts.ts';
import { lettersAndDigits, withTidyRemarks } from './plain-text.ts';
import { readSchemaRecipe, withoutUndefined } from './schema-recipe.ts';
import { findAppRecipes, findScriptRecipes } from './scripts.ts';
import { withoutCopies } from './shown/repetition.ts';
import { inOneSystem } from './shown/unit-systems.ts';
import { findVisibleRecipe, type VisibleRecipe } from './shown/visible-recipe.ts';

const NO_RECIPE: NotFound = { found: false, reason: 'There is no recipe on this page.' };
const NO_CONTENT: NotFound = {
  found: false,
  reason: 'The page names a recipe, but has neither its ingredients nor its steps.',
};

/** More than any page has, with the teasers of others. */
const MAX_RECIPES = 300;

/** `address` is where the page came from; nothing is fetched. */
export function readPage(html: string, { address }: { address?: string } = {}): ImportedRecipe | NotFound {
  const document = parseDocument(html);
  const facts = readPageFacts(document, address);
  const items = [
    ...findScriptRecipes(document),
    ...findEmbeddedRecipes(document),
    ...(html.includes('h-recipe') || html.includes('hrecipe') ? findMicroformatRecipes(document) : []),
  ];
  const declared = items.slice(0, MAX_RECIPES).map(readSchemaRecipe);
  const recipes = declared.some((recipe) => linesIn(recipe) > 0)
    ? declared
    : [...declared, ...findAppRecipes(document, html).map(readSchemaRecipe)];
  const blocks = blocksOf(document.root);
  const visible = findVisibleRecipe(blocks);
  const main = pickMain(recipes, facts);
  if (main === undefined) return fromVisible(visible, facts, blocks);
  return complete(main, recipes, visible, facts, blocks);
}

const linesIn = (recipe: ImportedRecipe): number =>
  recipe.ingredientGroups.reduce((sum, { lines }) => sum + lines.length, 0);

/** Of several recipes, the one that the page is about; the others are teasers of related ones. */
function pickMain(recipes: readonly ImportedRecipe[], facts: PageFacts): ImportedRecipe | undefined {
  const { titles } = facts;
  const addresses = [facts.address, facts.canonical].map(pageOf).filter((each) => each !== '');
  let best: ImportedRecipe | undefined;
  let bestScore = 0;
  for (const recipe of recipes) {
    if (recipe.title === '' && linesIn(recipe) === 0) continue;
    const score =
      1 +
      (linesIn(recipe) > 0 ? 4 : 0) +
      (recipe.stepGroups.length > 0 ? 2 : 0) +
      (addresses.includes(pageOf(recipe.source)) ? 5 : 0) +
      5 * Math.max(0, ...titles.map((title) => similarity(recipe.title, title)));
    if (score > bestScore) [best, bestScore] = [recipe, score];
  }
  return best;
}

/** An address without what may differ for the same page. */
function pageOf(address: string | undefined): string {
  const url = URL.parse(address ?? '');
  return url ? url.hostname.replace(/^www\./, '') + url.pathname.replace(/\/$/, '') : '';
}

/** Between 0 and 1: the same letters, one inside the other, or common words. */
function similarity(one: string, other: string): number {
  const [a, b] = [lettersAndDigits(one), lettersAndDigits(other)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  if (a.includes(b) || b.includes(a)) return 0.8;
  const words = new Set(one.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const others = new Set(other.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const common = [...words].filter((word) => others.has(word)).length;
  return (0.7 * common) / Math.max(words.size, others.size);
}

/** Whether two descriptions on one page are of the same recipe: one of them may lack the title. */
function isSame(one: string, other: string): boolean {
  return one === '' || other === '' || similarity(one, other) >= 0.8;
}

/** Fills what the main recipe lacks from other descriptions of the same recipe, and from what the page shows. */
function complete(
  main: ImportedRecipe,
  recipes: readonly ImportedRecipe[],
  visible: VisibleRecipe,
  facts: PageFacts,
  blocks: readonly Block[],
): ImportedRecipe | NotFound {
  const same = recipes.filter((recipe) => recipe !== main && isSame(recipe.title, main.title));
  const merged = same.reduce<ImportedRecipe>(
    (whole, recipe) => ({ ...recipe, ...withoutEmpty(whole) }),
    main,
  );
  const title = merged.title === '' ? facts.titles[0] : merged.title;
  const given = withoutCopies(merged.ingredientGroups);
  const ingredientGroups = inOneSystem(
    chooseIngredients(inOneSystem(given), visible.ingredientGroups, blocks),
  );
  const stepGroups = merged.stepGroups.length > 0 ? merged.stepGroups : visible.stepGroups;
  if (title === undefined || (ingredientGroups.length === 0 && stepGroups.length === 0)) return NO_CONTENT;
  const notes = merged.notes.length > 0 ? merged.notes : visible.notes;
  return withFacts({ ...merged, title, ingredientGroups, stepGroups, notes }, facts);
}

function withoutEmpty(recipe: ImportedRecipe): ImportedRecipe {
  const entries = Object.entries(recipe).filter(
    ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as ImportedRecipe;
}

/** A page without structured data. Ingredients alone may be a shopping list or a glossary. */
function fromVisible(
  visible: VisibleRecipe,
  facts: PageFacts,
  blocks: readonly Block[],
): ImportedRecipe | NotFound {
  const { ingredientGroups, stepGroups, notes } = visible;
  const [title] = facts.titles;
  if (title === undefined || ingredientGroups.length === 0) return NO_RECIPE;
  const hasAmounts = ingredientGroups.some(({ lines }) => lines.some((line) => /[\d½¼¾⅓⅔]/.test(line)));
  if (stepGroups.length === 0 && !hasAmounts) return NO_RECIPE;
  const shown = factsOf(blocks);
  return withFacts(
    withoutUndefined({
      title,
      description: facts.description,
      ingredientGroups,
      stepGroups,
      notes,
      author: facts.author,
      tags: [],
      categories: [],
      cuisines: [],
      yield: shown.yield,
      prepMinutes: shown.prepMinutes,
      cookMinutes: shown.cookMinutes,
      totalMinutes: shown.totalMinutes,
      source: undefined,
      language: undefined,
      nutrition: undefined,
      picture: undefined,
    }),
    facts,
  );
}

function withFacts(recipe: ImportedRecipe, facts: PageFacts): ImportedRecipe {
  const given = recipe.picture && 'address' in recipe.picture ? recipe.picture.address : undefined;
  const picture = absoluteAddress(given, facts.base) ?? absoluteAddress(facts.picture, facts.base);
  return withoutUndefined({
    ...recipe,
    ingredientGroups: recipe.ingredientGroups.map((group) => ({
      ...group,
      lines: group.lines.map(withTidyRemarks),
    })),
    source: facts.address ?? recipe.source,
    language: recipe.language ?? facts.language ?? guessLanguage(recipe),
    picture: picture === undefined ? undefined : { address: picture },
  });
}
