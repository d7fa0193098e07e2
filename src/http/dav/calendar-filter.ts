/** The filters of calendar-query (RFC 4791, section 9.7), on single events and to-dos. Nothing here repeats. */
import ICAL from 'ical.js';
import type { XmlElement } from './xml-reader.ts';

type Component = InstanceType<typeof ICAL.Component>;
type Property = InstanceType<typeof ICAL.Property>;
type Time = InstanceType<typeof ICAL.Time>;
/** In milliseconds since 1970. */
type Range = { startMs: number; endMs: number };

const C = '{urn:ietf:params:xml:ns:caldav}';
const DAY_MS = 86_400_000;
const INSTANT = /^\d{8}T\d{6}Z$/;
/** With their conditions. The filters of clients have three to six; each is applied to every object. */
const MAX_FILTERS = 20;
const MAX_MATCHED_TEXT = 255;

/** Whether an object passes a filter; undefined if it cannot be read. */
export type Filter = (text: string) => boolean | undefined;

/** `filter` contains the outermost comp-filter, that of VCALENDAR. */
export function parseFilter(
  filter: XmlElement | undefined,
  timeZone: string,
): Filter | 'invalid' | 'too-much' {
  if (!filter) return () => true;
  if (countElements(filter) > MAX_FILTERS || hasLongText(filter)) return 'too-much';
  const outermost = filter.children.find(({ name }) => name === `${C}comp-filter`);
  if (outermost?.attributes.name?.toUpperCase() !== 'VCALENDAR' || !isValid(outermost)) return 'invalid';
  return (text) => {
    let calendar: Component;
    try {
      calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    } catch {
      return undefined;
    }
    return passesComponent([calendar], outermost, timeZone);
  };
}

function countElements({ children }: XmlElement): number {
  return children.reduce((sum, child) => sum + 1 + countElements(child), 0);
}

function hasLongText({ text, children }: XmlElement): boolean {
  return text.length > MAX_MATCHED_TEXT || children.some(hasLongText);
}

/** A value that cannot be decoded counts as missing: an earlier release stored it, and the other values are right. */
function valuesOf(property: Property | null): unknown[] {
  try {
    return property?.getValues() ?? [];
  } catch {
    return [];
  }
}

/** Every time range has a bound, and every bound is an instant. */
function isValid(element: XmlElement): boolean {
  if (element.name === `${C}time-range`) {
    const { start, end } = element.attributes;
    const bounds = [start, end].filter((bound) => bound !== undefined);
    return bounds.length > 0 && bounds.every((bound) => instantMs(bound) !== undefined);
  }
  return element.children.every(isValid);
}

function passesComponent(components: readonly Component[], filter: XmlElement, timeZone: string): boolean {
  const name = filter.attributes.name?.toLowerCase();
  const named = components.filter((component) => component.name === name);
  if (filter.children.some((child) => child.name === `${C}is-not-defined`)) return named.length === 0;
  return named.some((component) =>
    filter.children.every((child) => {
      if (child.name === `${C}comp-filter`)
        return passesComponent(component.getAllSubcomponents(), child, timeZone);
      if (child.name === `${C}prop-filter`) return passesProperty(component, child, timeZone);
      if (child.name === `${C}time-range`) return isWithin(component, rangeOf(child), timeZone);
      return true;
    }),
  );
}

function passesProperty(component: Component, filter: XmlElement, timeZone: string): boolean {
  const properties = component.getAllProperties(filter.attributes.name?.toLowerCase() ?? '');
  if (filter.children.some((child) => child.name === `${C}is-not-defined`)) return properties.length === 0;
  return properties.some((property) =>
    filter.children.every((child) => {
      if (child.name === `${C}text-match`) return matchesText(textOf(valuesOf(property)), child);
      if (child.name === `${C}time-range`) {
        const atMs = msOf(valuesOf(property)[0], timeZone);
        const { startMs, endMs } = rangeOf(child);
        return atMs !== undefined && atMs >= startMs && atMs < endMs;
      }
      if (child.name === `${C}param-filter`)
        return passesParameter(property.getParameter(child.attributes.name?.toLowerCase() ?? ''), child);
      return true;
    }),
  );
}

function passesParameter(value: unknown, filter: XmlElement): boolean {
  if (filter.children.some((child) => child.name === `${C}is-not-defined`)) return value === undefined;
  if (value === undefined) return false;
  const [match] = filter.children.filter((child) => child.name === `${C}text-match`);
  return !match || matchesText(textOf([value].flat()), match);
}

function textOf(values: readonly unknown[]): string {
  return values.map(String).join(',');
}

/** The collations are equal here: case of all letters is ignored, but for `i;octet`. */
function matchesText(value: string, { text, attributes }: XmlElement): boolean {
  const isExact = attributes.collation === 'i;octet';
  const found = isExact ? value.includes(text) : value.toLowerCase().includes(text.toLowerCase());
  return attributes['negate-condition'] === 'yes' ? !found : found;
}

function rangeOf({ attributes: { start, end } }: XmlElement): Range {
  return {
    startMs: instantMs(start) ?? Number.NEGATIVE_INFINITY,
    endMs: instantMs(end) ?? Number.POSITIVE_INFINITY,
  };
}

function instantMs(text: string | undefined): number | undefined {
  if (text === undefined || !INSTANT.test(text)) return undefined;
  const [date, time] = [text.slice(0, 8), text.slice(9, 15)];
  const day = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].join('-');
  const ms = Date.parse(`${day}T${[time.slice(0, 2), time.slice(2, 4), time.slice(4)].join(':')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The rules of section 9.9, for components that happen once. */
function isWithin(component: Component, { startMs, endMs }: Range, timeZone: string): boolean {
  const valueOf = (name: string) => valuesOf(component.getFirstProperty(name))[0];
  const timeOf = (name: string) => msOf(valueOf(name), timeZone);
  const [start, created, completed] = [timeOf('dtstart'), timeOf('created'), timeOf('completed')];
  const end = component.name === 'vevent' ? timeOf('dtend') : timeOf('due');
  const overlaps = (from: number, to: number) =>
    from === to ? from >= startMs && from < endMs : from < endMs && to > startMs;
  if (component.name === 'vevent') {
    const isDate = (valueOf('dtstart') as Time | undefined)?.isDate === true;
    return start === undefined || overlaps(start, end ?? (isDate ? start + DAY_MS : start));
  }
  if (component.name !== 'vtodo') return true;
  if (start !== undefined) return overlaps(start, end ?? start);
  if (end !== undefined) return end > startMs && end <= endMs;
  if (completed !== undefined) return overlaps(Math.min(created ?? completed, completed), completed + 1);
  return created === undefined || created < endMs;
}

/** A date begins at midnight in the time zone of the family, and so does a time without a zone. */
function msOf(value: unknown, timeZone: string): number | undefined {
  if (!(value instanceof ICAL.Time)) return undefined;
  if (!value.isDate && value.zone !== ICAL.Timezone.localTimezone) return value.toUnixTime() * 1_000;
  const { year, month, day, hour, minute, second } = value;
  try {
    const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
    return local.toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return undefined;
  }
}
