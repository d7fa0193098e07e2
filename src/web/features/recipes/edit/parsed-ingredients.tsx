/** Shows how each ingredient line is parsed, while the person types. */
import { useEffect, useState } from 'react';
import type { IngredientLineView } from '#http/endpoints/recipe/recipe-schemas.ts';
import { api } from '#web/base/api.ts';
import { readText } from '#web/meals/amount-text.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { fitText } from '#web/meals/meal-text.ts';
import type { Language } from '#languages/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { LineNote } from '#web/features/recipes/ingredients/line-note.tsx';
import './parsed-ingredients.css';

/** The delay after the last key press. */
const PARSE_DELAY_MS = 300;
const MAX_LINES = 300;

export function ParsedIngredients({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation();
  const { readings, error, refresh } = useParsedLines(lines);
  const isRead = lines.every((line) => readings.has(line) || !isValid(line));
  const understood = lines.filter((line) => readings.has(line) && !readings.get(line)?.question).length;
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
          <Line key={at} line={line} parsed={readings.get(line)} onChanged={refresh} />
        ))}
      </ol>
    </section>
  );
}

type LineProps = {
  line: string;
  parsed: IngredientLineView | undefined;
  onChanged: () => Promise<void>;
};

function Line({ line, parsed, onChanged }: LineProps) {
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
  if (!parsed?.isUnderstood) {
    return (
      <li
        className={`reading ${parsed?.question ? 'reading-typed' : parsed?.answer ? '' : 'reading-coming'}`}
      >
        {parsed?.answer ? <Icon name="check" size={18} /> : <PageIcon name="pencil" size={18} />}
        <div>
          {line}
          {parsed && <LineNote line={line} status={parsed} onChanged={onChanged} />}
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
