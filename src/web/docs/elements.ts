/**
 * Creates the elements of the page. Text is always inserted as a text node, never as HTML, so that no response and
 * no description can inject code.
 */

export type Child = Node | string;

export function find(selector: string, within: ParentNode = document): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** A child that is a string becomes a text node. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const child of children) {
    if (typeof child !== 'string') element.append(child);
    else element.append(document.createTextNode(child));
  }
  return element;
}

export function table(kind: string, titles: string[], rows: Child[][]): HTMLElement {
  const cell = (value: Child, at: number) =>
    at === 0
      ? make('th', { scope: 'row' }, value)
      : make('td', {}, ...(typeof value === 'string' ? inline(value) : [value]));
  return make(
    'table',
    { class: kind },
    make('thead', {}, make('tr', {}, ...titles.map((title) => make('th', { scope: 'col' }, title)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map(cell)))),
  );
}

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return make(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    make('h2', { id: `${id}-title` }, title),
    ...children,
  );
}

/** A code block; focusable, so that it can be scrolled by keyboard. */
export function block(label: string, ...children: Child[]): HTMLElement {
  return make('pre', { tabindex: '0', role: 'group', 'aria-label': label }, make('code', {}, ...children));
}

/** JSON with its field names highlighted. */
export function highlightJson(value: unknown): Child[] {
  if (typeof value === 'string') return [value];
  const parts = JSON.stringify(value, null, 4).split(/^( *"(?:[^"\\\n]|\\.)*")(:)/m);
  return parts.map((part, at) => (at % 3 === 1 ? make('span', { class: 'name' }, part) : part));
}

/** Paragraphs with `code`: the part of Markdown that our descriptions use. */
export function prose(text: string): HTMLElement[] {
  return text.split('\n\n').map((paragraph) => make('p', {}, ...inline(paragraph)));
}

export function inline(text: string): Child[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? make('code', {}, part) : part));
}

export function link(href: string, text: string): HTMLElement {
  return make('a', { href }, text);
}
