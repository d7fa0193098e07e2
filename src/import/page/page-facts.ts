/** What a page says about itself: titles, address, language, picture. */
import type { Document, Element } from './document.ts';
import { plainText, textOf } from './plain-text.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';
import { parseLanguage } from './schema-recipe.ts';

/** The title of a recipe in the markup of publishing plugins. */
const CARD_TITLE =
  /(?:recipe|create|card)s?[-_]{1,2}(?:title|name)(?:$|\s)|ERSName|zlrecipe-title|(?:^|\s)dr-title(?:$|\s)/;

/** The title of an article in the themes of publishing systems. */
const ENTRY_TITLE = /(?:^|\s)(?:entry|post|article|recipe)[-_]{1,2}(?:title|headline)(?:$|\s)/;

export type PageFacts = {
  /** The headings of the first level and the title for sharing, best first. */
  readonly titles: readonly string[];
  readonly address: string | undefined;
  /** What the page says its address is. */
  readonly canonical: string | undefined;
  /** Relative addresses are resolved against this one. */
  readonly base: string | undefined;
  readonly language: string | undefined;
  readonly picture: string | undefined;
  readonly description: string | undefined;
  readonly author: string | undefined;
};

const MAX_HEADINGS = 20;
/** Elements that say something without attributes. */
const TITLES = new Set(['title', 'h1', 'h2', 'html']);
const HEADINGS = new Set(['h2', 'h3', 'h4']);

export function readPageFacts({ elements }: Document, address: string | undefined): PageFacts {
  const metas = new Map<string, string>();
  const found = new Map<string, Element>();
  const headings: Element[] = [];
  const subheadings: Element[] = [];
  for (const element of elements) {
    if (element.attributes.length === 0 && !TITLES.has(element.name)) continue;
    if (element.name === 'h2' && subheadings.length < MAX_HEADINGS) subheadings.push(element);
    if (element.name === 'meta') addMeta(metas, element);
    else if (element.name === 'h1') {
      if (headings.length < MAX_HEADINGS) headings.push(element);
    } else if (isCardTitle(element)) keepFirst(found, element, 'card');
    else if (HEADINGS.has(element.name) && ENTRY_TITLE.test(element.attribute('class') ?? ''))
      keepFirst(found, element, 'entry');
    else if (element.name === 'link' && element.attribute('rel')?.toLowerCase() === 'canonical')
      keepFirst(found, element);
    else if (element.name === 'html' || element.name === 'base' || element.name === 'title')
      keepFirst(found, element);
  }
  const canonical = absoluteAddress(found.get('link')?.attribute('href') ?? metas.get('og:url'), address);
  const html = found.get('html');
  const own = address ?? canonical;
  return {
    titles: titlesOf(headings, subheadings, metas, found),
    address: own,
    canonical,
    base: absoluteAddress(found.get('base')?.attribute('href'), own) ?? own,
    language: parseLanguage(
      html?.attribute('lang') ??
        html?.attribute('xml:lang') ??
        metas.get('content-language') ??
        metas.get('og:locale'),
    ),
    picture: metas.get('og:image:secure_url') ?? metas.get('og:image') ?? metas.get('twitter:image'),
    description: optional(plainText(metas.get('og:description') ?? metas.get('description') ?? '')),
    author: optional(plainText(metas.get('author') ?? '')),
  };
}

function isCardTitle(element: Element): boolean {
  const name = element.attribute('class');
  if (element.attribute('id') === 'zlrecipe-title') return true;
  return name !== undefined && (name.includes('itle') || name.includes('ame')) && CARD_TITLE.test(name);
}

function addMeta(metas: Map<string, string>, element: Element): void {
  const name = (
    element.attribute('property') ??
    element.attribute('name') ??
    element.attribute('http-equiv')
  )?.toLowerCase();
  const content = element.attribute('content')?.trim();
  if (name && content && !metas.has(name)) metas.set(name, content);
}

function keepFirst(found: Map<string, Element>, element: Element, key = element.name): void {
  if (!found.has(key)) found.set(key, element);
}

const optional = (text: string): string | undefined => (text === '' ? undefined : text);

/** An address with http or https, or undefined. Without a base, `//` before a host means https. */
export function absoluteAddress(address: string | undefined, base: string | undefined): string | undefined {
  const trimmed = address?.trim();
  if (!trimmed) return undefined;
  const url = URL.parse(trimmed, base ?? (trimmed.startsWith('//') ? 'https://site.invalid' : undefined));
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined;
}

function titlesOf(
  headings: readonly Element[],
  subheadings: readonly Element[],
  metas: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, Element>,
): string[] {
  const textOfFound = (key: string): string => {
    const element = found.get(key);
    return element ? textOf(element) : '';
  };
  const sharing = plainText(metas.get('og:title') ?? metas.get('twitter:title') ?? '');
  const whole = textOfFound('title');
  const siteName = plainText(metas.get('og:site_name') ?? '');
  const texts = headings.map(textOf).filter((text) => text !== '' && text !== siteName && text.length < 200);
  // A heading may be the name of the site or of a part of it. The title of the document or for sharing proves it.
  const proven =
    texts.find((text) => isBeginning(whole, text) || isBeginning(sharing, text)) ??
    subheadings.map(textOf).find((text) => isBeginning(whole, text) || isBeginning(sharing, text)) ??
    (texts.length === 0 ? titleBelowSite(whole, subheadings.map(textOf)) : undefined) ??
    texts.find((text) => whole.includes(text) || sharing.includes(text));
  const entry = textOfFound('entry');
  const titles = [
    entry !== '' && (isEnd(whole, entry) || isEnd(sharing, entry)) ? entry : '',
    proven ?? '',
    textOfFound('card'),
    texts[0] ?? '',
    withoutSite(sharing, siteName),
    withoutSite(whole, siteName),
  ];
  return titles
    .map((text) => text.replace(/ ?[:：]$/, '').replace(CONTROL, ''))
    .filter((text) => text !== '');
}

/** A link inside the heading. */
const CONTROL =
  / (?:print|print recipe|print this recipe|pin it|save recipe|jump to recipe|drucken|imprimer)$/i;

/** Whether a title is a heading, or begins with it before the name of a part of the site. */
function isBeginning(title: string, heading: string): boolean {
  if (heading === '' || !title.startsWith(heading)) return false;
  return title.length === heading.length || title.slice(heading.length).search(SEPARATOR) === 0;
}

/** Of a page without a heading of the first level: that which ends the title of the document, or the only one. */
function titleBelowSite(title: string, subheadings: readonly string[]): string | undefined {
  const own = subheadings.filter((text) => text !== '' && partOfHeading(text) === undefined);
  return subheadings.find((text) => isEnd(title, text)) ?? (own.length === 1 ? own[0] : undefined);
}

/** "My kitchen: Leek soup" ends with the heading. */
function isEnd(title: string, heading: string): boolean {
  if (heading === '' || !title.endsWith(heading)) return false;
  return title.length === heading.length || /[|·•»:~–—-] $/.test(title.slice(0, -heading.length));
}

const SEPARATOR = / (?:[|·•»:~–—-]|::|<|\/) /g;

/** "Leek soup | Example Kitchen" is "Leek soup". */
function withoutSite(title: string, siteName: string): string {
  if (siteName !== '' && title.toLowerCase().endsWith(siteName.toLowerCase())) {
    const rest = title.slice(0, title.length - siteName.length).trimEnd();
    const name = '|·•»:~–—-'.includes(rest.slice(-1)) ? rest.slice(0, -1).trimEnd() : rest;
    if (name !== '') return name;
  }
  const [separator] = Array.from(title.matchAll(SEPARATOR)).slice(-1);
  return separator && separator.index > 3 ? title.slice(0, separator.index) : title;
}
