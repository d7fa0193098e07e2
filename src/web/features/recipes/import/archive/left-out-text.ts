/** What an import leaves out, and why, in a sentence. */
import type { LeftOut, LeftOutCode } from '#domain/recipe/import-report.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

const TEXTS: Record<LeftOutCode, MessageId> = {
  'pictures-not-in-file': 'import.left-out.pictures-not-in-file',
  'picture-unusable': 'import.left-out.pictures',
  'pictures-full': 'import.left-out.pictures-full',
  'more-pictures': 'import.left-out.more-pictures',
  ratings: 'import.left-out.ratings',
  tools: 'import.left-out.tools',
  attachments: 'import.left-out.attachments',
  difficulty: 'import.left-out.difficulty',
  trashed: 'import.left-out.trashed',
  favourites: 'import.left-out.favourites',
  links: 'import.left-out.links',
  expenses: 'import.left-out.expenses',
  'list-names': 'import.left-out.list-names',
  ticked: 'import.left-out.ticked',
  'list-limit': 'import.left-out.list-limit',
  'list-full': 'import.left-out.list-full',
  'no-recipe': 'import.left-out.no-recipe',
  'no-title': 'import.left-out.no-title',
  'too-long': 'import.left-out.too-long',
  shortened: 'import.left-out.shortened',
  'more-files': 'import.left-out.more-files',
  'meal-without-date': 'import.left-out.meal-without-date',
  'meal-without-recipe': 'import.left-out.meal-without-recipe',
  'meal-taken': 'import.left-out.meal-taken',
  'meal-slot': 'import.left-out.meal-slot',
  'side-recipe': 'import.left-out.side-recipe',
  'week-out-of-range': 'import.left-out.week-out-of-range',
  account: 'import.left-out.account',
  'has-own': 'import.left-out.has-own',
  'other-currency': 'import.left-out.other-currency',
  'not-valid': 'import.left-out.not-valid',
};

/** One sentence for each reason, with all names that it concerns. */
export type LeftOutText = { id: MessageId; text: string; names: string[] };

export function leftOutTexts(t: Translate, leftOut: readonly LeftOut[]): LeftOutText[] {
  const byText = Map.groupBy(leftOut, ({ code }) => TEXTS[code]);
  return Array.from(byText, ([id, entries]) => {
    const count = entries.reduce((sum, entry) => sum + entry.count, 0);
    // Of thousands of pictures the names say nothing.
    const names = id === TEXTS['picture-unusable'] ? [] : entries.flatMap(({ name }) => name ?? []);
    return { id, text: t(id, { count }), names };
  });
}
