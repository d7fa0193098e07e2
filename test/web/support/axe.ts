/**
 * Runs axe on a page in both themes. The rules about colours take most of its time, so they judge each combination of
 * text and background colours once in a process: a combination that axe has passed is not judged again, on any page.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** More than one element of a combination is judged, because axe does not judge text that something covers. */
const MAX_JUDGED = 8;

/** The combinations of colours that axe has passed. */
const passedColours = new Set<string>();

/** Checks that axe finds no violation in the light and the dark theme. */
export async function checkAxe(page: Page, within = 'html'): Promise<void> {
  // Evaluated, because the content security policy forbids to inject a script element.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe};${CHECKS}`);
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await page.evaluate<string[]>(`checkStructure('${within}')`);
  // The themes differ only in colours, which are all defined with `light-dark()`.
  // The build turns it into media queries, so the property `color-scheme` does not change the theme.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations, passed } = await page.evaluate<{ violations: string[]; passed: string[] }>(
      `checkColours('${within}', new Set(${JSON.stringify([...passedColours])}))`,
    );
    for (const colours of passed) passedColours.add(colours);
    found.push(...violations.map((violation) => `${violation} (${colorScheme})`));
  }
  await page.emulateMedia({ colorScheme: null });
  deepStrictEqual(found, []);
}

/** Runs in the page. */
const CHECKS = `
function textOf({ id, nodes }) {
  return id + ': ' + nodes.map(({ html }) => html).join(' ');
}

async function checkStructure(within) {
  const rules = Object.fromEntries(${JSON.stringify(COLOUR_RULES)}.map((rule) => [rule, { enabled: false }]));
  // Without the passed checks, which take long to serialise.
  const { violations } = await axe.run(within, { rules, resultTypes: ['violations'] });
  return violations.map(textOf);
}

function checkColours(within, known) {
  const backgroundsOf = rememberBackgrounds();
  const byColours = new Map();
  for (const root of document.querySelectorAll(within)) {
    for (const element of [root, ...root.querySelectorAll('*')]) {
      if (!hasText(element) || !element.checkVisibility()) continue;
      const colours = coloursOf(element, backgroundsOf);
      if (!known.has(colours)) byColours.set(colours, [...(byColours.get(colours) ?? []), element]);
    }
  }
  const include = Array.from(byColours.values(), (elements) => elements.slice(0, ${MAX_JUDGED})).flat();
  return include.length === 0 ? { violations: [], passed: [] } : runColourRules(include, backgroundsOf);
}

async function runColourRules(include, backgroundsOf) {
  const { violations, passes } = await axe.run({ include }, {
    runOnly: ${JSON.stringify(COLOUR_RULES)},
    resultTypes: ['violations', 'passes'],
    elementRef: true,
    selectors: false,
  });
  const judged = passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes);
  return { violations: violations.map(textOf), passed: judged.map(({ element }) => coloursOf(element, backgroundsOf)) };
}

function hasText(element) {
  return (
    element.matches('input, select, textarea') ||
    Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  );
}

/** Everything that decides whether axe accepts the text of the element. */
function coloursOf(element, backgroundsOf) {
  const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
  const around = element.parentElement ? getComputedStyle(element.parentElement).color : '';
  // Disabled controls and their labels may have any colours.
  const isDisabled = Boolean(
    element.closest(':disabled, [aria-disabled=true], [inert]') || element.closest('label')?.control?.disabled,
  );
  const text = [color, around, fontSize, fontWeight, textDecorationLine, textShadow, isDisabled];
  return [element.tagName, ...text, backgroundsOf(element)].join(';');
}

/** Returns a function for the backgrounds of an element and its ancestors, which computes each of them once. */
function rememberBackgrounds() {
  const known = new Map([[null, '']]);
  const backgroundsOf = (element) => {
    if (!known.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity].join().replace('rgba(0, 0, 0, 0),none,1', '');
      known.set(element, (own && own + ';') + backgroundsOf(element.parentElement));
    }
    return known.get(element);
  };
  return backgroundsOf;
}
`;
