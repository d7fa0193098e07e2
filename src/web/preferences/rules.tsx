/** Rules for every week, each a sentence of selects: at least once, fish, for dinner, on Monday. */
import { DIETS } from '#domain/food/food.ts';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { foodTag, isFoodTag, type Rule, type Tag } from '#domain/preferences/preferences.ts';
import { Section } from '#web/profile/section.tsx';
import { Button } from '#web/ui/button.tsx';
import { cuisineOptions } from '#web/recipes/cuisine-text.ts';
import { DIET_NAMES } from '#web/recipes/recipe-text.ts';
import { newId } from '#web/offline/new-id.ts';
import { SLOT_NAMES } from '#web/week/move/place-text.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Choose } from './choices.tsx';
import type { PartProps } from './eaters.tsx';
import { EditableRow, EditableRows, type EditProps } from './editable-rows.tsx';
import { useFoods } from './preferences-queries.ts';
import { NO_FOOD, RuleFood } from './rule-food.tsx';
import { proteinText, ruleText, tagParts, WEEKEND, WORKDAYS } from './rule-text.ts';
import type { PreferencesResponse } from '#http/app/contract.ts';
import './rules.css';

const FISH_ONCE: Omit<Rule, 'id'> = {
  tag: 'protein:fish',
  days: [],
  slots: [],
  atLeast: 1,
  isHard: true,
};
const MAX_TIMES = 7;

type Tags = PreferencesResponse['tags'];

export function Rules({ preferences: { rules }, onChange, wrong, tags }: PartProps & { tags: Tags }) {
  const { t } = useTranslation();
  return (
    <Section id="rules" title={t('preferences.rules')} lead={t('preferences.rules-lead')}>
      <EditableRows
        items={rules}
        keyOf={({ id }) => id}
        addLabel={t('preferences.add-rule')}
        createItem={() => ({ id: newId(), ...FISH_ONCE })}
        onChange={(next) => onChange({ rules: next })}
      >
        {(rule, at, edit) => <RuleRow rule={rule} tags={tags} wrong={wrong(`rules.${at}`)} {...edit} />}
      </EditableRows>
    </Section>
  );
}

type RowProps = EditProps<Rule> & { rule: Rule; tags: Tags; wrong: string | undefined };

function RuleRow({ rule, tags, wrong, onChange, onRemove }: RowProps) {
  const translation = useTranslation();
  const { t } = translation;
  const sentence = ruleText({ ...translation, foods: useFoods() }, rule);
  const set = (part: Partial<Rule>) => onChange({ ...rule, ...part });
  return (
    <EditableRow label={sentence} what={sentence} wrong={wrong} onRemove={onRemove}>
      <HowOften rule={rule} isWrong={wrong !== undefined} onChange={set} />
      <What tag={rule.tag} tags={tags} onChange={(tag) => set({ tag })} />
      <Where rule={rule} onChange={set} />
      <Choose
        label={t('preferences.how-strict')}
        value={rule.isHard ? 'always' : 'if-possible'}
        options={[
          ['always', t('preferences.always')],
          ['if-possible', t('preferences.if-possible')],
        ]}
        onChoose={(how) => set({ isHard: how === 'always' })}
      />
    </EditableRow>
  );
}

const BOUNDS = ['least', 'most', 'exactly', 'never'] as const;
type Bound = (typeof BOUNDS)[number];

function boundOf({ atLeast, atMost }: Rule): Bound {
  if (atMost === 0) return 'never';
  if (atLeast === undefined) return 'most';
  return atLeast === atMost ? 'exactly' : 'least';
}

function bounds(bound: Bound, times: number): Pick<Rule, 'atLeast' | 'atMost'> {
  return {
    least: { atLeast: times, atMost: undefined },
    most: { atLeast: undefined, atMost: times },
    exactly: { atLeast: times, atMost: times },
    never: { atLeast: undefined, atMost: 0 },
  }[bound];
}

type HowProps = { rule: Rule; isWrong: boolean; onChange: (part: Partial<Rule>) => void };

function HowOften({ rule, isWrong, onChange }: HowProps) {
  const { t } = useTranslation();
  const bound = boundOf(rule);
  const times = rule.atLeast || rule.atMost || 1;
  return (
    <>
      <Choose
        label={t('preferences.bound')}
        value={bound}
        aria-invalid={isWrong || undefined}
        options={[
          ['least', t('preferences.at-least')],
          ['most', t('preferences.at-most')],
          ['exactly', t('preferences.exactly')],
          ['never', t('preferences.bound-never')],
        ]}
        onChoose={(next) => onChange(bounds(next, times))}
      />
      {bound !== 'never' && (
        <Choose
          label={t('preferences.how-often')}
          value={times}
          options={Array.from({ length: MAX_TIMES }, (_, at) => [
            at + 1,
            t('preferences.times', { times: at + 1 }),
          ])}
          onChoose={(next) => onChange(bounds(bound, next))}
        />
      )}
    </>
  );
}

type WhatProps = { tag: Tag; tags: Tags; onChange: (tag: Tag) => void };

function What({ tag, tags, onChange }: WhatProps) {
  const { t, locale } = useTranslation();
  const [kind, name] = tagParts(tag);
  // Include the chosen value, even if no recipe has it any more.
  const known = (all: readonly string[], which: string) =>
    [...new Set([...all, ...(kind === which ? [name] : [])])].filter((one) => one && one !== 'none');
  return (
    <>
      <Choose<Tag>
        label={t('preferences.what')}
        value={kind === 'title' ? 'title:' : isFoodTag(tag) ? NO_FOOD : tag}
        options={[
          [NO_FOOD, t('preferences.what-food')],
          {
            group: t('preferences.what-protein'),
            options: known(tags.proteins, 'protein').map((one) => [`protein:${one}`, proteinText(t, one)]),
          },
          {
            group: t('preferences.what-diet'),
            options: DIETS.map((diet) => [`diet:${diet}`, t(DIET_NAMES[diet])]),
          },
          {
            group: t('preferences.what-cuisine'),
            options: cuisineOptions(t, locale, known(tags.cuisines, 'cuisine')).map(([one, name]) => [
              `cuisine:${one}`,
              name,
            ]),
          },
          ['title:', t('preferences.what-word')],
        ]}
        onChoose={onChange}
      />
      {isFoodTag(tag) && <RuleFood tag={tag} onChange={onChange} />}
      {kind === 'title' && <TitleWord word={name} onChange={onChange} />}
    </>
  );
}

/** A word of a dish's title. If it names a food, the rule can count that instead. */
function TitleWord({ word, onChange }: { word: string; onChange: (tag: Tag) => void }) {
  const { t } = useTranslation();
  const { find, nameOf } = useFoods();
  const food = find(word);
  return (
    <>
      <input
        className="field-input preferences-word"
        aria-label={t('preferences.word')}
        placeholder={t('preferences.word-hint')}
        value={word}
        maxLength={50}
        autoComplete="off"
        onChange={({ target }) => onChange(`title:${target.value}`)}
      />
      {food && (
        <Button onClick={() => onChange(foodTag(food.id))}>
          {t('preferences.count-food', { food: nameOf(food.id) })}
        </Button>
      )}
    </>
  );
}

type WhereProps = { rule: Rule; onChange: (part: Partial<Rule>) => void };

function Where({ rule: { days, slots }, onChange }: WhereProps) {
  const { t, locale } = useTranslation();
  const someDays = [WORKDAYS, WEEKEND, ...DAYS.map((day) => [day])];
  const named = (some: readonly Day[]) => some.map((day) => dayName(day, locale)).join(', ');
  const isListed = days.length === 0 || someDays.some((some) => some.join() === days.join());
  return (
    <>
      <Choose
        label={t('preferences.which-meal')}
        value={slots.join()}
        options={[
          ['', t('preferences.any-meal')],
          ...SLOTS.map((slot) => [slot, t(SLOT_NAMES[slot])] as const),
        ]}
        onChoose={(slot) => onChange({ slots: slot ? [slot as Slot] : [] })}
      />
      <Choose
        label={t('preferences.which-day')}
        value={days.join()}
        options={[
          ['', t('preferences.any-day')],
          [WORKDAYS.join(), t('preferences.workdays')],
          [WEEKEND.join(), t('preferences.weekend')],
          ...DAYS.map((day) => [day, t('preferences.on-day', { day: dayName(day, locale) })] as const),
          ...(isListed ? [] : [[days.join(), named(days)] as const]),
        ]}
        onChoose={(some) => onChange({ days: DAYS.filter((day) => some.split(',').includes(day)) })}
      />
    </>
  );
}
