/** A static preview of the shopping list that is shown while the app loads, as week-preview.ts is of the week. */
import type { Item, ShoppingList } from '#domain/shopping-list/item.ts';
import type { ListResponse } from '#http/app/contracts/contract.ts';
import { addDays } from '#web/shared/calendar.ts';
import type { Me } from '#web/shared/me.ts';
import { element, familyPage, icon, pageHeader, showPreview } from '#web/shell/preview/elements.ts';
import { sentencesOf, shortSentencesOf, type WarningTranslation } from '#web/warnings/warning-text.ts';
import { showDates } from '#web/i18n/dates.ts';
import type { Translate, Translation } from '#web/i18n/translation.ts';
import { AISLE_NAMES } from './aisles/aisle-names.ts';
import { itemText } from './aisles/amount-text.ts';
import { costText } from './cost-text.ts';
import { detailTexts } from './aisles/detail-text.ts';
import { firstAisles, hasColumns, MAX_OPEN_QUESTIONS, openAisles } from './aisles/first-aisles.ts';

type Preview = Pick<ListResponse, 'list' | 'cost' | 'warnings'> & { family: Me['family']; week: string };

/** Returns false without showing anything if the list is empty. */
export function showListPreview(translation: WarningTranslation, preview: Preview): boolean {
  const { family, list } = preview;
  const open = openAisles(list);
  // An empty list says why, which depends on the plan.
  if (open.length === 0) return false;
  const aisles = (hasColumns() ? open : firstAisles(open)).map(({ aisle, items }) => {
    const rows = items.map((item) => renderRow(translation, preview, item));
    return element(
      'section.list-aisle',
      element('h2', translation.t(AISLE_NAMES[aisle])),
      element('ul', ...rows),
    );
  });
  const page = element(
    '.list',
    renderHeader(translation, preview),
    element('.list-add', element('.field-input'), element('.button'), element('.button')),
    element(
      '.list-things',
      list.asked.length > 0 && renderQuestions(translation, preview),
      element('.list-aisles', ...aisles),
    ),
  );
  showPreview(familyPage(family.name, page));
  return true;
}

function renderHeader(translation: Translation, { list, family, week, cost }: Preview): Element {
  const { t, locale } = translation;
  const dates = showDates(week, addDays(week, 6), locale, { day: 'numeric', month: 'long' });
  const pantry = element('.button.button-plain', icon(20), t('list.pantry'));
  return element(
    '.list-header',
    pageHeader(t('list.title'), dates, pantry, iconButton()),
    element(
      '.list-weeks',
      iconButton(),
      element('.pill', t('list.this-week')),
      element('.pill', t('list.next-week')),
      iconButton(),
    ),
    element(
      '.list-progress',
      element('progress'),
      element('p', progressText(t, list)),
      element('.button.button-quiet.list-cost', costText(translation, cost, family.currency)),
    ),
  );
}

function iconButton(): Element {
  return element('.button.button-icon');
}

function progressText(t: Translate, { aisles }: ShoppingList): string {
  const items = aisles.flatMap((aisle) => aisle.items);
  const done = items.filter(({ state }) => state === 'ticked').length;
  return t('list.progress', { done, all: items.length });
}

function renderQuestions(translation: WarningTranslation, preview: Preview): Element {
  const { t } = translation;
  const { asked } = preview.list;
  const count = element('span.list-count', String(asked.length));
  const summary = element('summary', icon(18), element('h2', t('list.asked')), count);
  const fold = element('details.list-fold.list-questions', summary);
  if (asked.length <= MAX_OPEN_QUESTIONS) {
    fold.setAttribute('open', '');
    fold.append(element('ul', ...asked.map((item) => renderQuestion(translation, preview, item))));
    return element('section.list-asked', fold);
  }
  const names = asked.map((item) =>
    element('span', element('bdi', item.name), ' ', renderWarnings(translation, preview, item)),
  );
  const all = element('.button.button-plain', t('list.have-all'));
  return element('section.list-asked', fold, element('.list-all', element('p', ...names), all));
}

function renderQuestion(translation: WarningTranslation, preview: Preview, item: Item): Element {
  const { t } = translation;
  const answers = [t('list.have'), t('list.need-it')].map((text) => element('.button.button-plain', text));
  return element(
    'li.list-question',
    element('bdi.list-name', item.name),
    element('span.list-answers', ...answers),
    renderDetail(translation, item),
    renderWarnings(translation, preview, item),
  );
}

function renderRow(translation: WarningTranslation, preview: Preview, item: Item): Element {
  const { amount, name } = itemText(translation, item);
  const what = element(
    'span.list-what',
    element('span.list-name', amount !== '' && element('b.list-amount', amount), ' ', element('bdi', name)),
    renderDetail(translation, item),
    renderWarnings(translation, preview, item),
  );
  const removals = item.for.filter((purpose) => 'added' in purpose);
  return element(
    'li.list-row',
    element('.list-tick', element('span.list-box'), what),
    ...[...removals, 'edit'].map(() => element('.button.button-icon.list-edit')),
  );
}

function renderDetail(translation: Translation, item: Item): Element {
  return element('span.list-detail', ...detailTexts(translation, item).map((text) => element('bdi', text)));
}

function renderWarnings(
  translation: WarningTranslation,
  { warnings }: Preview,
  { foodId = '' }: Item,
): Element | false {
  const found = warnings[foodId] ?? [];
  if (found.length === 0) return false;
  const sentences = sentencesOf(translation, found);
  const shown = sentences.length > 2 ? shortSentencesOf(translation, found) : sentences;
  const lines = shown.map(({ text, isCertain }) =>
    element(
      `span.warning-sign-line${isCertain ? '' : '.warning-sign-unsure'}`,
      icon(16),
      element('span', text),
    ),
  );
  return element('span.list-warnings', element('span.warning-sign.warning-sign-short', ...lines));
}
