/**
 * Two phones with CalDAV and the app change one shopping list at random. No item is lost or doubled, and all have the
 * same list in the end. `DAV_OPERATIONS=10000` runs as many operations.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { type Random, seededRandom } from '#domain/random.ts';
import type { Item } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { purchaseOf, removalOf, undo } from '#domain/shopping-list/item-operations.ts';
import { weekAt } from '#domain/week/week.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import { accepted } from './support/accepted.ts';
import { makeApiFamily, NOW } from './support/api-family.ts';
import { Phone } from './support/clients/dav-phone.ts';
import { type Service, startService } from './support/service.ts';
import { KINDS } from './support/store.ts';
import { RECIPE } from './support/world.ts';

const OPERATIONS = Number(process.env.DAV_OPERATIONS ?? 60);
const OPERATIONS_PER_WEEK = 40;
const MAX_ITEMS = 40;
const WEEK_MS = 7 * 86_400_000;
/** What several people need: their lines become one item. */
const FOODS = ['2 l milk', 'milk', '3 eggs', '1 cucumber', '500 g flour', 'salt and vinegar'];

/** The articles that nobody else adds, by name: whether each is ticked. */
type Model = Map<string, boolean>;

for (const kind of KINDS) {
  test(`${kind}: two phones and the app converge, and no item is lost or doubled`, async (t) => {
    const unlimited = { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 };
    const service = await startService(t, { kind, nowMs: NOW, config: unlimited });
    const trial = await Trial.start(service, seededRandom(20));
    for (let count = 1; count <= OPERATIONS; count += 1) {
      await trial.act();
      if (count % 10 === 0 || count === OPERATIONS) await trial.check();
      if (count % OPERATIONS_PER_WEEK === 0) trial.nextWeek();
    }
    ok(trial.changes > OPERATIONS / 3, `${trial.changes} changes`);
  });
}

class Trial {
  changes = 0;
  #articles = 0;
  readonly #model: Model = new Map();
  readonly #service: Service;
  readonly #random: Random;
  readonly #phones: readonly Phone[];
  readonly #family: Awaited<ReturnType<typeof makeApiFamily>>;
  readonly #soup: string;

  private constructor(
    service: Service,
    random: Random,
    made: { phones: Phone[]; family: Awaited<ReturnType<typeof makeApiFamily>>; soup: string },
  ) {
    this.#service = service;
    this.#random = random;
    this.#phones = made.phones;
    this.#family = made.family;
    this.#soup = made.soup;
  }

  static async start(service: Service, random: Random): Promise<Trial> {
    const family = await makeApiFamily(service);
    const scopes = ['lists:read', 'lists:write'] as const;
    const phones: Phone[] = [];
    for (const name of ['one', 'two']) {
      const key = await addApiKey(family.context, family.family, { name, expiresAt: null, scopes });
      phones.push(new Phone(service, accepted(key).key));
    }
    const recipe = { ...RECIPE, ingredients: ['500 g red lentils', '2 cucumbers', '1 l milk'] };
    const { id: soup } = accepted(await addRecipe(family.context, family.family, recipe));
    return new Trial(service, random, { phones, family, soup });
  }

  nextWeek(): void {
    this.#service.clock.nowMs += WEEK_MS;
    for (const [article, isTicked] of this.#model) if (isTicked) this.#model.delete(article);
  }

  async act(): Promise<void> {
    const phone = this.#pick(this.#phones);
    if (this.#random(3) === 0) await phone.sync();
    const isFull = this.#model.size > MAX_ITEMS;
    const choice = isFull ? 5 : this.#random(9);
    if (choice <= 1) await this.#addArticles(phone);
    else if (choice === 2) await this.#addFood(phone);
    else if (choice <= 6) await this.#changeByPhone(phone, isFull);
    else if (choice === 7) await this.#changeByApp();
    else await this.#cook();
  }

  /** All have the same list, and what only one can have changed is as it was left. */
  async check(): Promise<void> {
    for (const phone of this.#phones) await phone.sync();
    const fresh = new Phone(this.#service, await this.#newKey());
    await fresh.sync();
    const [one, two] = this.#phones;
    deepStrictEqual(sorted(one), sorted(fresh), 'the first phone has what a new one gets');
    deepStrictEqual(sorted(two), sorted(fresh), 'the second phone has what a new one gets');
    const items = (await this.#items()).filter(({ state }) => state === 'open' || state === 'ticked');
    const todos = [...fresh.todos.values()];
    strictEqual(todos.length, items.length, 'each item is one to-do');
    strictEqual(
      todos.filter(({ isDone }) => isDone).length,
      items.filter(({ state }) => state === 'ticked').length,
    );
    const articles = todos.filter(({ summary }) => summary.startsWith('article '));
    const found = articles.map(({ summary, isDone }) => [summary, isDone]).toSorted(byText);
    deepStrictEqual(found, [...this.#model].toSorted(byText), 'nothing is lost or doubled');
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#random(values.length)] as Value;
  }

  #newArticle(): string {
    this.#articles += 1;
    return `article ${this.#articles}x`;
  }

  /** At the same time, by both phones and the app. A response is lost now and then, and the phone repeats its request. */
  async #addArticles(phone: Phone): Promise<void> {
    const [mine, others, ofApp] = [this.#newArticle(), this.#newArticle(), this.#newArticle()];
    const other = this.#phones.find((device) => device !== phone) as Phone;
    const statuses = await Promise.all([
      phone.add(crypto.randomUUID(), mine),
      other.add(crypto.randomUUID(), others),
      this.#operate(() => [{ opId: crypto.randomUUID(), kind: 'add', text: ofApp }]),
    ]);
    deepStrictEqual(statuses.slice(0, 2), [201, 201]);
    for (const article of [mine, others, ofApp]) this.#model.set(article, false);
    const [uid, again] = [crypto.randomUUID(), this.#newArticle()];
    strictEqual(await phone.add(uid, again), 201);
    strictEqual(await phone.add(uid, again), 412);
    this.#model.set(again, false);
    this.changes += 4;
  }

  async #addFood(phone: Phone): Promise<void> {
    const uid = crypto.randomUUID();
    strictEqual(await phone.add(uid, this.#pick(FOODS)), 201);
    this.changes += 1;
  }

  async #changeByPhone(phone: Phone, isFull: boolean): Promise<void> {
    const [name, todo] = this.#pick([...phone.todos]) ?? [];
    if (name === undefined || todo === undefined) return phone.sync();
    const { summary, isDone } = todo;
    const what = isFull ? 0 : this.#random(4);
    const next =
      what === 1 ? (summary.startsWith('article ') ? this.#newArticle() : this.#pick(FOODS)) : summary;
    const willBeDone = what > 1 ? !isDone : isDone;
    const status =
      what === 0 ? await phone.remove(name) : await phone.change(name, { summary: next, isDone: willBeDone });
    ok([204, 404, 412].includes(status), String(status));
    if (status !== 204) return undefined;
    this.changes += 1;
    if (!summary.startsWith('article ')) return undefined;
    this.#model.delete(summary);
    if (what !== 0) this.#model.set(next, willBeDone);
    return undefined;
  }

  async #changeByApp(): Promise<void> {
    const items = await this.#items();
    const shown = items.filter(({ state }) => state === 'open' || state === 'ticked');
    if (shown.length === 0) return;
    const item = this.#pick(shown);
    const isRemoved = this.#random(3) === 0;
    const isTicked = item.state === 'ticked';
    await this.#operate(() => {
      if (isRemoved) return removalOf(item, items, () => crypto.randomUUID());
      if (isTicked) return [undo(item.marks, () => crypto.randomUUID())];
      return [purchaseOf('tick', item, items, crypto.randomUUID())];
    });
    this.changes += 1;
    if (!item.name.startsWith('article ')) return;
    if (isRemoved) this.#model.delete(item.name);
    else this.#model.set(item.name, !isTicked);
  }

  /** Changes what the recipes need. */
  async #cook(): Promise<void> {
    const servings = this.#random(3) * 4;
    const meal = { description: 'Soup', recipeId: this.#soup, servings };
    await this.#family.setPlan(this.#week(), servings === 0 ? {} : { Monday: { dinner: meal } });
    this.changes += 1;
  }

  async #operate(operations: () => ListOperation[]): Promise<void> {
    const { context, family } = this.#family;
    const now = { ...context, nowMs: this.#service.clock.nowMs };
    strictEqual(await applyListOperations(now, family, this.#week(), operations()), undefined);
  }

  async #items(): Promise<Item[]> {
    const { list } = await readList(this.#service.store, this.#family.family, this.#week(), 'en');
    return allItems(list);
  }

  #week() {
    const now = Temporal.Instant.fromEpochMilliseconds(this.#service.clock.nowMs);
    return weekAt(now, 'Europe/Berlin');
  }

  #key: string | undefined;
  async #newKey(): Promise<string> {
    const scopes = ['lists:read'] as const;
    const { context, family } = this.#family;
    this.#key ??= accepted(await addApiKey(context, family, { name: 'new', expiresAt: null, scopes })).key;
    return this.#key;
  }
}

function sorted(phone: Phone | undefined) {
  return [...(phone?.todos ?? [])].toSorted(byText);
}

function byText([first]: readonly unknown[], [second]: readonly unknown[]): number {
  return String(first) < String(second) ? -1 : 1;
}
