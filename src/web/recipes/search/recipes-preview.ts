/** A static preview of the first recipes that is shown while the app loads, as week-preview.ts is of the week. */
import { SLOTS } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { RecipesResponse, WarnedCard } from '#http/app/contracts/contract.ts';
import type { Me } from '#web/shared/me.ts';
import { element, familyPage, icon, pageHeader, showPreview } from '#web/shell/preview/elements.ts';
import { FIRST_CARDS, cardDiets, cardFigures } from '#web/recipes/card-text.ts';
import { cuisineText } from '#web/recipes/cuisine-text.ts';
import { DIET_NAMES } from '#web/recipes/recipe-text.ts';
import { restrictedNames } from './restricted-names.ts';
import { toneOf } from '#web/recipes/tone.ts';
import { SLOT_NAMES } from '#web/week/move/place-text.ts';
import type { Translation } from '#web/i18n/translation.ts';

type Preview = RecipesResponse & {
  family: Me['family'];
  eaters: Eater[];
};

/** Returns false without showing anything if there are no recipes. */
export function showRecipesPreview(translation: Translation, preview: Preview): boolean {
  const { family, recipes, next } = preview;
  if (recipes.length === 0) return false;
  const { t } = translation;
  const page = element(
    '.recipes',
    pageHeader(
      t('recipes.title'),
      undefined,
      element('.button.button-plain', t('recipes.import')),
      element('.button.button-primary', icon(20), t('recipes.write')),
    ),
    renderFilter(translation),
    family.hasEaterRules && renderFits(translation, preview),
    element('p.recipes-count', t(next ? 'recipes.found-more' : 'recipes.found', { count: recipes.length })),
    element(
      'ul.recipes-cards',
      ...recipes.slice(0, FIRST_CARDS).map((card) => renderCard(translation, family, card)),
    ),
  );
  showPreview(familyPage(family.name, page));
  return true;
}

function renderFilter({ t }: Translation): Element {
  const slots = SLOTS.map((slot) => t(SLOT_NAMES[slot]));
  return element(
    'search.recipes-filter',
    renderField(t('recipes.search'), element('.field-input.recipes-search', t('recipes.search-hint'))),
    renderChoice(t('recipes.meal'), [t('recipes.all-meals'), ...slots]),
    renderChoice(t('recipes.which'), [t('recipes.all-recipes'), t('recipes.own'), t('recipes.cookbook')]),
    renderField(t('recipes.diet'), element('.field-input.recipes-diet', t('recipes.any-diet'))),
  );
}

function renderField(label: string, input: Element): Element {
  return element('.field', element('label.field-label', label), input);
}

/** The first option is chosen. */
function renderChoice(label: string, options: string[]): Element {
  const chips = options.map((option, at) => renderChip(option, at === 0));
  return element('fieldset.recipes-choice', element('legend.field-label', label), ...chips);
}

function renderChip(text: string, isChecked: boolean, ...icons: Element[]): Element {
  const input = element('input.sr-only') as HTMLInputElement;
  input.type = 'checkbox';
  input.checked = isChecked;
  return element('label.recipes-chip', input, element('span', ...icons, text));
}

function renderFits({ t, locale }: Translation, { eaters }: Preview): Element {
  const names = restrictedNames(locale, eaters);
  return element(
    '.recipes-fits',
    renderChip(t('recipes.fits'), true, icon(18)),
    names !== '' && element('p', t('recipes.fits-only', { names })),
  );
}

function renderCard(translation: Translation, family: Me['family'], card: WarnedCard): Element {
  const { t } = translation;
  const tags = [cuisineText(t, card.cuisine), ...cardDiets(card).map((diet) => t(DIET_NAMES[diet]))];
  const { time, kcal } = cardFigures(translation, family, card);
  return element(
    `li.recipes-card.${toneOf(card).replaceAll(' ', '.')}`,
    element(
      'p.recipes-card-meals',
      card.meals.map((slot) => t(SLOT_NAMES[slot])).join(' · '),
      card.own && element('span.recipes-card-own', t('recipes.own')),
    ),
    element('h2.recipes-card-title', card.title),
    tags.some(Boolean) && element('p.recipes-card-tags', tags.filter(Boolean).join(' · ')),
    element(
      'ul.recipes-card-facts',
      time !== undefined && element('li', icon(16), time),
      element('li', icon(16), String(card.servings)),
      kcal !== undefined && element('li', kcal),
    ),
  );
}
