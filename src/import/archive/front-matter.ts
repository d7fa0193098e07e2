/**
 * The front matter of Markdown and Cooklang files: the part of YAML that people write there. Values are texts or lists of
 * texts; values inside a value are named with a dot, such as `source.name`.
 */

export type FrontMatter = { readonly [name: string]: string | readonly string[] };

const FENCE = '---';

/** Undefined if the text has no front matter. */
export function parseFrontMatter(text: string): { front: FrontMatter; body: string } | undefined {
  const lines = text.replace(/^\s+/, '').split('\n');
  if (lines[0]?.trimEnd() !== FENCE) return undefined;
  const end = lines.findIndex((line, at) => at > 0 && (line.trimEnd() === FENCE || line.trimEnd() === '...'));
  if (end < 0) return undefined;
  return { front: parseEntries(lines.slice(1, end)), body: lines.slice(end + 1).join('\n') };
}

/** A name and what follows it; the name has no spaces before its colon except between words. */
const ENTRY = /^( *)([^\s:#"'-][^:#"]{0,60}):(.*)$/;
const ITEM = /^ *- (.*)$/;
const BLOCK = /^[|>][-+]?$/;

function parseEntries(lines: readonly string[]): FrontMatter {
  const entries = new Map<string, Value>();
  let [name, parent, isBlock] = ['', '', false];
  for (const line of lines) {
    const item = isBlock ? undefined : ITEM.exec(line);
    const entry = item || (isBlock && line.startsWith(' ')) ? undefined : ENTRY.exec(line);
    if (entry) {
      const [, indent = '', key = '', value = ''] = entry;
      if (indent === '') parent = key.trim();
      name = indent === '' ? parent : `${parent}.${key.trim()}`;
      isBlock = BLOCK.test(value.trim());
      entries.set(name, firstValue(isBlock ? '' : value.trim()));
    } else if (name !== '' && line.trim() !== '' && !line.trimStart().startsWith('#')) {
      addLine(entries.get(name), item?.[1], line.trim());
    }
  }
  return Object.fromEntries(
    Array.from(entries, ([key, { lines: texts, isList }]) => [key, isList ? texts : texts.join('\n')]),
  );
}

/** The lines of a text, or the items of a list. */
type Value = { lines: string[]; isList: boolean };

/** An item of a list, or another line of a text. */
function addLine(value: Value | undefined, item: string | undefined, line: string): void {
  if (!value) return;
  if (item !== undefined) {
    value.isList = true;
    value.lines.push(scalar(item.trim()));
    // A list item that goes on in the next line.
  } else if (value.isList) value.lines.push(`${value.lines.pop() ?? ''} ${line}`.trim());
  else value.lines.push(line);
}

function firstValue(text: string): Value {
  const value = scalarOrList(text);
  return Array.isArray(value)
    ? { lines: value, isList: true }
    : { lines: value === '' ? [] : [value], isList: false };
}

function scalarOrList(text: string): string | string[] {
  if (!text.startsWith('[') || !text.endsWith(']')) return scalar(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((part) => scalar(part.trim()))
    .filter((part) => part !== '');
}

function scalar(text: string): string {
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"'))
    return text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'"))
    return text.slice(1, -1).replaceAll("''", "'");
  return text;
}
