/**
 * Access to items in the vocabulary of schema.org, in the form of JSON-LD objects. Microdata, RDFa and microformats are
 * converted into this form. Names may have a prefix, values may be single or in arrays, wrapped or referenced by id.
 */
import { MAX_NESTING } from './json.ts';
import { plainLines, plainText } from './plain-text.ts';

export type Item = { readonly [name: string]: unknown };

const PREFIXES = ['schema:', 'http://schema.org/', 'https://schema.org/'];

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** More than the lines of any recipe. */
const MAX_VALUES = 5_000;

/** The values of the first of these names that has any, in one flat array. */
export function valuesOf(item: Item, ...names: string[]): unknown[] {
  for (const name of names) {
    const values = flatten(ownValue(item, name));
    if (values.length > 0) return values.slice(0, MAX_VALUES);
  }
  return [];
}

function ownValue(item: Item, name: string): unknown {
  if (Object.hasOwn(item, name)) return item[name];
  const prefix = PREFIXES.find((each) => Object.hasOwn(item, each + name));
  return prefix === undefined ? undefined : item[prefix + name];
}

/** Without empty values; the elements of nested arrays, @list and @set. */
function flatten(value: unknown, nesting = 0): unknown[] {
  if (nesting > MAX_NESTING || value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((each) => flatten(each, nesting + 1));
  if (isItem(value)) {
    const list = value['@list'] ?? value['@set'];
    if (list !== undefined) return flatten(list, nesting + 1);
    // An array of PHP whose numbers have a gap.
    const names = Object.keys(value);
    if (names.length > 0 && names.every((name) => /^\d{1,4}$/.test(name)))
      return flatten(Object.values(value), nesting + 1);
  }
  return [value];
}

/** The types of an item in lower case, without prefixes. */
export function typesOf(item: Item): string[] {
  const types = flatten(item['@type'] ?? item['type']).filter((type) => typeof type === 'string');
  return types.map((type) =>
    type
      .slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':'), type.lastIndexOf('#')) + 1)
      .trim()
      .toLowerCase(),
  );
}

/** The text of a value as plain lines: of an item, its text or else its name. */
export function linesOfValue(value: unknown): string[] {
  if (typeof value === 'string') return plainLines(value);
  if (typeof value === 'number') return [String(value)];
  if (!isItem(value)) return [];
  const [inner] = valuesOf(value, '@value', 'text', 'name', 'description', 'item', 'url');
  return isItem(inner) && inner === value['item']
    ? linesOfValue(inner['name'] ?? inner['text'])
    : textLines(inner);
}

function textLines(value: unknown): string[] {
  return typeof value === 'string' ? plainLines(value) : typeof value === 'number' ? [String(value)] : [];
}

export function textOfValue(value: unknown): string | undefined {
  const text = typeof value === 'string' ? plainText(value) : linesOfValue(value).join(' ');
  return text === '' ? undefined : text;
}

/** The first text among the values of these names. */
export function firstText(item: Item, ...names: string[]): string | undefined {
  for (const name of names) {
    for (const value of valuesOf(item, name)) {
      const text = textOfValue(value);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** The texts of these names without repetitions; lists in one text are separated by commas. */
export function listedTexts(item: Item, ...names: string[]): string[] {
  const texts = valuesOf(item, ...names).flatMap((value) => (textOfValue(value) ?? '').split(/[,;]/));
  return unique(texts.map((text) => text.trim()).filter((text) => text !== ''));
}

export function unique(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const key = text.toLowerCase();
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}
