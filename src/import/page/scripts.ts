/** Finds recipes in the scripts of a page: JSON-LD, or the same data inside the state of a web app. */
import { findStateRecipes } from './app-state.ts';
import { type Document, type Element, parseDocument } from './document.ts';
import { parseJsonObject, parseJsonValues } from './json.ts';
import { findRecipes } from './json-ld.ts';
import { type Item, valuesOf } from './schema-values.ts';

const JSON_LD = /^\s*application\/(?:ld\+json|json\+ld)/i;

const isJsonLd = (script: Element): boolean => JSON_LD.test(script.attribute('type') ?? '');

export function findScriptRecipes({ elements }: Document): Item[] {
  const scripts = elements.filter(({ name }) => name === 'script');
  const declared = findRecipes(scripts.filter(isJsonLd).flatMap((script) => parseJsonValues(textIn(script))));
  if (declared.some((item) => valuesOf(item, 'recipeIngredient', 'ingredients').length > 0)) return declared;
  const others = scripts.filter((script) => !isJsonLd(script)).map(textIn);
  return [...declared, ...findRecipes(others.flatMap(recipeObjects))];
}

/** For pages without structured data: objects in the state of a web app that look like recipes. */
export function findAppRecipes({ elements }: Document, html: string): Item[] {
  const scripts = elements.filter(({ name }) => name === 'script');
  const texts = scripts.filter((script) => !isJsonLd(script)).map(textIn);
  return findStateRecipes([...texts, ...jsonAttributes(html)]);
}

/** An attribute with JSON, such as data-page="{&quot;component&quot;:…}" or :recipe='{"title":…}'. */
const JSON_ATTRIBUTE = /=(["'])\[?\{(?:"|&quot;|&#34;|&#x22;)/g;
const MAX_ATTRIBUTES = 50;

/** The tree does not store attributes that few readers need. */
function jsonAttributes(html: string): string[] {
  const values: string[] = [];
  for (const match of html.matchAll(JSON_ATTRIBUTE)) {
    const start = match.index + 2;
    const end = html.indexOf(match[1] as string, start);
    if (end <= start || !html.slice(start, end).includes('ngredient')) continue;
    const [element] = parseDocument(`<a content${html.slice(match.index, end + 1)}>`).elements;
    values.push(element?.attribute('content') ?? '');
    if (values.length >= MAX_ATTRIBUTES) break;
  }
  return values;
}

function textIn({ children }: Element): string {
  return children.filter((child) => typeof child === 'string').join('');
}

const TYPE = /"@type" ?: ?\[? ?"(?:https?:\/\/schema\.org\/)?Recipe"/;
const MAX_OBJECTS = 3;

/** Objects of the type Recipe in JavaScript or in other JSON, also inside a string, where quotes are escaped. */
function recipeObjects(script: string): unknown[] {
  if (!script.includes('recipeIngredient')) return [];
  const text = TYPE.test(script) ? script : script.replaceAll('\\\\', '\\').replaceAll('\\"', '"');
  const objects: unknown[] = [];
  let from = 0;
  while (objects.length < MAX_OBJECTS) {
    const found = TYPE.exec(text.slice(from));
    if (!found) break;
    const at = from + found.index;
    const start = text.lastIndexOf('{', at);
    if (start >= 0) objects.push(parseJsonObject(text, start));
    from = at + found[0].length;
  }
  return objects;
}
