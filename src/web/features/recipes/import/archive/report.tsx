/** The report about a file before anything is saved: what is in it, what is new, and what is not imported. */
import { useState } from 'react';
import type { ImportReport, LeftOut, LeftOutCode } from '#domain/recipe/import-report.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions } from '#web/base/ui/overlay/dialog.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useTranslation, type Translate } from '#web/base/i18n/translation.ts';
import { appName } from '#domain/recipe/import-formats.ts';
import type { SimilarChoices, Progress, Reported } from './archive-import.ts';
import { FileProgress } from './archive-form.tsx';
import { KnownRecipes, NewRecipes } from './report-recipes.tsx';
import { isAsked, SimilarRecipes } from './similar-recipes.tsx';
import './report.css';

type ReportProps = {
  reported: Reported;
  progress: Progress | undefined;
  failure: string | undefined;
  onKeep: (chosen: SimilarChoices) => void;
  onBack: () => void;
};

export function Report({ reported: { fileName, report }, progress, failure, onKeep, onBack }: ReportProps) {
  const { t } = useTranslation();
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const [replacing, setReplacing] = useState<ReadonlySet<number>>(new Set());
  const numbered = report.details.map((recipe, at) => ({ ...recipe, at }));
  const all = numbered.filter(({ status }) => status === 'new');
  const [fresh, similar] = [all.filter((each) => !isAsked(each)), all.filter(isAsked)];
  const known = numbered.filter(({ status }) => status !== 'new' && status !== 'too-long');
  // Of a file with thousands of recipes, the report lists the first; the others come along.
  const unlisted = Math.max(0, report.newRecipes - all.length);
  const chosen = all.length + unlisted - without.size;
  const hasOthers = report.meals + report.listLines > 0 || report.hasFamilyData === true;
  return (
    <div className="import report">
      <PageHeader
        title={t('import.report-title')}
        lead={t('import.report-lead', { app: appName(report.formats, fileName) })}
      />
      <Summary report={report} known={known.length} similar={similar.length} />
      <LeftOutList report={report} />
      {similar.length > 0 && (
        <SimilarRecipes
          recipes={similar}
          chosen={{ without, replacing }}
          onChange={(chosen) => {
            setWithout(chosen.without);
            setReplacing(chosen.replacing);
          }}
        />
      )}
      {fresh.length > 0 && <NewRecipes recipes={fresh} without={without} onChange={setWithout} />}
      {unlisted > 0 && <p className="field-hint">{t('import.more-names', { count: unlisted })}</p>}
      {known.length > 0 && <KnownRecipes recipes={known} />}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <div className="import-card report-end end-bar">
        {all.length === 0 && !hasOthers && <p>{t('import.nothing-new')}</p>}
        {progress ? (
          <FileProgress progress={progress} />
        ) : (
          <Actions>
            <Button onClick={onBack}>{t('recipes.cancel')}</Button>
            {(chosen > 0 || hasOthers) && (
              <Button kind="primary" onClick={() => onKeep({ without, replacing })}>
                {t('import.keep-all', { count: chosen })}
              </Button>
            )}
          </Actions>
        )}
      </div>
    </div>
  );
}

type SummaryProps = { report: ImportReport; known: number; similar: number };

function Summary({ report, known, similar }: SummaryProps) {
  const { t } = useTranslation();
  const { lines, understoodLines, photos, meals, listLines } = report;
  return (
    <section className="import-card" aria-labelledby="report-summary">
      <h2 id="report-summary">{t('import.found', { count: report.recipes })}</h2>
      <ul className="report-facts">
        <li>{t('import.found-new', { count: report.newRecipes - similar })}</li>
        {similar > 0 && <li>{t('import.found-similar', { count: similar })}</li>}
        {known > 0 && <li>{t('import.found-known', { count: known })}</li>}
        {photos > 0 && <li>{t('import.found-photos', { count: photos })}</li>}
        {lines > 0 && (
          <li>
            {t('import.found-lines', { lines, understood: understoodLines })}{' '}
            {understoodLines < lines && <span className="field-hint">{t('import.found-lines-hint')}</span>}
          </li>
        )}
        {meals > 0 && <li>{t('import.found-meals', { count: meals })}</li>}
        {listLines > 0 && <li>{t('import.found-list', { count: listLines })}</li>}
        {report.hasFamilyData && <li>{t('import.found-family-data')}</li>}
      </ul>
    </section>
  );
}

/** Names that are shown of a reason. */
const SHOWN_NAMES = 20;

function LeftOutList({ report }: { report: ImportReport }) {
  const { t } = useTranslation();
  const texts = leftOutTexts(t, report.leftOut);
  if (texts.length === 0) return null;
  return (
    <section className="import-card" aria-labelledby="report-left-out">
      <h2 id="report-left-out">{t('import.left-out')}</h2>
      <ul className="report-facts">
        {texts.map(({ id, text, names }) => (
          <li key={id}>
            {text}
            {names.length > 0 && (
              <details>
                <summary>{t('import.left-out-names', { count: names.length })}</summary>
                <ul className="report-names">
                  {names.slice(0, SHOWN_NAMES).map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                  {names.length > SHOWN_NAMES && (
                    <li>{t('import.more-names', { count: names.length - SHOWN_NAMES })}</li>
                  )}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const TEXTS: Record<LeftOutCode, MessageId> = {
  'pictures-not-in-file': 'import.left-out.pictures-not-in-file',
  'picture-unusable': 'import.left-out.pictures',
  'pictures-full': 'import.left-out.pictures-full',
  'more-pictures': 'import.left-out.more-pictures',
  ratings: 'import.left-out.ratings',
  tools: 'import.left-out.tools',
  attachments: 'import.left-out.attachments',
  difficulty: 'import.left-out.difficulty',
  trashed: 'import.left-out.trashed',
  favourites: 'import.left-out.favourites',
  links: 'import.left-out.links',
  expenses: 'import.left-out.expenses',
  'list-names': 'import.left-out.list-names',
  ticked: 'import.left-out.ticked',
  'list-limit': 'import.left-out.list-limit',
  'list-full': 'import.left-out.list-full',
  'no-recipe': 'import.left-out.no-recipe',
  'no-title': 'import.left-out.no-title',
  'too-long': 'import.left-out.too-long',
  shortened: 'import.left-out.shortened',
  'more-files': 'import.left-out.more-files',
  'meal-without-date': 'import.left-out.meal-without-date',
  'meal-without-recipe': 'import.left-out.meal-without-recipe',
  'meal-taken': 'import.left-out.meal-taken',
  'meal-slot': 'import.left-out.meal-slot',
  'week-out-of-range': 'import.left-out.week-out-of-range',
  account: 'import.left-out.account',
  'has-own': 'import.left-out.has-own',
  'other-currency': 'import.left-out.other-currency',
  'not-valid': 'import.left-out.not-valid',
};

/** One sentence for each reason, with all names that it concerns. */
type LeftOutText = { id: MessageId; text: string; names: string[] };

/** What an import leaves out, and why, in a sentence. */
function leftOutTexts(t: Translate, leftOut: readonly LeftOut[]): LeftOutText[] {
  const byText = Map.groupBy(leftOut, ({ code }) => TEXTS[code]);
  return Array.from(byText, ([id, entries]) => {
    const count = entries.reduce((sum, entry) => sum + entry.count, 0);
    // Of thousands of pictures the names say nothing.
    const names = id === TEXTS['picture-unusable'] ? [] : entries.flatMap(({ name }) => name ?? []);
    return { id, text: t(id, { count }), names };
  });
}
