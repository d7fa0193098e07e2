/** Beside the lines of a recipe: what is understood of each, while it is typed. */
import { useEffect, useState } from 'react';
import type { IngredientLineView, IngredientLinesResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { readText } from '#web/list/amount-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { fitText } from '#web/week/meal-text.ts';
import type { Language } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import './readings.css';

/** So long after the last letter the lines are read. */
const READ_AFTER_MS = 300;
const MOST_LINES = 300;

export function Readings({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation();
  const readings = useReadings(lines);
  const understood = lines.filter((line) => readings.get(line)?.isUnderstood).length;
  const isRead = lines.every((line) => readings.has(line) || !isFit(line));
  return (
    <section className="readings" aria-labelledby="readings">
      <h2 id="readings" className="field-label">
        {t('recipes.readings')}
      </h2>
      <p className="field-hint" role="status">
        {lines.length === 0 && t('recipes.readings-none')}
        {lines.length > 0 &&
          t(isRead ? 'recipes.readings-count' : 'recipes.reading', { understood, lines: lines.length })}
      </p>
      <ol>
        {lines.map((line, at) => (
          <Line key={at} line={line} reading={readings.get(line)} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line, reading }: { line: string; reading: IngredientLineView | undefined }) {
  const translation = useTranslation();
  const { t } = translation;
  if (!isFit(line)) {
    return (
      <li className="reading reading-bad">
        <Icon name="warn" size={18} />
        <span>
          {fitText(line).slice(0, 80)}… <small>{t('recipes.line-too-long')}</small>
        </span>
      </li>
    );
  }
  if (!reading?.isUnderstood) {
    return (
      <li className={`reading ${reading ? 'reading-typed' : 'reading-coming'}`}>
        <Icon name="pencil" size={18} />
        <span>
          {line} {reading && <small>{t('recipes.as-typed')}</small>}
        </span>
      </li>
    );
  }
  const { amount, unit, foodName, preparation } = reading;
  return (
    <li className="reading">
      <Icon name="check" size={18} />
      <span>
        {readText(translation, amount, unit)} <b>{foodName}</b>
        {preparation && <small>{preparation}</small>}
      </span>
    </li>
  );
}

/** What a line may be is what a meal may be. */
function isFit(line: string): boolean {
  return fitText(line) === line;
}

/** Each line is asked about once. Without an answer the marks stay away: the recipe can be written without. */
function useReadings(lines: readonly string[]): ReadonlyMap<string, IngredientLineView> {
  const { language } = useTranslation();
  const [readings, setReadings] = useState<ReadonlyMap<string, IngredientLineView>>(new Map());
  const isUnread = (line: string) => !readings.has(line) && isFit(line);
  const unread = [...new Set(lines)].filter(isUnread).slice(0, MOST_LINES).join('\n');
  useEffect(() => {
    if (!unread) return undefined;
    const stop = new AbortController();
    const read = async () => {
      const asked = unread.split('\n');
      const found = await understand(asked, language, stop.signal).catch(() => []);
      setReadings(
        (known) => new Map([...known, ...found.map((reading, at) => [asked[at] ?? '', reading] as const)]),
      );
    };
    const timer = window.setTimeout(() => void read(), READ_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [unread, language]);
  return readings;
}

async function understand(
  lines: string[],
  language: Language,
  signal: AbortSignal,
): Promise<IngredientLineView[]> {
  const path = `/app/api/recipes/understand?language=${language}`;
  return (await request<IngredientLinesResponse>('POST', path, { lines }, { signal })).lines;
}
