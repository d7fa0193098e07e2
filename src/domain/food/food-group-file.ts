/**
 * Parses the file of food groups, in blocks of `key: value`. A group has foods of its own and all foods of the groups
 * that it names. An error names the line.
 *
 *     # mushrooms
 *     en: mushrooms; mushroom; fungi
 *     title en: All mushrooms
 *     de: Pilze; Pilz
 *     title de: Alle Pilze
 *     foods: mushroom, portobello, shiitake
 */
import { BASE_LANGUAGE, byLanguage, type Language, LANGUAGES } from '#languages/language.ts';
import {
  type Block,
  findField,
  getField,
  type Field,
  listFields,
  parseBlocks,
  refuse,
} from './block-file.ts';
import type { FoodGroup } from './food-group.ts';
import { nameKey } from './name-key.ts';

const KEYS = new Set([...LANGUAGES, ...LANGUAGES.map(titleKey), 'foods', 'groups', 'note']);

export function parseFoodGroups(file: string, text: string, isFood: (id: string) => boolean): FoodGroup[] {
  const blocks = new Map<string, Block>();
  for (const block of parseBlocks(file, text, KEYS)) {
    if (blocks.has(block.id)) refuse(block, `there are two groups with the id ${block.id}`);
    blocks.set(block.id, block);
  }
  refuseSharedNames([...blocks.values()]);
  return [...blocks.values()].map((block) => ({
    key: `group:${block.id}`,
    names: byLanguage((language) => namesOf(block, language) ?? getNames(block)),
    titles: byLanguage((language) => titleOf(block, language)),
    foodIds: new Set(foodIdsOf(block, blocks, isFood)),
  }));
}

function foodIdsOf(
  block: Block,
  blocks: ReadonlyMap<string, Block>,
  isFood: (id: string) => boolean,
  outer: readonly Block[] = [],
): string[] {
  if (outer.includes(block)) refuse(block, `${block.id} contains itself`);
  const own = words(block, 'foods').map(({ value, ...position }) =>
    isFood(value) ? value : refuse(position, `"${value}" is no food`),
  );
  const inner = words(block, 'groups').map(
    ({ value, ...position }) => blocks.get(value) ?? refuse(position, `"${value}" is no group`),
  );
  const all = [...own, ...inner.flatMap((name) => foodIdsOf(name, blocks, isFood, [...outer, block]))];
  return all.length > 0 ? all : refuse(block, `${block.id} has no foods`);
}

/** The words of all lines of a key, each with its position. */
function words(block: Block, key: string): Field[] {
  return listFields(block, key).flatMap((field) =>
    field.value.split(', ').map((value) => ({ ...field, value })),
  );
}

function namesOf(block: Block, language: Language): string[] | undefined {
  return findField(block, language)?.value.split('; ');
}

function getNames(block: Block): string[] {
  return getField(block, BASE_LANGUAGE).value.split('; ');
}

function titleKey(language: Language): string {
  return `title ${language}`;
}

function titleOf(block: Block, language: Language): string {
  return (findField(block, titleKey(language)) ?? getField(block, titleKey(BASE_LANGUAGE))).value;
}

/** A name that somebody types must mean one group. */
function refuseSharedNames(blocks: readonly Block[]): void {
  for (const language of LANGUAGES) {
    const owners = new Map<string, string>();
    for (const block of blocks) {
      for (const name of namesOf(block, language) ?? []) {
        const owner = owners.get(nameKey(name));
        if (owner !== undefined && owner !== block.id)
          refuse(getField(block, language), `"${name}" is a name of ${owner} too`);
        owners.set(nameKey(name), block.id);
      }
    }
  }
}
