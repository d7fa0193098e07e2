/** The text of an offer: its changes of preferences, those of one kind in one phrase. */
import type { Offer, OfferCause } from '#domain/proposal/proposal.ts';
import type { PreferenceChange } from '#domain/preferences/preferences.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { capitalize } from '#domain/text/capitalize.ts';
import { ruleText } from '#web/meals/preferences/rule-text.ts';
import { listText, placesText } from '#web/features/week/proposal/place-list.ts';
import type { Names } from './reason-text.ts';

type Change<Kind extends PreferenceChange['kind']> = Extract<PreferenceChange, { kind: Kind }>;

/** `Allow 30 minutes for all dinners and apply “Fish at least twice” only if possible` */
export function offerText(names: Names, { changes }: Pick<Offer, 'changes'>): string {
  const phrases = [
    ...minutesPhrases(names, ofKind(changes, 'minutes')),
    ...ofKind(changes, 'rest').map(({ weeks }) => names.t('proposal.offer.rest', { weeks })),
    ...dislikePhrases(names, ofKind(changes, 'dislike')),
    ...rulePhrases(names, ofKind(changes, 'rule')),
    ...unplannedPhrases(names, ofKind(changes, 'unplanned')),
  ];
  return capitalize(listText(names.locale, phrases), names.locale);
}

/** `Pizza takes 135 minutes; Friday has 45.` */
export function causeText({ t, locale }: Names, { title, minutes, limit, day }: OfferCause): string {
  return t('proposal.offer.cause', { title, minutes, limit, day: dayName(day, locale) });
}

function ofKind<Kind extends PreferenceChange['kind']>(
  changes: readonly PreferenceChange[],
  kind: Kind,
): Change<Kind>[] {
  return changes.filter((change): change is Change<Kind> => change.kind === kind);
}

/** One phrase for each number of minutes. */
function minutesPhrases(names: Names, changes: readonly Change<'minutes'>[]): string[] {
  const byMinutes = Map.groupBy(changes, ({ minutes }) => minutes);
  return Array.from(byMinutes, ([minutes, same]) => {
    const places = placesText(names, same, names.preferences);
    return minutes === undefined
      ? names.t('proposal.offer.any-time', { places })
      : names.t('proposal.offer.minutes', { places, minutes });
  });
}

/** One phrase for each set of people with the same foods. */
function dislikePhrases(
  { t, locale, foods, preferences }: Names,
  changes: readonly Change<'dislike'>[],
): string[] {
  const anyOf = new Intl.ListFormat(locale, { type: 'disjunction' });
  const byEater = Map.groupBy(changes, ({ eaterId }) => eaterId);
  const said = Array.from(byEater, ([eaterId, disliked]) => ({
    name: preferences?.eaters.find(({ id }) => id === eaterId)?.name ?? '',
    foods: anyOf.format(disliked.map(({ foodId }) => foods.nameOf(foodId))),
  }));
  const byFoods = Map.groupBy(said, (clause) => clause.foods);
  return Array.from(byFoods, ([text, same]) =>
    t('proposal.offer.dislike', {
      foods: text,
      names: listText(
        locale,
        same.map(({ name }) => name),
      ),
    }),
  );
}

function rulePhrases(names: Names, changes: readonly Change<'rule'>[]): string[] {
  const rules =
    names.preferences?.rules.filter(({ id }) => changes.some(({ ruleId }) => ruleId === id)) ?? [];
  if (rules.length === 0) return [];
  const texts = rules.map((rule) => names.t('preferences.quoted', { text: ruleText(names, rule) }));
  return [names.t('proposal.offer.rule', { rules: listText(names.locale, texts) })];
}

function unplannedPhrases(names: Names, changes: readonly Change<'unplanned'>[]): string[] {
  return changes.length > 0
    ? [names.t('proposal.offer.unplanned', { places: placesText(names, changes) })]
    : [];
}
