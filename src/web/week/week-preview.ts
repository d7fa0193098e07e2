/**
 * A static preview of the week that is shown while the app loads, with the app's style sheets. The app
 * replaces it. Does not use React, which is still loading.
 */
import type { Messages } from '@lingui/core';
import { lacksRecipe, type Meal, mealAt, type Meals, SLOTS, type Slot } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { dateOf } from '#web/calendar.ts';
import type { Me } from '#web/me.ts';
import { dayName, showDate } from '#web/i18n/dates.ts';
import type { Translate } from '#web/i18n/translation.ts';
import { findAskedDate, findMealToAsk } from './review/asked.ts';
import { isMarked, KIND_NAMES, nameOfWeek, SLOT_NAMES } from './move/place-text.ts';
import { beginsAtToday, scrollToToday } from './scroll-to-today.ts';

type PreviewInput = {
  family: Pick<Me['family'], 'name' | 'showsNutrition' | 'openSteps'>;
  week: string;
  today: string;
  meals: Meals;
  messages: Messages;
  locale: string;
};
type Preview = Omit<PreviewInput, 'messages'> & { t: Translate };

/** Replaces the skeleton of index.html; if that is gone, the app is already rendered. */
export function showPreview({ messages, ...input }: PreviewInput): void {
  const outline = document.querySelector('#outline');
  if (!outline) return;
  // Lingui compiles a message without arguments to an array with its text.
  const preview = { ...input, t: (id: keyof Messages) => String(messages[id]) };
  const asks = findMealToAsk(input.today, findAskedDate(), { [input.week]: input.meals }) !== undefined;
  const asksInBoard = asks && beginsAtToday(input);
  const isAbove = [input.family.openSteps?.length, asks && !asksInBoard];
  const hints = isAbove.filter(Boolean).map(() => div('week-hint'));
  const board = div('week-board', ...DAYS.map((day) => renderDay(preview, day)));
  if (asksInBoard) board.querySelector('[aria-current]')?.before(div('week-hint'));
  const root = div(
    'shell',
    renderShellHeader(preview),
    div('shell-main', div('week', renderWeekHeader(preview), ...hints, board)),
  );
  root.ariaHidden = 'true';
  outline.replaceWith(root);
  scrollToToday(board, input);
}

function renderShellHeader({ family }: Preview): Element {
  return div(
    'shell-head',
    div('shell-family', icon(32), createElement('span', '', family.name)),
    div('button button-icon'),
  );
}

function renderWeekHeader({ week, t, locale }: Preview): Element {
  const which = div('week-which', t('week.this'));
  const title = div('week-title', which, createElement('h1', '', nameOfWeek(week, locale)));
  // Placeholders for buttons.
  const [plan, bar] = [div('button week-plan'), div('week-bar', div('button button-icon'))];
  return div('week-header', title, plan, bar);
}

function renderDay(
  { family: { showsNutrition }, week, today, meals, t, locale }: Preview,
  day: Day,
): Element {
  const date = dateOf(week, day);
  const name = createElement('span', 'week-day-name', dayName(day, locale));
  const short = createElement(
    'span',
    'week-day-date',
    showDate(date, locale, { day: 'numeric', month: 'short' }),
  );
  const heading = createElement('h2', 'week-day-heading', name, short);
  const slots = SLOTS.map((slot) => renderSlot(t, slot, mealAt(meals, { day, slot })));
  const element = div(`week-day ${date < today ? 'week-day-past' : ''}`, heading, ...slots);
  if (date === today) {
    heading.append(createElement('span', 'week-day-today', t('week.today')));
    element.setAttribute('aria-current', 'date');
  }
  if (showsNutrition && element.querySelector('.week-slot-recipe')) element.append(div('week-figures'));
  return element;
}

function renderSlot(t: Translate, slot: Slot, meal: Meal | undefined): Element {
  const button = div('week-slot-button', createElement('span', 'week-slot-name', t(SLOT_NAMES[slot])));
  const element = div(`week-slot week-${slot} ${meal ? 'week-slot-filled' : ''}`, button);
  if (!meal) return element;
  const lacks = lacksRecipe(meal) ? [createElement('small', 'week-slot-lacks', t('week.lacks-recipe'))] : [];
  button.append(createElement('span', 'week-slot-text', meal.description, ...lacks));
  if (isMarked(t, meal))
    button.append(createElement('span', 'week-slot-kind', icon(16), t(KIND_NAMES[meal.kind])));
  if (meal.recipeId) element.append(div('week-slot-recipe'));
  return element;
}

/** A placeholder for an icon. */
function icon(size: number): Element {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  return svg;
}

function div(className: string, ...parts: (Element | string)[]): Element {
  return createElement('div', className, ...parts);
}

function createElement(tag: string, className: string, ...parts: (Element | string)[]): Element {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...parts);
  return made;
}
