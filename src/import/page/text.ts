/** Reads a recipe from plain text: a title, ingredients and steps, with or without headings between them. */
import type { ImportedRecipe, IngredientGroup, NotFound, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from './instructions.ts';
import { parseJsonValues } from './json.ts';
import { readJsonLd } from './json-ld.ts';
import { withoutMessageMarks } from './message-lines.ts';
import { readPage } from './page.ts';
import { oneLine, withoutBullet } from './plain-text.ts';
import { withoutUndefined } from './schema-recipe.ts';
import { addFact, type Facts } from './shown/fact-lines.ts';
import { MAX_BLOCKS } from './shown/blocks.ts';
import { guessLanguage } from './shown/language.ts';
import { isHeadingLine, type Part, partOfHeading } from './shown/words.ts';

const HTML =
  /<(?:!doctype|html|head|body|div|p|ul|ol|li|table|script|h[1-6]|span|article|section|br|meta|strong|b)[\s/>]/i;
const NO_RECIPE: NotFound = { found: false, reason: 'There is no recipe in this text.' };
const NO_TITLE: NotFound = { found: false, reason: 'The recipe in this text has no title.' };

/** Reads HTML, JSON-LD or plain text, whichever it is. */
export function readAny(text: string, options: { address?: string } = {}): ImportedRecipe | NotFound {
  const start = text.slice(0, 1000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const [recipe] = parseJsonValues(text).flatMap(readJsonLd);
    if (recipe) return recipe.title === '' ? NO_TITLE : withSource(recipe, options.address);
  }
  return HTML.test(text) ? readPage(text, options) : readText(text, options);
}

function withSource(recipe: ImportedRecipe, address: string | undefined): ImportedRecipe {
  return address === undefined ? recipe : { ...recipe, source: address };
}

type Group = { heading?: string; lines: string[] };
type Draft = { title: string; ingredients: Group[]; steps: Group[]; notes: string[]; facts: Facts };

export function readText(text: string, { address }: { address?: string } = {}): ImportedRecipe | NotFound {
  const lines = withoutMessageMarks(text.split(/\r\n?|\n/, MAX_BLOCKS).map(oneLine));
  const draft = lines.some((line) => partOfHeading(line) === 'ingredients')
    ? byHeadings(lines)
    : byAmounts(lines);
  const ingredientGroups: IngredientGroup[] = draft.ingredients.filter((group) => group.lines.length > 0);
  const stepGroups: StepGroup[] = draft.steps
    .filter((group) => group.lines.length > 0)
    .map(({ heading, lines: steps }) => ({
      ...(heading === undefined ? {} : { heading }),
      steps: withoutNumbering(steps),
    }));
  if (
    ingredientGroups.length === 0 ||
    (stepGroups.length === 0 && ingredientGroups.flatMap((group) => group.lines).length < 2)
  )
    return NO_RECIPE;
  if (draft.title === '') return NO_TITLE;
  return withoutUndefined({
    title: draft.title,
    description: undefined,
    yield: undefined,
    prepMinutes: undefined,
    cookMinutes: undefined,
    totalMinutes: undefined,
    ...draft.facts,
    ingredientGroups,
    stepGroups,
    notes: draft.notes,
    author: undefined,
    source: address,
    language: guessLanguage({ ingredientGroups, stepGroups }),
    tags: [],
    categories: [],
    cuisines: [],
    nutrition: undefined,
    picture: undefined,
  });
}

/** A heading such as "Ingredients" or "Zubereitung" begins each part. */
function byHeadings(lines: readonly string[]): Draft {
  const draft: Draft = {
    title: '',
    ingredients: [{ lines: [] }],
    steps: [{ lines: [] }],
    notes: [],
    facts: {},
  };
  let part: Part | undefined;
  for (const line of lines) {
    const next = partOfHeading(line);
    if (next !== undefined) part = next;
    else if (part === undefined && draft.title === '' && !addFact(draft.facts, line)) draft.title = line;
    else if (part === 'notes') draft.notes.push(withoutBullet(line));
    else if (part === 'ingredients' || part === 'steps') addLine(draft[part], line);
    else addFact(draft.facts, line);
  }
  return draft;
}

function addLine(groups: Group[], line: string): void {
  if (isHeadingLine(line)) groups.push({ heading: line.slice(0, -1).trim(), lines: [] });
  else groups[groups.length - 1]?.lines.push(withoutBullet(line));
}

const AMOUNT = /^(?:[-–—*•] ?)?(?:ca\.? |about )?[\d½¼¾⅓⅔⅛]/;
const NUMBERED = /^\d{1,2}[.)] ?\D/;
const MAX_INGREDIENT = 100;

const isIngredient = (line: string): boolean =>
  line.length <= MAX_INGREDIENT && AMOUNT.test(line) && !NUMBERED.test(line);
const isSentence = (line: string): boolean =>
  line.length > MAX_INGREDIENT || NUMBERED.test(line) || (line.length > 20 && /[.!]$/.test(line));

/** Without headings: the lines that begin with amounts are the ingredients, the sentences after them the steps. */
function byAmounts([title = '', ...lines]: readonly string[]): Draft {
  const draft: Draft = { title, ingredients: [{ lines: [] }], steps: [{ lines: [] }], notes: [], facts: {} };
  const first = lines.findIndex(isIngredient);
  if (first < 0) return draft;
  const end = lines.findIndex((line, at) => at > first && isSentence(line));
  lines.forEach((line, at) => {
    if (at < first) addFact(draft.facts, line);
    else if (end >= 0 && at >= end) addLine(draft.steps, line);
    else if (!addFact(draft.facts, line)) addLine(draft.ingredients, line);
  });
  return draft;
}
