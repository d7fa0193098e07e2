/** Access to values of unknown shape, and the texts in them as plain text. */
import type { IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
import { parseMinutes } from '#import/page/minutes.ts';
import { plainLines, plainText } from '#import/page/plain-text.ts';
import { readWords } from '#languages/words.ts';
import { withoutMarkdown } from './markdown.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of the first of these names that has one. Apps write the same names in different styles. */
export function pick(fields: Fields, ...names: string[]): unknown {
  return names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined)).find(isGiven);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function fieldsOf(value: unknown): Fields[] {
  return listOf(value).filter(isFields);
}

/** On one line; undefined if there is none. */
export function textOf(value: unknown): string | undefined {
  const text =
    typeof value === 'string'
      ? withoutMarkdown(plainText(value))
      : typeof value === 'number'
        ? String(value)
        : '';
  return text === '' ? undefined : text;
}

/** Every paragraph of one or several texts. */
export function linesOf(...values: unknown[]): string[] {
  return values
    .flatMap((value) => (typeof value === 'string' ? plainLines(value) : []))
    .map((line) => withoutMarkdown(line))
    .filter((line) => line !== '');
}

/** A list of names: texts, or objects with a name or label, or one text with separators. */
export function namesOf(value: unknown, separator = ','): string[] {
  const values = typeof value === 'string' ? value.split(separator) : listOf(value);
  const names = values.map(
    (each) => textOf(isFields(each) ? pick(each, 'name', 'label') : each)?.trim() ?? '',
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Numbers are minutes; texts say what they are. */
export function minutesOf(value: unknown): number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? parseMinutes(String(value)) : undefined;
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Databases write 1 for true. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true';
}

export function byNumber(name: string): (a: Fields, b: Fields) => number {
  return (a, b) => (numberOf(a[name]) ?? 0) - (numberOf(b[name]) ?? 0);
}

/** Ingredient lines of one text, or of a list of texts, with headings in it: "# Dough", "Dough:", "[Dough]", "**Dough**". */
export function ingredientGroupsOf(text: unknown): IngredientGroup[] {
  return groupLines(rawLines(text)).map(({ heading, lines }) => ({ ...(heading && { heading }), lines }));
}

/** Steps of one text, a paragraph each, without their numbers. */
export function stepGroupsOf(text: unknown): StepGroup[] {
  return groupLines(rawLines(text)).map(({ heading, lines }) => ({
    ...(heading && { heading }),
    steps: withoutNumbering(lines),
  }));
}

function rawLines(text: unknown): string[] {
  return (Array.isArray(text) ? text : [text]).flatMap((part) =>
    typeof part === 'string' ? plainLines(part) : [],
  );
}

function groupLines(lines: readonly string[]): LineGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  for (const [at, line] of lines.entries()) {
    const heading = headingIn(line, lines[at + 1]);
    const text = withoutMarkdown(heading ?? line);
    if (text === '') continue;
    if (heading === undefined) groups.at(-1)?.lines.push(text);
    else groups.push({ heading: text, lines: [] });
  }
  return withoutEmpty(groups);
}

const MAX_HEADING_CHARACTERS = 80;

/** What people write in capitals above a part of a list. A food in capitals must not become a heading. */
const PARTS = readWords('pages').set('headings in capitals');

function headingIn(line: string, next: string | undefined): string | undefined {
  if (line.length > MAX_HEADING_CHARACTERS) return undefined;
  if (isCapitalPart(line) && next !== undefined && next !== next.toUpperCase()) return line;
  if (line.startsWith('#')) return line.replace(/^#+/, '');
  if (line.startsWith('[') && line.endsWith(']')) return line.slice(1, -1);
  if (line.length > 4 && line.startsWith('**') && line.endsWith('**')) return line.slice(2, -2);
  return line.endsWith(':') && !/\d/.test(line) ? line.slice(0, -1) : undefined;
}

/** "DRY INGREDIENTS", "FILLING". */
function isCapitalPart(line: string): boolean {
  const words = line.split(' ');
  return (
    line === line.toUpperCase() &&
    words.length <= 4 &&
    /^[\p{L} ]+$/u.test(line) &&
    PARTS.has((words.at(-1) ?? '').toLowerCase())
  );
}

/** By the names of schema.org, from an object with the given names. */
export function nutritionOf(
  fields: Fields,
  names: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const given = Object.entries(names).flatMap(([name, own]) => {
    const text = textOf(fields[own]);
    return text === undefined || text === '0' ? [] : [[name, text] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
