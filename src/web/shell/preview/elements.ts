/** Plain elements for the previews, which cannot wait for React. */

type Part = Element | string | false | undefined;

/** `element('p.page-lead', 'text')`; parts that are false or undefined are left out. */
export function element(name: string, ...parts: Part[]): HTMLElement {
  const [tag = '', ...classes] = name.split('.');
  const made = document.createElement(tag || 'div');
  made.className = classes.join(' ');
  made.append(...parts.filter((part) => part !== false && part !== undefined));
  return made;
}

/** A placeholder for an icon. */
export function icon(size: number): Element {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/** Replaces the skeleton of index.html; if that is gone, the app is already rendered. Nothing in it can be used. */
export function showPreview(root: HTMLElement): void {
  root.inert = true;
  root.ariaHidden = 'true';
  document.querySelector('#outline')?.replaceWith(root);
}

/** A page of the family. */
export function familyPage(familyName: string, page: Element): HTMLElement {
  const head = element(
    '.shell-head',
    element('.shell-family', icon(32), element('span', familyName)),
    element('.button.button-icon'),
  );
  return element('.shell', head, element('.shell-main', page));
}

export function pageHeader(title: string, lead: string | undefined, ...actions: Part[]): Element {
  return element(
    '.page-header',
    element('', element('h1', title), lead !== undefined && element('.page-lead', lead)),
    element('.page-actions', ...actions),
  );
}
