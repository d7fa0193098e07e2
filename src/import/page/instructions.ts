/** The steps of a recipe, from the many forms in which pages give them. */
import type { StepGroup } from '#import/imported-recipe.ts';
import { MAX_NESTING } from './json.ts';
import { plainLines, lettersAndDigits, withoutBullet } from './plain-text.ts';
import { firstText, isItem, type Item, textOfValue, typesOf, valuesOf } from './schema-values.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';
import { readWords } from '#languages/words.ts';

const { oneOf } = readWords('pages');

/** "Step 1", "Schritt 2:", "3." */
const NUMBERING = new RegExp(String.raw`^(?:${oneOf('names of steps')} ?)?(\d{1,2}) ?(?:[.):/-] ?|$)`, 'i');
/** "1-2 EL Öl", "1/2 der Butter", "1.5 l Wasser" */
const AMOUNT = /^\d{1,2}(?:[.:]\d| ?[/-] ?\d)/;
const STEP_NAME = new RegExp(
  String.raw`^${oneOf('names of steps', 'names of steps, alone')} ?#?\d{1,2} ?[.:)]?$`,
  'i',
);

export function readStepGroups(values: readonly unknown[]): StepGroup[] {
  const groups = new Groups();
  for (const value of values) addValue(groups, value, 0);
  const found = groups.finish();
  const steps = found.flatMap((group) => group.steps);
  // Everything in one step: its lines are the steps.
  const [only] = values;
  const texts = isItem(only) ? valuesOf(only, 'text') : [];
  if (steps.length !== 1 || values.length !== 1 || typeof texts[0] !== 'string') return found;
  return [{ steps: withoutNumbering(splitSteps(texts[0])) }];
}

class Groups {
  readonly #groups: { heading?: string; steps: string[] }[] = [];

  start(heading: string | undefined): void {
    this.#groups.push(heading === undefined ? { steps: [] } : { heading, steps: [] });
  }

  add(steps: readonly string[]): void {
    if (this.#groups.length === 0) this.start(undefined);
    this.#groups[this.#groups.length - 1]?.steps.push(...steps);
  }

  finish(): StepGroup[] {
    return this.#groups
      .map((group) => ({
        ...group,
        steps: withoutNumbering(group.steps.filter((step) => /[\p{L}\p{N}]/u.test(step))),
      }))
      .filter(({ steps }) => steps.length > 0);
  }
}

function addValue(groups: Groups, value: unknown, nesting: number): void {
  if (nesting > MAX_NESTING) return;
  if (!isItem(value)) {
    groups.add(splitSteps(typeof value === 'string' ? value : String(value)));
    return;
  }
  const types = typesOf(value);
  const parts = valuesOf(value, 'itemListElement', 'steps', 'step', 'recipeInstructions');
  if (parts.length > 0 && (types.includes('howtosection') || parts.some(isStep))) {
    if (types.includes('howtosection')) groups.start(firstText(value, 'name', 'headline'));
    for (const part of parts) addValue(groups, part, nesting + 1);
    if (types.includes('howtosection')) groups.start(undefined);
  } else groups.add(stepTexts(value, parts));
}

function isStep(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    (isItem(value) && !typesOf(value).some((type) => type === 'howtodirection' || type === 'howtotip'))
  );
}

/** A step with directions and tips is one step. */
function stepTexts(item: Item, directions: readonly unknown[]): string[] {
  const [inner] = valuesOf(item, 'item');
  if (isItem(inner)) return stepTexts(inner, []);
  const name = firstText(item, 'name', 'headline');
  const texts = valuesOf(
    item,
    'text',
    '@value',
    'description',
    'instruction',
    'instructions',
    'content',
    'body',
    'html',
  );
  const written = texts.length > 0 ? texts : directions;
  if (written.length === 0) return name === undefined ? [] : [name];
  const lines = written.flatMap((each) => textOfValue(each) ?? []);
  return withName(name, lines.join(' '));
}

/** The name of a step is often the beginning of its text, or only its number. */
function withName(name: string | undefined, text: string): string[] {
  if (text === '') return name === undefined ? [] : [name];
  if (name === undefined || STEP_NAME.test(name)) return [text];
  if (lettersAndDigits(text).includes(lettersAndDigits(name.replace(/…|\.\.\.$/, '')))) return [text];
  return [/[.:!?…]$/.test(name) ? `${name} ${text}` : `${name}: ${text}`];
}

/** One text with several steps: on lines of their own, or numbered on one line. */
function splitSteps(text: string): string[] {
  const lines = plainLines(text).map(withoutBullet);
  if (lines.length > 1 && partOfHeading(lines[0] as string) === 'steps') lines.shift();
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? splitNumbered(only) : lines;
}

/** "1. Mix. 2. Bake." Only numbers that count up from one separate steps. */
function splitNumbered(line: string): string[] {
  const starts: number[] = [];
  for (const { index } of line.matchAll(/[.)] ?\p{L}/gu)) {
    const number = String(starts.length + 1);
    const start = index - number.length;
    if (line.startsWith(number, start) && !/\d/.test(line[start - 1] ?? '')) starts.push(start);
  }
  if (starts.length < 2 || starts[0] !== 0) return [line];
  return starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
}

function isNumbered(step: string): boolean {
  return NUMBERING.test(step) && !AMOUNT.test(step);
}

/** Removes the numbers at the beginning of all steps, and lines that are only a number. */
export function withoutNumbering(steps: readonly string[]): string[] {
  const numbered = steps.filter(isNumbered);
  if (numbered.length === 0) return [...steps];
  const isCounted = numbered.every((step, at) => Number(NUMBERING.exec(step)?.[1]) === at + 1);
  if (!isCounted) return [...steps];
  return steps
    .map((step) => (isNumbered(step) ? step.replace(NUMBERING, '').trim() : step))
    .filter((step) => step !== '');
}
