/** Converts recipes in the microformats h-recipe and hRecipe into the form of JSON-LD. */
import type { Document, Element } from '#import/page/document.ts';
import { addressOf, outermost } from './embedded-items.ts';
import { linesOf, textOf } from '#import/page/plain-text.ts';
import type { Item } from '#import/page/schema-values.ts';

const CLASSES: Readonly<Record<string, string>> = {
  'p-name': 'name',
  fn: 'name',
  'p-ingredient': 'recipeIngredient',
  ingredient: 'recipeIngredient',
  'e-instructions': 'recipeInstructions',
  'p-instructions': 'recipeInstructions',
  instructions: 'recipeInstructions',
  'p-yield': 'recipeYield',
  yield: 'recipeYield',
  'dt-duration': 'totalTime',
  duration: 'totalTime',
  preptime: 'prepTime',
  preptimeiso: 'prepTime',
  cooktime: 'cookTime',
  'u-photo': 'image',
  photo: 'image',
  'p-author': 'author',
  author: 'author',
  'p-category': 'keywords',
  tag: 'keywords',
  'p-summary': 'description',
  summary: 'description',
};

/** A limit for hostile pages: nested classes repeat the text inside them. */
const MAX_CHARACTERS = 2_000_000;

export function findMicroformatRecipes({ elements }: Document): Item[] {
  const roots = elements.filter((element) => isRecipe(element));
  return outermost(roots).map((root) => {
    const values = new Map<string, string[]>();
    let characters = 0;
    const inside = elements.slice(root.order + 1, root.lastOrder + 1);
    let authorEnd = -1;
    for (const element of inside) {
      const name = classesOf(element)
        .map((each) => CLASSES[each.toLowerCase()])
        .find((each) => each !== undefined);
      if (name === undefined || characters > MAX_CHARACTERS) continue;
      // The name of the author has the same class as that of the recipe.
      if (name === 'author') authorEnd = Math.max(authorEnd, element.lastOrder);
      if (name === 'name' && element.order <= authorEnd) continue;
      const value = valueOf(element, name);
      characters += value.length;
      const known = values.get(name);
      if (value !== '' && known) known.push(value);
      else if (value !== '') values.set(name, [value]);
    }
    // Ingredients without a class of their own: the items of a list of the class "ingredients".
    if (!values.has('recipeIngredient')) values.set('recipeIngredient', listedIngredients(inside));
    const names = values.get('name')?.slice(0, 1) ?? [];
    return { '@type': 'Recipe', ...Object.fromEntries(values), name: names };
  });
}

function isRecipe(element: Element): boolean {
  if (element.attribute('class')?.includes('recipe') !== true) return false;
  return classesOf(element).some((name) => name === 'h-recipe' || name === 'hrecipe');
}

function listedIngredients(elements: readonly Element[]): string[] {
  const list = elements.find((element) => classesOf(element).includes('ingredients'));
  return list ? linesOf(list) : [];
}

function classesOf(element: Element): string[] {
  const value = element.attribute('class');
  return value ? value.split(/\s+/) : [];
}

function valueOf(element: Element, name: string): string {
  if (name === 'image') return addressOf(element) ?? '';
  if (name.endsWith('Time')) return element.attribute('datetime') ?? titleInside(element) ?? textOf(element);
  return name === 'recipeInstructions' ? linesOf(element).join('\n') : textOf(element);
}

/** The value class pattern: <span class="value-title" title="PT30M">. */
function titleInside(element: Element): string | undefined {
  const own = element.attribute('title');
  if (own !== undefined) return own;
  for (const child of element.children) {
    if (typeof child !== 'string' && classesOf(child).includes('value-title'))
      return child.attribute('title');
  }
  return undefined;
}
