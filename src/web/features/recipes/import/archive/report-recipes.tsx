/** The recipes of a report: the new ones with a choice, and those that the family has. */
import { useState } from 'react';
import { Button } from '#web/base/ui/button.tsx';
import type { ReportedRecipe } from '#domain/recipe/import-report.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

/** A recipe and its position in the file. */
export type Numbered = ReportedRecipe & { at: number };

/** More are shown on request: thousands of rows take a phone seconds. */
const FIRST = 50;

type NewProps = {
  recipes: readonly Numbered[];
  without: ReadonlySet<number>;
  onChange: (without: ReadonlySet<number>) => void;
};

export function NewRecipes({ recipes, without, onChange }: NewProps) {
  const { t } = useTranslation();
  const { shown, more } = useFirst(recipes);
  const toggle = (at: number) => {
    const next = new Set(without);
    if (!next.delete(at)) next.add(at);
    onChange(next);
  };
  const own = new Set(recipes.map(({ at }) => at));
  const isAny = recipes.some(({ at }) => without.has(at));
  const setAll = (isChosen: boolean) => onChange(isChosen ? without.difference(own) : without.union(own));
  return (
    <section className="import-card" aria-labelledby="report-new">
      <div className="report-head">
        <h2 id="report-new">{t('import.new', { count: recipes.length })}</h2>
        {recipes.length > 1 && (
          <Button kind="quiet" onClick={() => setAll(isAny)}>
            {isAny ? t('import.choose-all') : t('import.choose-none')}
          </Button>
        )}
      </div>
      <ul className="report-recipes">
        {shown.map((recipe) => (
          <li key={recipe.at}>
            <label className="report-choice">
              <input type="checkbox" checked={!without.has(recipe.at)} onChange={() => toggle(recipe.at)} />
              <span>{recipe.title}</span>
            </label>
            <Details recipe={recipe} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

/** What a member should know about a recipe before it is saved. Nothing for most. */
export function Details({ recipe: { lines, unclear, shortened, similar } }: { recipe: Numbered }) {
  const { t } = useTranslation();
  const notes = [
    ...(similar?.isInFile
      ? [
          similar.by === 'title'
            ? t('import.note-same-title')
            : t('import.note-same-address', { title: similar.title }),
        ]
      : []),
    ...(lines === 0 ? [t('import.note-no-lines')] : []),
    ...(shortened.length > 0 ? [t('import.shortened')] : []),
  ];
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="report-note">
          {note}
        </p>
      ))}
      {unclear.length > 0 && (
        <details className="report-unclear">
          <summary>{t('import.note-unclear', { count: unclear.length, lines })}</summary>
          <ul className="report-names">
            {unclear.map((line, at) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export function KnownRecipes({ recipes }: { recipes: readonly Numbered[] }) {
  const { t } = useTranslation();
  const { shown, more } = useFirst(recipes);
  return (
    <details className="import-card report-known">
      <summary>{t('import.known', { count: recipes.length })}</summary>
      <ul className="report-names">
        {shown.map(({ at, title, sameAs }) => (
          <li key={at}>
            {title}
            {sameAs !== undefined && sameAs !== '' && (
              <span className="field-hint"> {t('import.known-as', { title: sameAs })}</span>
            )}
          </li>
        ))}
      </ul>
      {more}
    </details>
  );
}

export function useFirst(recipes: readonly Numbered[]) {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const isMore = !isAll && recipes.length > FIRST;
  return {
    shown: isMore ? recipes.slice(0, FIRST) : recipes,
    more: isMore && (
      <Button kind="quiet" onClick={() => setAll(true)}>
        {t('import.show-all', { count: recipes.length })}
      </Button>
    ),
  };
}
