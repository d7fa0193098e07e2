/** Reads a recipe from plain text: a title, ingredients and steps, with or without headings between them. */
import type { ImportedRecipe, IngredientGroup, NotFound, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from './instructions.ts';
import { parseJsonValues } from './json.ts';
import { readJsonLd } from './json-ld.ts';
import { readPage } from './page.ts';
import { withoutClosing } from './farewell.ts';
import {
  isAboutFood,
  isGroupLine,
  isInstruction,
  isPriced,
  isTableHeader,
  isTime,
  isTold,
  joinAmounts,
  joinSentences,
  withoutLeaders,
} from './pasted/list-lines.ts';
import { type LineGroup, withoutEmpty } from './line-groups.ts';
import { withLabelsApart } from './pasted/labels.ts';
import { withoutMessageMarks } from './pasted/message-lines.ts';
import { ingredientsInProse } from './pasted/prose.ts';
import { findTitle, isGroupHeading, isPageHead, titleOfFoods } from './pasted/title.ts';
import { oneLine, withoutBullet } from './plain-text.ts';
import { withoutUndefined } from './schema-recipe.ts';
import { addFact, type Facts, findPortions } from './shown/fact-lines.ts';
import { MAX_BLOCKS } from './shown/blocks.ts';
import { guessLanguage } from './shown/language.ts';
import { withoutHeadingOfAll } from './shown/visible-recipe.ts';
import {
  introducesLines,
  onlyEndsWithPart,
  type Part,
  partOfHeading,
} from '#import/page/words/part-words.ts';

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

type Draft = { title: string; ingredients: LineGroup[]; steps: LineGroup[]; notes: string[]; facts: Facts };

export function readText(text: string, { address }: { address?: string } = {}): ImportedRecipe | NotFound {
  const lines = withLabelsApart(withoutMessageMarks(text.split(/\r\n?|\n/, MAX_BLOCKS).map(oneLine)));
  const draft = readHeadings(lines) ?? readAmounts(lines) ?? readProse(lines);
  if (!draft) return NO_RECIPE;
  const ingredientGroups: IngredientGroup[] = withoutHeadingOfAll(
    withoutEmpty(draft.ingredients.map((group) => ({ ...group, lines: joinAmounts(group.lines) }))),
    'ingredients',
  );
  const stepGroups = stepGroupsOf(draft.steps);
  const all = ingredientGroups.flatMap((group) => group.lines);
  if (all.length === 0 || (stepGroups.length === 0 && all.length < 2)) return NO_RECIPE;
  return withoutUndefined({
    title: draft.title === '' ? titleOfFoods(all) : draft.title,
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

function stepGroupsOf(groups: readonly LineGroup[]): StepGroup[] {
  return withoutHeadingOfAll(withoutEmpty(groups), 'steps')
    .map(({ lines, ...group }, at, all) => {
      const joined = joinSentences(lines);
      const steps = withoutNumbering(at === all.length - 1 ? withoutClosing(joined) : joined);
      return { ...group, steps };
    })
    .filter(({ steps }) => steps.length > 0);
}

const emptyDraft = (): Draft => ({
  title: '',
  ingredients: [{ lines: [] }],
  steps: [{ lines: [] }],
  notes: [],
  facts: {},
});

/** What the lines say besides facts about the recipe: "Dumplings" of "Dumplings | 30 min | serves 4". */
function withoutFacts(facts: Facts, lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const parts = line.split(/ [|•·] /);
    const others = parts.length > 1 ? parts.filter((part) => !addPart(facts, part)) : [line];
    if (others.length < parts.length) return others;
    if (addFact(facts, line)) return [];
    const [, text = line, remark = ''] = WITH_REMARK.exec(line) ?? [];
    return [addPart(facts, remark) ? text : line];
  });
}

/** "Lentil soup (serves 6)" */
const WITH_REMARK = /^(.{3,80}?) ?\(([^()]{2,30})\)$/;

/** Short facts may have no label: "30 min". */
function addPart(facts: Facts, part: string): boolean {
  return addFact(facts, part) || (isTime(part) && addFact(facts, `Time: ${part}`));
}

/** A heading such as "Ingredients" or "Zubereitung" begins each part. */
function readHeadings(lines: readonly string[]): Draft | undefined {
  if (!lines.some((line) => partOfHeading(line) === 'ingredients')) return undefined;
  const draft = emptyDraft();
  const start = lines.findIndex((line) => partOfHeading(line) !== undefined);
  draft.title = findTitle(withoutFacts(draft.facts, lines.slice(0, start)));
  addParts(draft, lines.slice(start), undefined);
  return draft;
}

/**
 * Lines with headings between them. Without a heading for the steps, the first instruction after the last ingredient begins
 * them: no ingredient may become a step.
 */
function addParts(draft: Draft, lines: readonly string[], first: Part | undefined): void {
  const end = lines.some((line) => partOfHeading(line) === 'steps')
    ? lines.length
    : lines.findLastIndex(isIngredient);
  let part = first;
  for (const [at, line] of lines.entries()) {
    const named = partOfHeading(line);
    const next =
      part === 'steps' && named === 'ingredients' && isStep(line, lines[at + 1]) ? undefined : named;
    if (next !== undefined) {
      part = next;
      const portions = next === 'ingredients' ? findPortions(line) : undefined;
      if (portions !== undefined) draft.facts.yield ??= portions;
      if (onlyEndsWithPart(line)) startGroup(draft, next, line);
      continue;
    }
    if (part === 'ingredients' && at > end && isInstruction(line) && hasLines(draft.ingredients))
      part = 'steps';
    // A note between two ingredients.
    if (part === 'notes' && isIngredient(line) && hasLines(draft.ingredients) && !hasLines(draft.steps))
      part = 'ingredients';
    if (part === 'notes') draft.notes.push(withoutBullet(line));
    else if (part === 'ingredients' && first !== undefined && addFact(draft.facts, line)) continue;
    else if (part === 'ingredients' && isTableHeader(line)) continue;
    else if (part === 'ingredients' && isGroupLine(line, lines[at + 1]))
      draft.ingredients.push({ heading: line, lines: [] });
    else if (part === 'ingredients') addLine(draft.ingredients, withoutLeaders(withoutListMarks(line)));
    else if (part === 'steps') addLine(draft.steps, withoutBullet(line));
    else addFact(draft.facts, line);
  }
}

/** "Mezclar los ingredientes" among the steps, above no ingredient. */
function isStep(line: string, next = ''): boolean {
  return onlyEndsWithPart(line) && !isIngredient(next);
}

/** "Frosting ingredients" and "Frosting instructions". */
function startGroup(draft: Draft, part: Part, line: string): void {
  const groups = part === 'ingredients' ? draft.ingredients : draft.steps;
  groups.push({ heading: line.replace(/ ?[:：]$/, ''), lines: [] });
}

const hasLines = (groups: readonly LineGroup[]): boolean => groups.some(({ lines }) => lines.length > 0);

function addLine(groups: LineGroup[], line: string): void {
  if (introducesLines(line)) groups.push({ heading: line.slice(0, -1).trim(), lines: [] });
  else groups[groups.length - 1]?.lines.push(line);
}

const AMOUNT = /^(?:ca\.? |about )?[\d½¼¾⅓⅔⅛]/;
const NUMBERED = /^\d{1,2}[.)] ?\D/;
const MAX_INGREDIENT = 100;
const MAX_TITLE = 60;

/** "- 2 eggs", "2. 200 g flour": a number before an amount counts the lines. */
function withoutListMarks(line: string): string {
  return withoutBullet(line).replace(/^\d{1,2}[.)] ([\d½¼¾⅓⅔⅛])/, '$1');
}

function isIngredient(line: string): boolean {
  const bare = withoutListMarks(line);
  const isShort = bare.length <= MAX_INGREDIENT && AMOUNT.test(bare);
  return isShort && !NUMBERED.test(bare) && !isTold(bare) && !isTime(bare);
}

/** A line with an amount, whatever it tells, must not get lost above the list. */
function isCounted(line: string): boolean {
  const bare = withoutListMarks(line);
  return AMOUNT.test(bare) && !isTime(bare) && bare.length <= MAX_INGREDIENT && !NUMBERED.test(bare);
}

/** Without a heading: the lines that begin with amounts are the ingredients, the instructions after them the steps. */
function readAmounts(lines: readonly string[]): Draft | undefined {
  // A scanned page may begin with its number.
  const from = isPageHead(lines[0] ?? '') && !isIngredient(lines[1] ?? '') ? 1 : 0;
  const first = lines.findIndex(
    (line, at) => at >= from && (isIngredient(line) || (at > 0 && isCounted(line))),
  );
  if (first < 0 || !lines.some((line, at) => at > first && isIngredient(line))) return undefined;
  if (isPriced(lines) || !isAboutFood(lines)) return undefined;
  const draft = emptyDraft();
  const start = isGroupHeading(lines.slice(0, first)) ? first - 1 : first;
  draft.title = findTitle(withoutFacts(draft.facts, lines.slice(0, start)));
  addParts(draft, lines.slice(start), 'ingredients');
  return draft;
}

/** Told in sentences, below a title or behind a label. */
function readProse(lines: readonly string[]): Draft | undefined {
  const draft = emptyDraft();
  const told = withoutFacts(draft.facts, lines);
  const start = told.findIndex(
    (line, at) => /\d/.test(line) || (isTold(line) && !(at === 0 && isTitleLike(line))),
  );
  if (start < 0) return undefined;
  const [, label = '', rest = ''] = LABEL.exec(told[start] as string) ?? [];
  const body = withoutClosing(rest === '' ? told.slice(start) : [rest, ...told.slice(start + 1)]);
  const steps = withoutNumbering(joinSentences(body.map(withoutBullet)));
  const sentences = steps.flatMap((step) => step.split(/(?<=[.!?]) (?=\p{Lu})/u));
  const ingredients = ingredientsInProse(sentences);
  if (!ingredients) return undefined;
  draft.title = findTitle([...told.slice(0, start), ...(label === '' ? [] : [label])]);
  draft.ingredients = [{ lines: ingredients }];
  draft.steps = [{ lines: steps.length === 1 ? sentences : steps }];
  return draft;
}

/** "How I make shakshuka" */
const isTitleLike = (line: string): boolean => line.length <= MAX_TITLE && !/[.,;:!]$/.test(line);

/** "Omas Pfannkuchen: 250 g Mehl …" */
const LABEL = /^([^:：.!?\d]{3,60})[:：] (.+)$/;
