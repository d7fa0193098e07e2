/** Small files that make an import write much: an export of Weekfare with as much of everything as a family may have. */
import { jpegSegment } from '#test/support/photos.ts';
import { PREFERENCES } from '#test/support/world.ts';
import { zipOf, type ZipEntry } from '#test/support/archives/zip-writer.ts';

const MANIFEST = {
  name: 'weekfare.json',
  content: JSON.stringify({ format: 'weekfare', family: { currency: 'EUR' } }),
};
const WEEKS = 400;

/** Recipes with the same lines that only an answer explains, answers to them, notes, stars, plans and lists. */
export function maximalExport(recipes: number, itemsPerWeek = 40): Buffer {
  const ids = Array.from({ length: recipes }, (_, at) => recipeId(at));
  const words = Array.from({ length: 200 }, (_, at) => `pixie dust ${letters(at)}`);
  const weeks = weeksFrom('2026-11-16', Math.min(WEEKS, recipes));
  const files: Record<string, unknown> = {
    answers: words.map((each) => ({ words: each, foodId: null })),
    notes: ids.map((recipeId) => ({ recipeId, note: 'Good.', tags: ['quick'] })),
    stars: ids.flatMap((recipeId) =>
      PREFERENCES.eaters.map(({ id }) => ({ eaterId: id, recipeId, stars: 3 })),
    ),
    preferences: { language: 'en', preferences: PREFERENCES },
    plans: weeks.map((week, at) => ({
      week,
      meals: { Monday: { dinner: { description: `Dinner ${at}`, recipeId: ids[at % ids.length] } } },
    })),
    // The weeks alternate, so that no two operations follow each other on one list.
    lists: {
      toBuy: [],
      operations: Array.from({ length: itemsPerWeek }, (_, item) =>
        weeks.map((week) => {
          const opId = `add-${week}-${item}`;
          return { week, operation: { opId, kind: 'tick', itemId: `food:f${item}`, bought: {} } };
        }),
      ).flat(),
    },
  };
  const entries: ZipEntry[] = [
    MANIFEST,
    ...ids.map((id, at) => ({ name: `recipes/${id}.json`, content: JSON.stringify(recipe(at, words)) })),
    ...Object.entries(files).map(([name, value]) => ({
      name: `${name}.json`,
      content: JSON.stringify(value),
    })),
  ];
  return zipOf(entries);
}

/** Each photo has 160 kB; packed, they have a few hundred bytes. */
export function photoExport(photos: number): Buffer {
  const entries = Array.from({ length: photos }, (_, at) => [
    { name: `recipes/p${at}.json`, content: JSON.stringify(recipe(at, [])) },
    { name: `pictures/p${at}.jpeg`, content: largeJpeg(at) },
  ]);
  return zipOf([MANIFEST, ...entries.flat()]);
}

function recipeId(at: number): string {
  return `r${String(at).padStart(15, '0')}`;
}

function recipe(at: number, words: readonly string[]) {
  const facts = { meals: ['dinner'], protein: '', keeps: false };
  return {
    'weekfare:recipe': {
      '@type': '@json',
      '@value': { id: recipeId(at), checksum: 'edited', facts, exact: {} },
    },
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: `Dish ${letters(at)}`,
    recipeYield: '4',
    recipeIngredient: [`${at + 1} g flour`, ...words.slice(at % 50, (at % 50) + 20)],
    recipeInstructions: `Stir ${at} times.`,
  };
}

function letters(number: number): string {
  return number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
}

function longCode(table: number): Buffer {
  return Buffer.concat([Buffer.of(table), Buffer.alloc(15), Buffer.of(1, 0)]);
}

/** A grey square of 1,600 pixels whose codes are as long as codes can be. */
function largeJpeg(number: number): Buffer {
  const side = 1_600;
  // More blocks than there are until a restart marker.
  const interval = (side / 8) ** 2 + 1 + number;
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0'),
    jpegSegment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, Buffer.of(8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0)),
    jpegSegment(0xc4, longCode(0)),
    jpegSegment(0xc4, longCode(0x10)),
    jpegSegment(0xdd, Buffer.of(interval >> 8, interval & 0xff)),
    jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.alloc((side / 8) ** 2 * 4),
    Buffer.of(0xff, 0xd9),
  ]);
}

function weeksFrom(monday: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    Temporal.PlainDate.from(monday).add({ weeks: at }).toString(),
  );
}
