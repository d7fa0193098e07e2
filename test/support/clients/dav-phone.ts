/**
 * A phone with a copy of the shopping list and of the meals, which it syncs by sync-collection and multiget and changes by
 * PUT and DELETE.
 */
import { callDav, entriesOf, MEALS, multigetBody, SHOPPING, syncBody, syncTokenOf, todoOf } from './dav.ts';

/** A to-do as the phone has it. */
export type LocalTodo = { etag: string; uid: string; summary: string; isDone: boolean };

/** A meal as the phone has it. `data`: all of the event. */
type LocalMeal = { etag: string; summary: string; data: string };

const PUT = { 'content-type': 'text/calendar' };

export class Phone {
  readonly todos = new Map<string, LocalTodo>();
  readonly meals = new Map<string, LocalMeal>();
  readonly #server: { url: string };
  readonly #key: string;
  readonly #tokens = new Map<string, string>();

  constructor(server: { url: string }, key: string) {
    this.#server = server;
    this.#key = key;
  }

  sync(): Promise<void> {
    return this.#sync(SHOPPING, this.todos, (data) => ({
      uid: valueOf(data, 'UID'),
      summary: valueOf(data, 'SUMMARY'),
      isDone: valueOf(data, 'STATUS') === 'COMPLETED',
    }));
  }

  syncMeals(): Promise<void> {
    return this.#sync(MEALS, this.meals, (data) => ({ summary: valueOf(data, 'SUMMARY'), data }));
  }

  async #sync<Parsed>(
    collection: string,
    copies: Map<string, Parsed & { etag: string }>,
    parse: (data: string) => Parsed,
  ): Promise<void> {
    const body = syncBody(this.#tokens.get(collection) ?? '');
    const { status, text } = await this.#call('REPORT', collection, body);
    if (status === 403 && text.includes('valid-sync-token')) {
      this.#tokens.delete(collection);
      copies.clear();
      return this.#sync(collection, copies, parse);
    }
    if (status !== 207) throw new Error(`A sync returned ${status}: ${text}`);
    this.#tokens.set(collection, syncTokenOf(text));
    const nameOf = (href: string) => decodeURIComponent(href.slice(collection.length));
    const entries = entriesOf(text);
    for (const { href, status: gone } of entries) if (gone === 404) copies.delete(nameOf(href));
    const changed = entries.filter(({ status: gone }) => gone === undefined).map(({ href }) => href);
    if (changed.length === 0) return undefined;
    const { text: objects } = await this.#call('REPORT', collection, multigetBody(changed));
    for (const { href, properties } of entriesOf(objects)) {
      const data = properties.get('calendar-data')?.text;
      const etag = properties.get('getetag')?.text;
      if (data !== undefined && etag !== undefined) copies.set(nameOf(href), { etag, ...parse(data) });
    }
    return undefined;
  }

  /** Returns the status. A new to-do has the name of its UID. */
  async add(uid: string, summary: string): Promise<number> {
    const headers = { ...PUT, 'if-none-match': '*' };
    const { status } = await this.#call('PUT', `${SHOPPING}${uid}.ics`, todoOf({ uid, summary }), headers);
    return status;
  }

  /** Changes the phone's copy of a to-do; 412 if it is not the current one. */
  async change(name: string, change: Partial<Pick<LocalTodo, 'summary' | 'isDone'>>): Promise<number> {
    const todo = this.todos.get(name);
    if (!todo) throw new Error(`The phone has no ${name}.`);
    const body = todoOf({ ...todo, ...change });
    return (await this.#call('PUT', SHOPPING + name, body, { ...PUT, 'if-match': todo.etag })).status;
  }

  async remove(name: string): Promise<number> {
    const { etag = '' } = this.todos.get(name) ?? {};
    return (await this.#call('DELETE', SHOPPING + name, undefined, { 'if-match': etag })).status;
  }

  /** Meals are only read: each of these is refused. */
  async changeMeal(name: string, change: (data: string) => string): Promise<number> {
    const { etag = '', data = '' } = this.meals.get(name) ?? {};
    return (await this.#call('PUT', MEALS + name, change(data), { ...PUT, 'if-match': etag })).status;
  }

  async removeMeal(name: string): Promise<number> {
    return (await this.#call('DELETE', MEALS + name)).status;
  }

  #call(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const sent = { key: this.#key, headers, ...(body !== undefined && { body }) };
    return callDav(this.#server, method, path, sent);
  }
}

function valueOf(data: string, name: string): string {
  const lines = data.replaceAll('\r\n ', '').split('\r\n');
  return (lines.find((line) => line.startsWith(`${name}:`)) ?? '')
    .slice(name.length + 1)
    .replace(/\\(.)/g, '$1');
}
