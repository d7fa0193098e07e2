/**
 * A static preview of the week that is shown while the app loads, with the app's style sheets. The app
 * replaces it. Does not use React, which is most of what still has to load.
 */
import type { Messages } from '@lingui/core';
import { type Meal, mealAt, type Meals, SLOTS, type Slot } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { dateOf } from '#web/calendar.ts';
import { dayName, showDate } from '#web/i18n/dates.ts';
import type { Translate } from '#web/i18n/translation.ts';
import { isMarked, KIND_NAMES, nameOfWeek, SLOT_NAMES } from './move/place-text.ts';
import { scrollToToday } from './scroll-to-today.ts';

type Seen = { family: string; week: string; today: string; meals: Meals; words: Messages; locale: string };
type Drawn = Omit<Seen, 'words'> & { t: Translate };

/** Replaces the skeleton of index.html; if that is gone, the app is already rendered. */
export function putUpPicture({ words, ...seen }: Seen): void {
  const outline = document.querySelector('#outline');
  if (!outline) return;
  // Lingui compiles a message without arguments to an array with its text.
  const drawn = { ...seen, t: (id: keyof Messages) => String(words[id]) };
  const board = div('week-board', ...DAYS.map((day) => dayBox(drawn, day)));
  const picture = div('shell', head(drawn), div('shell-main', div('week', weekHead(drawn), board)));
  picture.ariaHidden = 'true';
  outline.replaceWith(picture);
  scrollToToday(board);
}

function head({ family }: Drawn): Element {
  return div(
    'shell-head',
    div('shell-family', icon(32), make('span', '', family)),
    div('button button-icon'),
  );
}

function weekHead({ week, t, locale }: Drawn): Element {
  const which = div('week-which', t('week.this'));
  const title = div('week-title', which, make('h1', '', nameOfWeek(week, locale)));
  // Placeholders for buttons.
  const [plan, bar] = [div('button week-plan'), div('week-bar', div('button button-icon'))];
  return div('week-header', title, plan, bar);
}

function dayBox({ week, today, meals, t, locale }: Drawn, day: Day): Element {
  const date = dateOf(week, day);
  const name = make('span', 'week-day-name', dayName(day, locale));
  const short = make('span', 'week-day-date', showDate(date, locale, { day: 'numeric', month: 'short' }));
  const heading = make('h2', 'week-day-heading', name, short);
  const slots = SLOTS.map((slot) => slotBox(t, slot, mealAt(meals, { day, slot })));
  const drawn = div(`week-day ${date < today ? 'week-day-past' : ''}`, heading, ...slots);
  if (date === today) {
    heading.append(make('span', 'week-day-today', t('week.today')));
    drawn.setAttribute('aria-current', 'date');
  }
  if (drawn.querySelector('.week-slot-recipe')) drawn.append(div('week-figures'));
  return drawn;
}

function slotBox(t: Translate, slot: Slot, meal: Meal | undefined): Element {
  const button = div('week-slot-button', make('span', 'week-slot-name', t(SLOT_NAMES[slot])));
  const drawn = div(`week-slot week-${slot} ${meal ? 'week-slot-filled' : ''}`, button);
  if (!meal) return drawn;
  button.append(make('span', 'week-slot-text', meal.description));
  if (isMarked(t, meal)) button.append(make('span', 'week-slot-kind', icon(16), t(KIND_NAMES[meal.kind])));
  if (meal.recipeId) drawn.append(div('week-slot-recipe'));
  return drawn;
}

/** A placeholder for an icon. */
function icon(size: number): Element {
  const room = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  room.setAttribute('width', String(size));
  room.setAttribute('height', String(size));
  return room;
}

function div(className: string, ...parts: (Element | string)[]): Element {
  return make('div', className, ...parts);
}

function make(tag: string, className: string, ...parts: (Element | string)[]): Element {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...parts);
  return made;
}
