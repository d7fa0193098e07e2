/**
 * How well dishes are found with typing errors. The misspelt titles are made by rule from the cookbook; the others were
 * written by hand before the search was measured, and the search was not changed for them.
 */
import { ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getRecipes } from '#cookbook/recipes.ts';
import { findTranslation } from '#cookbook/translations.ts';
import type { Language } from '#languages/language.ts';
import { type Random, seededRandom } from '#domain/random.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { searchFamilyRecipes } from '#actions/recipe/recipe-indexes.ts';
import { freshStore } from '#test/support/store.ts';

before(() => openTranslation('de'));

/** A family without recipes and answers: only the cookbook. */
const store = await freshStore({ after }, 'sqlite');

async function firstThree(search: string, language: Language): Promise<{ id: string; title: string }[]> {
  const { recipes } = await searchFamilyRecipes(store, 'f', { search, language, own: false, limit: 3 });
  return recipes;
}

const PHONETIC: readonly [string, string][] = [
  ['ph', 'f'],
  ['qu', 'kw'],
  ['ck', 'k'],
  ['z', 's'],
  ['v', 'f'],
  ['y', 'i'],
  ['ch', 'k'],
  ['ie', 'i'],
  ['th', 't'],
  ['c', 'k'],
];

/** One error in a word: dropped, doubled, swapped, replaced, or as it sounds. */
function misspell(word: string, rule: number, random: Random): string {
  const at = 1 + random(word.length - 2);
  const letter = word.charAt(at);
  const [start, end] = [word.slice(0, at), word.slice(at + 1)];
  if (rule === 0) return start + end;
  if (rule === 1) return start + letter + letter + end;
  if (rule === 2) return start + end.charAt(0) + letter + end.slice(1);
  if (rule === 3) return `${start}${'aeinrst'.charAt(random(7))}${end}`;
  const sound = PHONETIC.find(([from]) => word.includes(from));
  return sound ? word.replace(...sound) : start + end;
}

function misspeltTitles(): { id: string; typed: string; language: Language }[] {
  const random = seededRandom(7);
  return getRecipes().recipes.flatMap(({ id, title }, at) => {
    const language = at % 2 === 0 ? 'en' : 'de';
    const words = (language === 'en' ? title : (findTranslation(id, language)?.title ?? title))
      .toLowerCase()
      .split(' ');
    const long = words.findIndex((word) => /^\p{L}{5,}$/u.test(word));
    // Every dish would take twice as long.
    if (long < 0 || at % 9 > 4) return [];
    const typed = words.map((word, index) => (index === long ? misspell(word, at % 5, random) : word));
    return [{ id, typed: typed.join(' '), language }];
  });
}

/** What people type, the language of their pages, and what a dish of the first three has in its title. */
const BY_HAND: readonly [typed: string, language: Language, title: RegExp][] = [
  ['spagetti', 'en', /spaghetti/i],
  ['spagetti bolognaise', 'en', /spaghetti bolognese/i],
  ['chiken', 'en', /chicken/i],
  ['chikcen curry', 'en', /chicken.*curry|curry.*chicken/i],
  ['lasange', 'en', /lasagn/i],
  ['lazagne', 'en', /lasagn/i],
  ['brocolli', 'en', /broccoli/i],
  ['omlette', 'en', /omelette/i],
  ['tomatoe soup', 'en', /tomato.*soup/i],
  ['cous cous', 'en', /couscous/i],
  ['letil', 'en', /lentil/i],
  ['pancaks', 'en', /pancake/i],
  ['potatos', 'en', /potato/i],
  ['riscotto', 'en', /risotto/i],
  ['shakshouka', 'en', /shakshuka/i],
  ['humus', 'en', /hummus/i],
  ['salomon', 'en', /salmon/i],
  ['zuchini', 'en', /zucchini|courgette/i],
  ['mushrom', 'en', /mushroom/i],
  ['avacado', 'en', /avocado/i],
  ['kartofel', 'de', /kartoffel/i],
  ['kartofelsuppe', 'de', /kartoffelsuppe/i],
  ['kartoffelpufer', 'de', /kartoffelpuffer/i],
  ['spagetti', 'de', /spaghetti/i],
  ['hänchen', 'de', /hähnchen/i],
  ['haehnchen', 'de', /hähnchen/i],
  ['linsensupe', 'de', /linsensuppe/i],
  ['pfankuchen', 'de', /pfannkuchen/i],
  ['lasanje', 'de', /lasagne/i],
  ['brokoli', 'de', /brokkoli/i],
  ['tomatten', 'de', /tomaten/i],
  ['blumenkol', 'de', /blumenkohl/i],
  ['spinatt', 'de', /spinat/i],
  ['lax', 'de', /lachs/i],
  ['gemüsse', 'de', /gemüse/i],
  ['nudelauflaf', 'de', /nudelauflauf/i],
  ['rürei', 'de', /rührei/i],
  ['käsespetzle', 'de', /spätzle/i],
  ['gulash', 'de', /gulasch/i],
  ['reisotto', 'de', /risotto/i],
];

const NONSENSE =
  'xqzv wlmpf brulk zzzz qwertz asdfgh plonk snargle flumph grobnik vurzel quibbet trelm oxyl mribb fnord zapple drint gurpel blorf hjkl tsukmo yerbix nollik praxen vendi kuhl murks schnorx wibbel'.split(
    ' ',
  );

test('dishes are found with typing errors, and nonsense finds nothing', async () => {
  const titles = misspeltTitles();
  ok(titles.length >= 200);
  const missed: string[] = [];
  for (const { id, typed, language } of titles)
    if (!(await firstThree(typed, language)).some((recipe) => recipe.id === id))
      missed.push(`${typed} (${id})`);
  const missedByHand: string[] = [];
  for (const [typed, language, title] of BY_HAND) {
    const found = await firstThree(typed, language);
    if (!found.some((recipe) => title.test(recipe.title)))
      missedByHand.push(`${typed}: ${found.map((recipe) => recipe.title).join(', ')}`);
  }
  const wrong: string[] = [];
  for (const language of ['en', 'de'] as const)
    for (const typed of NONSENSE) {
      const [first] = await firstThree(typed, language);
      if (first) wrong.push(`${typed} (${language}): ${first.title}`);
    }
  const share = 1 - missed.length / titles.length;
  console.log(
    `found: ${titles.length - missed.length} of ${titles.length} misspelt titles, ` +
      `${BY_HAND.length - missedByHand.length} of ${BY_HAND.length} written by hand; ` +
      `${wrong.length} of ${NONSENSE.length * 2} nonsense words find something`,
  );
  ok(share >= 0.97, missed.join('\n'));
  ok(missedByHand.length <= 4, missedByHand.join('\n'));
  ok(wrong.length <= 6, wrong.join('\n'));
});
