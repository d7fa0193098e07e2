/** A phone with a copy of the shopping list, which it syncs by sync-collection and multiget and changes by PUT and DELETE. */
import { callDav, entriesOf, multigetBody, SHOPPING, syncBody, syncTokenOf, todoOf } from './dav.ts';

/** A to-do as the phone has it. */
export type LocalTodo = { etag: string; uid: string; summary: string; isDone: boolean };

const PUT = { 'content-type': 'text/calendar' };

export class Phone {
  readonly todos = new Map<string, LocalTodo>();
  readonly #server: { url: string };
  readonly #key: string;
  #token = '';

  constructor(server: { url: string }, key: string) {
    this.#server = server;
    this.#key = key;
  }

  async sync(): Promise<void> {
    const { status, text } = await this.#call('REPORT', SHOPPING, syncBody(this.#token));
    if (status === 403 && text.includes('valid-sync-token')) {
      this.#token = '';
      this.todos.clear();
      return this.sync();
    }
    if (status !== 207) throw new Error(`A sync returned ${status}: ${text}`);
    this.#token = syncTokenOf(text);
    const entries = entriesOf(text);
    for (const { href, status: gone } of entries) if (gone === 404) this.todos.delete(nameOf(href));
    const changed = entries.filter(({ status: gone }) => gone === undefined).map(({ href }) => href);
    if (changed.length > 0) await this.#fetch(changed);
    return undefined;
  }

  async #fetch(hrefs: readonly string[]): Promise<void> {
    const { text } = await this.#call('REPORT', SHOPPING, multigetBody(hrefs));
    for (const { href, properties } of entriesOf(text)) {
      const data = properties.get('calendar-data')?.text;
      const etag = properties.get('getetag')?.text;
      if (data === undefined || etag === undefined) continue;
      this.todos.set(nameOf(href), { etag, ...parse(data) });
    }
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

  #call(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const sent = { key: this.#key, headers, ...(body !== undefined && { body }) };
    return callDav(this.#server, method, path, sent);
  }
}

function nameOf(href: string): string {
  return decodeURIComponent(href.slice(SHOPPING.length));
}

function parse(data: string): Omit<LocalTodo, 'etag'> {
  const lines = data.replaceAll('\r\n ', '').split('\r\n');
  const valueOf = (name: string) =>
    (lines.find((line) => line.startsWith(`${name}:`)) ?? '').slice(name.length + 1).replace(/\\(.)/g, '$1');
  return { uid: valueOf('UID'), summary: valueOf('SUMMARY'), isDone: valueOf('STATUS') === 'COMPLETED' };
}
