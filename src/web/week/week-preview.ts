/**
 * A static preview of the week that is shown while the app loads, with the app's style sheets. The app
 * replaces it. Does not use React, which is still loading.
 */
import { lacksRecipe, type Meal, mealAt, type Meals, SLOTS, type Slot } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { dateOf } from '#web/shared/calendar.ts';
import type { Me } from '#web/shared/me.ts';
import { element, familyPage, icon, showPreview } from '#web/shell/preview/elements.ts';
import { dayName, showDate } from '#web/i18n/dates.ts';
import type { Translate, Translation } from '#web/i18n/translation.ts';
import { findAskedDate, findMealToAsk } from './review/asked.ts';
import { isMarked, KIND_NAMES, nameOfWeek, SLOT_NAMES } from './move/place-text.ts';
import { beginsAtToday, scrollToToday } from './board/scroll-to-today.ts';

type Preview = {
  family: Pick<Me['family'], 'name' | 'showsNutrition' | 'openSteps'>;
  week: string;
  today: string;
  meals: Meals;
};

export function showWeekPreview(translation: Translation, preview: Preview): void {
  const { family, today, week, meals } = preview;
  // Its text comes later: whether everyone has given stars is not known yet.
  const asks = findMealToAsk(today, findAskedDate(), { [week]: meals }) !== undefined;
  const question = element('.week-hint.week-question');
  const asksInBoard = asks && beginsAtToday(preview);
  const board = element('.week-board', ...DAYS.map((day) => renderDay(translation, preview, day)));
  if (asksInBoard) board.querySelector('[aria-current]')?.before(question);
  const page = element(
    '.week',
    renderWeekHeader(translation, week),
    family.openSteps?.length ? element('.week-hint') : undefined,
    asks && !asksInBoard && question,
    board,
  );
  showPreview(familyPage(family.name, page));
  scrollToToday(board, preview);
}

function renderWeekHeader({ t, locale }: Translation, week: string): Element {
  const which = element('.week-which', t('week.this'));
  const title = element('.week-title', which, element('h1', nameOfWeek(week, locale)));
  // Placeholders for buttons.
  const [plan, bar] = [element('.button.week-plan'), element('.week-bar', element('.button.button-icon'))];
  return element('.week-header', title, plan, bar);
}

function renderDay(
  { t, locale }: Translation,
  { family: { showsNutrition }, week, today, meals }: Preview,
  day: Day,
): Element {
  const date = dateOf(week, day);
  const heading = element(
    'h2.week-day-heading',
    element('span.week-day-name', dayName(day, locale)),
    element('span.week-day-date', showDate(date, locale, { day: 'numeric', month: 'short' })),
  );
  const slots = SLOTS.map((slot) => renderSlot(t, slot, mealAt(meals, { day, slot })));
  const made = element(date < today ? '.week-day.week-day-past' : '.week-day', heading, ...slots);
  if (date === today) {
    heading.append(element('span.week-day-today', t('week.today')));
    made.setAttribute('aria-current', 'date');
  }
  if (showsNutrition && made.querySelector('.week-slot-recipe')) made.append(element('.week-figures'));
  return made;
}

function renderSlot(t: Translate, slot: Slot, meal: Meal | undefined): Element {
  const button = element('.week-slot-button', element('span.week-slot-name', t(SLOT_NAMES[slot])));
  const made = element(`.week-slot.week-${slot}`, button);
  if (!meal) return made;
  made.classList.add('week-slot-filled');
  const lacks = lacksRecipe(meal) && element('small.week-slot-lacks', t('week.lacks-recipe'));
  button.append(element('span.week-slot-text', meal.description, lacks));
  if (isMarked(t, meal)) button.append(element('span.week-slot-kind', icon(16), t(KIND_NAMES[meal.kind])));
  if (meal.recipeId) made.append(element('.week-slot-recipe'));
  return made;
}
