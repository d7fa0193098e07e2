/** Shows how each ingredient line is parsed, while the person types. */
import { useEffect, useState } from 'react';
import type { IngredientLineView } from '#http/endpoints/recipe/recipe-schemas.ts';
import { api } from '#web/base/api.ts';
import { readText } from '#web/meals/amount-text.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { fitText } from '#web/meals/meal-text.ts';
import type { Language } from '#languages/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { LineNote } from '#web/features/recipes/ingredients/line-note.tsx';
import type { DraftReference } from './draft.ts';
import './parsed-ingredients.css';

type OfferedRecipe = NonNullable<IngredientLineView['offered']>;

/** The delay after the last key press. */
const PARSE_DELAY_MS = 300;
const MAX_LINES = 300;

type ParsedProps = {
  lines: readonly string[];
  references: readonly DraftReference[];
  onLink: (references: readonly DraftReference[]) => void;
};

export function ParsedIngredients({ lines, references, onLink }: ParsedProps) {
  const { t } = useTranslation();
  const { readings, error, refresh } = useParsedLines(lines);
  const isRead = lines.every((line) => readings.has(line) || !isValid(line));
  const referenceOf = new Map(references.map((reference) => [reference.line, reference]));
  const isUnderstood = (line: string) => {
    const reference = referenceOf.get(line);
    return reference ? reference.title !== undefined : readings.has(line) && !readings.get(line)?.question;
  };
  const understood = lines.filter(isUnderstood).length;
  const link = (line: string, recipe?: OfferedRecipe) => {
    const others = references.filter((reference) => reference.line !== line);
    onLink(recipe ? [...others, { line, recipeId: recipe.id, title: recipe.title }] : others);
  };
  return (
    <section className="readings" aria-labelledby="readings">
      <h2 id="readings" className="field-label">
        {t('recipes.readings')}
      </h2>
      <p className="field-hint" role="status">
        {lines.length === 0 && t('recipes.readings-none')}
        {lines.length > 0 && !isRead && (error ? problemText(t, error) : t('recipes.reading'))}
        {lines.length > 0 && isRead && t('recipes.readings-count', { understood, lines: lines.length })}
      </p>
      <ol>
        {lines.map((line, at) => (
          <Line
            key={at}
            line={line}
            parsed={readings.get(line)}
            reference={referenceOf.get(line)}
            onLink={(recipe) => link(line, recipe)}
            onChanged={refresh}
          />
        ))}
      </ol>
    </section>
  );
}

type LineProps = {
  line: string;
  parsed: IngredientLineView | undefined;
  reference: DraftReference | undefined;
  onLink: (recipe?: OfferedRecipe) => void;
  onChanged: () => Promise<void>;
};

function Line({ line, parsed, reference, onLink, onChanged }: LineProps) {
  const translation = useTranslation();
  const { t } = translation;
  if (!isValid(line)) {
    return (
      <li className="reading reading-bad">
        <Icon name="warn" size={18} />
        <span>
          {fitText(line).slice(0, 80)}… <small>{t('recipes.line-too-long')}</small>
        </span>
      </li>
    );
  }
  if (reference) return <LinkedLine reference={reference} onUnlink={() => onLink()} />;
  const offer = parsed?.offered && <Offer offered={parsed.offered} onUse={onLink} />;
  if (!parsed?.isUnderstood) {
    return (
      <li
        className={`reading ${parsed?.question ? 'reading-typed' : parsed?.answer ? '' : 'reading-coming'}`}
      >
        {parsed?.answer ? <Icon name="check" size={18} /> : <PageIcon name="pencil" size={18} />}
        <div>
          {line}
          {parsed && <LineNote line={line} status={parsed} onChanged={onChanged} />}
          {offer}
        </div>
      </li>
    );
  }
  const { amount, unit, foodName, preparation } = parsed;
  return (
    <li className={`reading ${parsed.question ? 'reading-typed' : ''}`}>
      {parsed.question ? <PageIcon name="pencil" size={18} /> : <Icon name="check" size={18} />}
      <div>
        {readText(translation, amount, unit)} <b>{foodName}</b>
        {preparation && <small>{preparation}</small>}
        <LineNote line={line} status={parsed} onChanged={onChanged} />
        {offer}
      </div>
    </li>
  );
}

type OfferProps = { offered: OfferedRecipe; onUse: (recipe: OfferedRecipe) => void };

function Offer({ offered, onUse }: OfferProps) {
  const { t } = useTranslation();
  return (
    <Button className="reading-offer" onClick={() => onUse(offered)}>
      {t('recipes.use-recipe', { title: offered.title })}
    </Button>
  );
}

function LinkedLine({ reference, onUnlink }: { reference: DraftReference; onUnlink: () => void }) {
  const { t } = useTranslation();
  const { line, title } = reference;
  return (
    <li className={`reading ${title === undefined ? 'reading-typed' : ''}`}>
      {title === undefined ? <Icon name="warn" size={18} /> : <Icon name="check" size={18} />}
      <div>
        {line}
        <small>
          {title === undefined ? t('recipes.line-recipe-gone') : t('recipes.line-recipe', { title })}
        </small>
        <Button
          kind="quiet"
          className="reading-offer"
          aria-label={`${t('recipes.unlink-recipe')}: ${line}`}
          onClick={onUnlink}
        >
          {t('recipes.unlink-recipe')}
        </Button>
      </div>
    </li>
  );
}

/** A line has the same limits as a meal's text. */
function isValid(line: string): boolean {
  return fitText(line) === line;
}

type ParsedLines = {
  readings: ReadonlyMap<string, IngredientLineView>;
  /** Why the last request has failed. */
  error: unknown;
  /** Sends all lines again, after the family's answer to one of them has changed. */
  refresh: () => Promise<void>;
};

/** Each line is sent once. After a failure the lines stay unmarked; the recipe can be saved anyway. */
function useParsedLines(lines: readonly string[]): ParsedLines {
  const { language } = useTranslation();
  const [readings, setReadings] = useState<ReadonlyMap<string, IngredientLineView>>(new Map());
  const [error, setError] = useState<unknown>();
  const isUnread = (line: string) => !readings.has(line) && isValid(line);
  const unread = [...new Set(lines)].filter(isUnread).slice(0, MAX_LINES).join('\n');
  useEffect(() => {
    if (!unread) return undefined;
    const stop = new AbortController();
    const read = async () => {
      setError(undefined);
      try {
        const found = await parseLines(unread.split('\n'), language, stop.signal);
        setReadings((known) => new Map([...known, ...found]));
      } catch (problem) {
        if (!stop.signal.aborted) setError(problem);
      }
    };
    const timer = window.setTimeout(() => void read(), PARSE_DELAY_MS);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [unread, language]);
  const refresh = async () => {
    const shown = [...new Set(lines)].filter((line) => readings.has(line));
    // After a failure, all lines are unread.
    setReadings(await parseLines(shown.slice(0, MAX_LINES), language).catch(() => new Map()));
  };
  return { readings, error, refresh };
}

/** By line. */
async function parseLines(
  lines: string[],
  language: Language,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, IngredientLineView>> {
  const found = await api('POST /app/api/recipes/understand', {
    query: { language },
    body: { lines },
    ...(signal && { signal }),
  });
  return new Map(found.lines.map((parsed, at) => [lines[at] ?? '', parsed]));
}
