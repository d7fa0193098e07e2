/**
 * Events tell programs outside the app that something has changed, by event stream or webhook. They are thin: which thing,
 * and the number of the change; a program then reads the thing itself.
 */
import type { Scope } from '#domain/family/scopes.ts';

export const EVENT_TYPES = ['plan.changed', 'list.changed', 'recipe.changed', 'dinner.today'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** When `dinner.today` is sent until the family chooses another time. */
export const DEFAULT_DINNER_TIME = '16:00';

type WeekData = { weekOf: string; version: number };
type EventData = {
  'plan.changed': WeekData;
  'list.changed': WeekData;
  'recipe.changed': { recipeId: string; version: number };
  'dinner.today': { date: string; weekOf: string; meal: { description: string; recipeId?: string } };
};

/** As it is sent. `timestamp` is the instant of the change. */
export type FamilyEvent = {
  [Type in EventType]: { type: Type; timestamp: string; data: EventData[Type] };
}[EventType];

/** What a key must have to receive events of a type. */
export const EVENT_SCOPES: Record<EventType, Scope> = {
  'plan.changed': 'plans:read',
  'list.changed': 'lists:read',
  'recipe.changed': 'recipes:read',
  'dinner.today': 'plans:read',
};

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
  if ('recipeId' in data) return `${type} ${data.recipeId}`;
  return `${type} ${'date' in data ? data.date : data.weekOf}`;
}
