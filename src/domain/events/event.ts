/**
 * Events tell programs outside the app that something has changed, by event stream or webhook. They are thin: which thing,
 * and the number of the change; a program then reads the thing itself. Here are their types, and which lines of the audit
 * log cause them. An action that is not listed changes nothing that the public API shows.
 */
import type { Scope } from '#domain/family/scopes.ts';
import { parseWeek, type Week, weekAfter, weekAt, weekOfText } from '#domain/week/week.ts';
import type { MessageId } from '#languages/message-ids.ts';

/** What the data of an event can say. */
export type EventFields = {
  weekOf: string;
  version: number;
  recipeId: string;
  date: string;
  meal: { description: string; recipeId?: string | undefined };
};

type EventDefinition = {
  /** What a key must have to receive it. */
  scope: Scope;
  data: readonly (keyof EventFields)[];
  /** In the list of those that a webhook can be sent. */
  label: MessageId;
  /** In the API description, and so in the client. */
  description: string;
};

/** The one definition of each type: API description, client, webhooks and page follow it. */
export const EVENTS = {
  'plan.changed': {
    scope: 'plans:read',
    data: ['weekOf', 'version'],
    label: 'profile.webhook-plan',
    description:
      'The plan of a week was changed, made or deleted. With a new time zone of the family it is the current week.',
  },
  'list.changed': {
    scope: 'lists:read',
    data: ['weekOf', 'version'],
    label: 'profile.webhook-list',
    description:
      'The shopping list of a week has changed. Lines that are not bought move on, so lists of later weeks can have changed too. After a change of the pantry, of preferences, of settings or of a recipe, which can change every list, it is the current week.',
  },
  'recipe.changed': {
    scope: 'recipes:read',
    data: ['recipeId', 'version'],
    label: 'profile.webhook-recipe',
    description: 'One of the family’s recipes was added, changed or deleted.',
  },
  'dinner.today': {
    scope: 'plans:read',
    data: ['date', 'weekOf', 'meal'],
    label: 'profile.webhook-dinner',
    description:
      'Sent once a day, at the time that the family has chosen in its profile. There is none on a day without a dinner.',
  },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** When `dinner.today` is sent until the family chooses another time. */
export const DEFAULT_DINNER_TIME = '16:00';

type EventOf<Type extends EventType> = {
  type: Type;
  timestamp: string;
  data: Pick<EventFields, (typeof EVENTS)[Type]['data'][number]>;
};
/** As it is sent. `timestamp` is the instant of the change. */
export type FamilyEvent = { [Type in EventType]: EventOf<Type> }[EventType];

type WithoutVersion<Event> = Event extends { type: infer Type; data: (infer Data) & { version: number } }
  ? { type: Type; data: Omit<Data, 'version'> }
  : never;

export type ChangedSubject =
  /** An event whose version is the number of the line. */
  | WithoutVersion<FamilyEvent>
  /** All recipes whose version is the number of this line. */
  | { type: 'recipes-imported' }
  | { type: 'dinner.today'; date: string; week: Week };

export type Change = { at: string; action: string; detail: string };

/** After which everything may be different. */
export const RESTORE = 'restore';

/** Change the lists of all weeks; the event is about the current one. */
const EVERY_LIST = new Set(['pantry.change', 'preferences.change', 'line.answer', 'line.take-back']);
/** Change a recipe, and no list. */
const RECIPE_ACTIONS = new Set(['recipe.add', 'recipe.delete', 'recipe.photo', 'recipe.photo-remove']);

export function subjectsChangedBy({ at, action, detail }: Change, timeZone: string): ChangedSubject[] {
  const { week: weekText, recipe, date, fields } = JSON.parse(detail) as Detail;
  const current = () => weekAt(Temporal.Instant.from(at), timeZone);
  const parsed = parseWeek(weekText ?? '');
  const week = 'week' in parsed ? parsed.week : undefined;
  if (action === RESTORE) {
    const weeks = [current(), weekAfter(current())];
    return weeks.flatMap((each) => [plan(each), list(each)]);
  }
  // A list is computed from its plan.
  if (action.startsWith('plan.') && week) return [plan(week), list(week)];
  // Servings and warnings of the list follow who eats.
  if ((action === 'list.change' || action === 'week.change') && week) return [list(week)];
  if (EVERY_LIST.has(action)) return [list(current())];
  if (action === 'family.change') {
    const changed = fields?.split(' ') ?? [];
    // With the time zone another week may be the current one.
    if (changed.includes('timeZone')) return [plan(current()), list(current())];
    return changed.includes('units') ? [list(current())] : [];
  }
  // It may be on a plan, and so on a list.
  if (action === 'recipe.change' && recipe !== undefined)
    return [{ type: 'recipe.changed', data: { recipeId: recipe } }, list(current())];
  if (RECIPE_ACTIONS.has(action) && recipe !== undefined)
    return [{ type: 'recipe.changed', data: { recipeId: recipe } }];
  if (action === 'import.add') return [{ type: 'recipes-imported' }];
  if (action === 'dinner.today' && date !== undefined && week) return [{ type: action, date, week }];
  return [];
}

function list(week: Week): ChangedSubject {
  return { type: 'list.changed', data: { weekOf: weekOfText(week) } };
}

function plan(week: Week): ChangedSubject {
  return { type: 'plan.changed', data: { weekOf: weekOfText(week) } };
}

type Detail = Partial<Record<'week' | 'recipe' | 'date' | 'fields', string>>;

function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}

/** As stored: in canonical order, with a space between them. */
export function eventTypesText(types: readonly EventType[]): string {
  return EVENT_TYPES.filter((type) => types.includes(type)).join(' ');
}

/** The inverse. A type of a newer version is ignored. */
export function eventTypesIn(text: string): EventType[] {
  return text.split(' ').filter(isEventType);
}

/** The thing that an event is about: of several events about it that wait, the newest is enough. */
export function subjectOf({ type, data }: FamilyEvent): string {
  const { recipeId, date, weekOf = '' }: Partial<EventFields> = data;
  return `${type} ${recipeId ?? date ?? weekOf}`;
}
