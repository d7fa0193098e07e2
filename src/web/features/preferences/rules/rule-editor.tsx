/** The parts of a rule: what and how often; behind a fold, for which meals and days, and how strictly. */
import { useState } from 'react';
import { DIETS } from '#domain/food/food.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { tagKey } from '#domain/recipe/recipe-note.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import {
  foodTag,
  isFoodTag,
  isOwnTag,
  type Rule,
  type Tag,
  foodKeyOf,
  type FoodTag,
} from '#domain/preferences/preferences.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { NamedFood } from '#http/endpoints/recipe/foods.ts';
import { WEEKEND, WORKDAYS } from '#web/base/calendar.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { cuisineOptions } from '#web/meals/cuisine-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Check, Choose } from '#web/meals/preferences/choices.tsx';
import { useFoods } from '#web/data/queries/preferences-queries.ts';
import { howText, proteinText, tagParts } from '#web/meals/preferences/rule-text.ts';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { FoodInput } from '#web/features/preferences/eaters/food-input.tsx';

const TIMES = [1, 2, 3, 4, 5, 6, 7];

export type Tags = ResponseOf<'GET /app/api/preferences'>['tags'];

type EditorProps = { rule: Rule; tags: Tags; isWrong: boolean; onChange: (rule: Rule) => void };

export function RuleEditor({ rule, tags, isWrong, onChange }: EditorProps) {
  const { t } = useTranslation();
  const set = (part: Partial<Rule>) => onChange({ ...rule, ...part });
  return (
    <div className="preferences-rule-editor">
      <What tag={rule.tag} tags={tags} onChange={(tag) => set({ tag })} />
      <HowOften rule={rule} isWrong={isWrong} onChange={set} />
      <details
        className="preferences-fold"
        open={rule.slots.length + rule.days.length > 0 || !rule.isHard || undefined}
      >
        <summary>
          <Icon name="arrow" size={18} />
          <span>{t('preferences.rule-where')}</span>
        </summary>
        <div className="preferences-rule-where">
          <Where rule={rule} onChange={set} />
          <Check
            label={t('preferences.rule-soft')}
            isChecked={!rule.isHard}
            onChange={(isSoft) => set({ isHard: !isSoft })}
          />
        </div>
      </details>
    </div>
  );
}

type Bounds = Pick<Rule, 'atLeast' | 'atMost'>;
type HowProps = { rule: Rule; isWrong: boolean; onChange: (part: Bounds) => void };

/** `1-` is at least once, `-2` at most twice, `3-3` exactly three times. */
function boundsKey({ atLeast, atMost }: Bounds): string {
  return `${atLeast ?? ''}-${atMost ?? ''}`;
}

function HowOften({ rule, isWrong, onChange }: HowProps) {
  const { t } = useTranslation();
  const option = (bounds: Bounds) => [boundsKey(bounds), howText(t, bounds)] as const;
  const never: Bounds = { atLeast: undefined, atMost: 0 };
  const least = TIMES.map((times) => ({ atLeast: times, atMost: undefined }));
  const most = TIMES.map((times) => ({ atLeast: undefined, atMost: times }));
  const exactly = TIMES.map((times) => ({ atLeast: times, atMost: times }));
  const all: Bounds[] = [...least, ...most, ...exactly, never];
  const isListed = all.some((bounds) => boundsKey(bounds) === boundsKey(rule));
  return (
    <Choose<string>
      label={t('preferences.how-often')}
      value={boundsKey(rule)}
      aria-invalid={isWrong || undefined}
      options={[
        // Bounds that only the command line and the API can set.
        ...(isListed ? [] : [option(rule)]),
        { group: t('preferences.at-least'), options: least.map(option) },
        { group: t('preferences.at-most'), options: most.map(option) },
        { group: t('preferences.exactly'), options: exactly.map(option) },
        [boundsKey(never), t('preferences.never')],
      ]}
      onChoose={(key) => {
        const bounds = all.find((bound) => boundsKey(bound) === key);
        if (bounds) onChange(bounds);
      }}
    />
  );
}

type WhatProps = { tag: Tag; tags: Tags; onChange: (tag: Tag) => void };

function What({ tag, tags, onChange }: WhatProps) {
  const { t, locale } = useTranslation();
  const [kind, name] = tagParts(tag);
  // Include the chosen value, even if no recipe has it any more.
  const known = (all: readonly string[], which: string) =>
    [...new Set([...all, ...(kind === which ? [name] : [])])].filter((name) => name && name !== 'none');
  // The spelling of the rule may be another one.
  const ownTags = [
    ...(isOwnTag(tag) ? [name] : []),
    ...tags.own.filter((own) => !isOwnTag(tag) || tagKey(own) !== tagKey(name)),
  ];
  return (
    <>
      <Choose<Tag>
        label={t('preferences.what')}
        value={kind === 'title' ? 'title:' : isFoodTag(tag) ? NO_FOOD : tag}
        options={[
          [NO_FOOD, t('preferences.what-food')],
          {
            group: t('preferences.what-protein'),
            options: known(tags.proteins, 'protein').map((protein) => [
              `protein:${protein}`,
              proteinText(t, protein),
            ]),
          },
          {
            group: t('preferences.what-diet'),
            options: DIETS.map((diet) => [`diet:${diet}`, t(`diets.name.${diet}`)]),
          },
          {
            group: t('preferences.what-cuisine'),
            options: cuisineOptions(t, locale, known(tags.cuisines, 'cuisine')).map(([value, name]) => [
              `cuisine:${value}`,
              name,
            ]),
          },
          ...(ownTags.length > 0
            ? [
                {
                  group: t('preferences.what-tag'),
                  options: ownTags.map((tag): [Tag, string] => [`tag:${tag}`, tag]),
                },
              ]
            : []),
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
          ...withSlots(useShownSlots(), slots).map((slot) => [slot, t(`week.slot.${slot}`)] as const),
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

/** The tag of a rule for which no food is chosen yet. The server refuses it. */
const NO_FOOD: FoodTag = 'food:';

function RuleFood({ tag, onChange }: { tag: FoodTag; onChange: (tag: FoodTag) => void }) {
  const { t } = useTranslation();
  const { find, labelOf } = useFoods();
  const [typed, setTyped] = useState('');
  // Show the typed text while it names the food of the rule.
  const isTyped = tagOf(find(typed)) === tag;
  return (
    <FoodInput
      className="preferences-word"
      aria-label={t('preferences.ingredient')}
      placeholder={t('preferences.ingredient-hint')}
      maxLength={100}
      value={isTyped ? typed : labelOf(foodKeyOf(tag))}
      onType={(text) => {
        setTyped(text);
        onChange(tagOf(find(text)));
      }}
      onPick={({ id, label }) => {
        setTyped(label);
        onChange(foodTag(id));
      }}
    />
  );
}

function tagOf(food: NamedFood | undefined): FoodTag {
  return food ? foodTag(food.id) : NO_FOOD;
}
