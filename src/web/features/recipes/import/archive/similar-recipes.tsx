/** The recipes of a report that the family may have already: for each of them, somebody decides. */
import { SIMILAR_CHOICES, type SimilarChoice } from '#domain/recipe/import-report.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { SimilarChoices } from './archive-import.ts';
import { Details, type Numbered, useFirst } from './report-recipes.tsx';

const CHOICES: Record<SimilarChoice, MessageId> = {
  keep: 'import.similar-keep',
  skip: 'import.similar-skip',
  replace: 'import.similar-replace',
};

/** Within a file nothing can be replaced, so there is nothing to ask. */
export function isAsked({ similar }: Numbered): boolean {
  return similar !== undefined && !similar.isInFile;
}

type SimilarProps = {
  recipes: readonly Numbered[];
  chosen: SimilarChoices;
  onChange: (chosen: SimilarChoices) => void;
};

export function SimilarRecipes({ recipes, chosen, onChange }: SimilarProps) {
  const { t } = useTranslation();
  const { shown, more } = useFirst(recipes);
  const choices = new Set(recipes.map(({ at }) => choiceOf(chosen, at)));
  const [common] = choices;
  const set = (changed: readonly Numbered[], choice: SimilarChoice) => {
    const positions = new Set(changed.map(({ at }) => at));
    const change = (before: ReadonlySet<number>, isIn: boolean) =>
      isIn ? before.union(positions) : before.difference(positions);
    onChange({
      without: change(chosen.without, choice === 'skip'),
      replacing: change(chosen.replacing, choice === 'replace'),
    });
  };
  return (
    <section className="import-card" aria-labelledby="report-similar">
      <h2 id="report-similar">{t('import.similar', { count: recipes.length })}</h2>
      <p className="field-hint">{t('import.similar-hint')}</p>
      {recipes.length > 1 && (
        <label className="report-all">
          <span>{t('import.similar-all')}</span>
          <Choice
            value={choices.size === 1 ? common : undefined}
            onChange={(choice) => set(recipes, choice)}
          />
        </label>
      )}
      <ul className="report-recipes">
        {shown.map((recipe) => {
          const { at, title, similar } = recipe;
          return (
            <li key={at} className="report-similar">
              <div>
                <strong>{title}</strong>
                <p className="field-hint">
                  {similar?.by === 'address'
                    ? t('import.similar-address', { title: similar.title })
                    : t('import.similar-title')}
                </p>
                <Details recipe={recipe} />
              </div>
              <Choice
                label={t('import.similar-choice', { title })}
                value={choiceOf(chosen, at)}
                onChange={(choice) => set([recipe], choice)}
              />
            </li>
          );
        })}
      </ul>
      {more}
    </section>
  );
}

function choiceOf({ without, replacing }: SimilarChoices, at: number): SimilarChoice {
  return without.has(at) ? 'skip' : replacing.has(at) ? 'replace' : 'keep';
}

type ChoiceProps = {
  /** Without it, the label is the element around. */
  label?: string;
  /** Undefined if the recipes have different ones. */
  value: SimilarChoice | undefined;
  onChange: (choice: SimilarChoice) => void;
};

function Choice({ label, value, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <select
      className="field-input report-select"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => {
        const choice = SIMILAR_CHOICES.find((each) => each === target.value);
        if (choice) onChange(choice);
      }}
    >
      {value === undefined && <option value="">{t('import.similar-mixed')}</option>}
      {SIMILAR_CHOICES.map((choice) => (
        <option key={choice} value={choice}>
          {t(CHOICES[choice])}
        </option>
      ))}
    </select>
  );
}
