/** Explains empty slots and unmet rules: one sentence for the week, and numbers for one slot. */
import type { BlockingConstraint, BlockingConstraints, UnmetRule } from '#domain/proposal/proposal.ts';
import type { Place, Slot } from '#domain/plan/plan.ts';
import { ruleText } from '#web/meals/preferences/rule-text.ts';
import { withinSentence } from '#web/meals/recipe-text.ts';
import { placesText } from '#web/features/week/proposal/place-list.ts';
import type { Names } from './reason-text.ts';

type Gap = Place & { blockingConstraints: BlockingConstraints };

/** One sentence for each cause: `Nothing fits for Monday and Tuesday dinner: all dishes take longer than 5 minutes.` */
export function emptyTexts(names: Names, gaps: readonly Gap[]): string[] {
  const byCause = Map.groupBy(gaps, ({ slot, blockingConstraints }) =>
    causeText(names, slot, blockingConstraints),
  );
  return Array.from(byCause, ([cause, empty]) =>
    names.t('proposal.empty', { places: placesText(names, empty), cause }),
  );
}

/** The main constraints in words, without numbers. */
function causeText(names: Names, slot: Slot, { dishes, steps }: BlockingConstraints): string {
  const { t } = names;
  const excluding = steps.filter((step) => step.dishes > 0);
  const [first, second] = excluding.toSorted((first, second) => second.dishes - first.dishes);
  if (!first) return t('proposal.cause.none', { slot: withinSentence(names, t(`week.slot.${slot}`)) });
  const says = (step: BlockingConstraint, who: Who) => stepText(names, step, who);
  if (!second) return says(first, 'all');
  const main = says(first, first.dishes > dishes / 2 ? 'most' : 'many');
  const other = says(second, excluding.length > 2 ? 'others' : 'rest');
  return t('proposal.cause.two', { main, other });
}

/** Of 84 dishes for dinner; 61 contain nuts or milk; 19 more take longer than 20 minutes. */
export function countTexts(names: Names, slot: Slot, { dishes, steps }: BlockingConstraints): string[] {
  const { t } = names;
  const all = t('proposal.why', { dishes, slot: withinSentence(names, t(`week.slot.${slot}`)) });
  const excluding = steps.filter((step) => step.dishes > 0);
  return [all, ...excluding.map((step, at) => stepText(names, step, at === 0 ? 'count' : 'more'))];
}

/** Which dishes a text is about: a share in words, or a number. */
type Who = 'all' | 'most' | 'many' | 'rest' | 'others' | 'count' | 'more';

function stepText(names: Names, step: BlockingConstraint, who: Who): string {
  const { t, foods, preferences } = names;
  const isCount = who === 'count' || who === 'more';
  // Words such as "the others" are plural.
  const values = { who: t('proposal.who', { who, dishes: step.dishes }), dishes: isCount ? step.dishes : 2 };
  switch (step.kind) {
    case 'allergens': {
      const allergens = step.allergens.map((allergen) =>
        withinSentence(names, t(`recipes.allergen.${allergen}`)),
      );
      return t('proposal.why.contain', { ...values, what: either(names, step.kind, allergens) });
    }
    case 'diets': {
      const diets = step.diets.map((diet) => t('preferences.quoted', { text: t(`diets.name.${diet}`) }));
      return t('proposal.why.diets', { ...values, what: either(names, step.kind, diets) });
    }
    case 'dislikes':
      return t('proposal.why.contain', {
        ...values,
        what: either(names, step.kind, step.foodIds.map(foods.nameOf)),
      });
    case 'minutes':
      return t('proposal.why.minutes', { ...values, minutes: step.minutes });
    case 'rest':
      return t('proposal.why.rest', { ...values, weeks: step.weeks });
    case 'used':
      return t('proposal.why.used', values);
    case 'avoided':
      return t('proposal.why.avoided', values);
    default: {
      const rules = preferences?.rules.filter(({ id }) => step.ruleIds.includes(id)) ?? [];
      const texts = rules.map((rule) => t('preferences.quoted', { text: ruleText(names, rule) }));
      return t('proposal.why.rules', { ...values, what: either(names, step.kind, texts) });
    }
  }
}

const MAX_NAMED = 3;

/** `nuts, milk or eggs`; of many only the first are named. */
function either({ t, locale }: Names, kind: BlockingConstraint['kind'], texts: readonly string[]): string {
  const more = t('proposal.why.more', { kind });
  const named = texts.length > MAX_NAMED ? [...texts.slice(0, MAX_NAMED - 1), more] : texts;
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(named);
}

export function unmetText(names: Names, { ruleId, possible }: UnmetRule): string {
  const rule = names.preferences?.rules.find(({ id }) => id === ruleId);
  return names.t('proposal.unmet', { rule: rule ? ruleText(names, rule) : '', possible });
}
