/** The recipes page: search while typing, with filters for meal, owner, course and diet. */
import { useEffect, useEffectEvent, useState } from 'react';
import { DIETS } from '#domain/food/food.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { COURSES } from '#domain/recipe/course.ts';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { navigate, useSearch } from '#web/base/router.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useFamilyTags } from '#web/data/queries/recipe-notes.ts';
import { WantedFilter } from '#web/features/recipes/notes/wanted.tsx';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { FitsFilter } from './fits-filter.tsx';
import { SearchResults } from './search-results.tsx';
import { preloadRecipes } from '#web/data/queries/recipe-queries.ts';
import {
  MAX_SEARCH_LENGTH,
  parseFilter,
  type RecipeFilter,
  filterQuery,
} from '#web/data/queries/recipe-filter.ts';
import './recipes-page.css';

const ALL: RecipeFilter = {
  search: '',
  meal: '',
  course: '',
  diet: '',
  own: '',
  fits: '',
  tag: '',
  soon: '',
};

/** The delay after the last key press. Browsers limit how often a page may change the address. */
const SEARCH_DELAY_MS = 150;

export function RecipesPage() {
  const { t } = useTranslation();
  const filter = parseFilter(useSearch());
  const slots = withSlots(useShownSlots(), filter.meal ? [filter.meal] : []);
  const want = (part: Partial<RecipeFilter>) =>
    navigate(`/recipes?${filterQuery({ ...filter, ...part })}`, 'replace');
  return (
    <div className="recipes">
      <PageHeader title={t('recipes.title')}>
        <Link href="/recipes/import" className="button button-plain">
          {t('recipes.import')}
        </Link>
        <Link href="/recipes/new" className="button button-primary">
          <Icon name="plus" />
          {t('recipes.write')}
        </Link>
      </PageHeader>
      <search className="recipes-filter">
        <SearchField search={filter.search} onSearch={(search) => want({ search })} />
        <Choice
          label={t('recipes.meal')}
          value={filter.meal}
          options={[
            ['', t('recipes.all-meals')],
            ...slots.map((slot) => [slot, t(`week.slot.${slot}`)] as const),
          ]}
          onChoose={(meal) => want({ meal })}
        />
        <Choice
          label={t('recipes.which')}
          value={filter.own}
          options={[
            ['', t('recipes.all-recipes')],
            ['true', t('recipes.own')],
            ['false', t('recipes.cookbook')],
          ]}
          onChoose={(own) => want({ own })}
        />
        <Select
          label={t('recipes.course')}
          value={filter.course}
          options={[
            ['', t('recipes.any-course')],
            ...COURSES.map((course) => [course, t(`recipes.course.${course}`)] as const),
          ]}
          onChoose={(course) => want({ course })}
        />
        <Select
          label={t('recipes.diet')}
          value={filter.diet}
          options={[
            ['', t('recipes.any-diet')],
            ...DIETS.map((diet) => [diet, t(`diets.name.${diet}`)] as const),
          ]}
          onChoose={(diet) => want({ diet })}
        />
        <TagFilter chosen={filter.tag} onChoose={(tag) => want({ tag })} />
      </search>
      <div className="recipes-chips">
        <WantedFilter isOn={filter.soon !== ''} onChange={(isOn) => want({ soon: isOn ? 'true' : '' })} />
        {!filter.soon && <FitsFilter filter={filter} onChange={(fits) => want({ fits })} />}
      </div>
      <SearchResults filter={filter} onClear={() => want(ALL)} onShowAll={() => want({ fits: 'false' })} />
    </div>
  );
}

RecipesPage.preloadData = preloadRecipes;

/** Only for families with tags. */
function TagFilter({ chosen, onChoose }: { chosen: string; onChoose: (tag: string) => void }) {
  const { t } = useTranslation();
  const tags = useFamilyTags();
  // A tag that nothing has any more can still be in the address.
  const all = chosen === '' || tags.includes(chosen) ? tags : [...tags, chosen];
  if (all.length === 0) return null;
  return (
    <Select
      label={t('recipes.tag')}
      value={chosen}
      options={[['', t('recipes.tag-any')], ...all.map((tag) => [tag, tag] as const)]}
      onChoose={onChoose}
    />
  );
}

/** A field for what has too many values for radio buttons. */
function Select<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(inputProps) => (
        <select
          {...inputProps}
          className="field-input recipes-diet"
          value={value}
          onChange={({ target }) => onChoose(target.value as Value)}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ text: search, over: search });
  // The address is newer than text that was typed over an earlier search.
  const text = typed.over === search ? typed.text : search;
  const startSearch = useEffectEvent(() => onSearch(text));
  useEffect(() => {
    if (text === search) return undefined;
    const timer = window.setTimeout(() => startSearch(), SEARCH_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [text, search]);
  return (
    <Field label={t('recipes.search')}>
      {(inputProps) => (
        <input
          {...inputProps}
          type="search"
          className="field-input recipes-search"
          placeholder={t('recipes.search-hint')}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={({ target }) => setTyped({ text: target.value, over: search })}
        />
      )}
    </Field>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: (readonly [Value, string])[];
  onChoose: (value: Value) => void;
};

/** A group of radio buttons. */
function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="recipes-choice">
      <legend className="field-label">{label}</legend>
      {options.map(([option, name]) => (
        <label key={option} className="recipes-chip">
          <input
            type="radio"
            className="sr-only"
            name={label}
            checked={option === value}
            onChange={() => onChoose(option)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
