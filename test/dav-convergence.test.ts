/**
 * Two phones with CalDAV and two devices with the app change one shopping list, and meals with several dishes, at random.
 * No item is lost or doubled, the plan has what the server accepted and nothing else, and all have the same in the end.
 * `DAV_OPERATIONS=10000` runs as many operations.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { mealsSchema } from '#domain/plan/plan-schema.ts';
import {
  type Dish,
  mealAt,
  type KnownRecipes,
  mealName,
  type Meals,
  mealsIn,
  PLACES,
  SLOTS,
  withKnownRecipes,
} from '#domain/plan/plan.ts';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import type { Item } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { purchaseOf, removalOf, undo } from '#domain/shopping-list/item-operations.ts';
import { DAYS, type Week, weekAt } from '#domain/week/week.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import { OPERATOR } from '#storage/actor.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { applyEdits } from '#web/data/edit.ts';
import { accepted } from './support/accepted.ts';
import { NOW } from './support/api-family.ts';
import { Phone } from './support/clients/dav-phone.ts';
import { PlanDevice } from './support/clients/plan-device.ts';
import { MEAL_OPERATIONS, mealEdits } from './support/meal-operations.ts';
import { type AppClient, type Service, signUp, startService } from './support/service.ts';
import { KINDS } from './support/store.ts';
import { RECIPE } from './support/world.ts';

const OPERATIONS = Number(process.env.DAV_OPERATIONS ?? 60);
const OPERATIONS_PER_WEEK = 40;
const MAX_ITEMS = 40;
/** They take less time than those on the list. */
const MEAL_OPERATIONS_AT_ONCE = 5;
const TIME_ZONE = 'Europe/Berlin';
const WEEK_MS = 7 * 86_400_000;
/** What several people need: their lines become one item. */
const FOODS = ['2 l milk', 'milk', '3 eggs', '1 cucumber', '500 g flour', 'salt and vinegar'];

/** The articles that nobody else adds, by name: whether each is ticked. */
type Model = Map<string, boolean>;

for (const kind of KINDS) {
  test(`${kind}: two phones and two devices converge, and no item or change is lost or doubled`, async (t) => {
    const config = { rateLimitPerMinute: 0, appRateLimitPerMinute: 0, premium: 'everyone' } as const;
    const service = await startService(t, { kind, nowMs: NOW, config });
    const trial = await Trial.start(service, seededRandom(20));
    for (let count = 1; count <= OPERATIONS; count += 1) {
      await trial.act();
      if (count % 10 === 0 || count === OPERATIONS) await trial.check();
      if (count % OPERATIONS_PER_WEEK === 0) await trial.nextWeek();
    }
    const { changes, plans } = trial;
    t.diagnostic(`${changes} changes of the list; of meals ${JSON.stringify(plans.counts)}`);
    ok(changes > OPERATIONS / 3, `${changes} changes of the list`);
    for (const [what, count] of Object.entries(plans.counts)) ok(count > 0, what);
  });
}

type TestFamily = {
  context: { store: Service['store']; actor: typeof OPERATOR; nowMs: number };
  family: string;
  browser: AppClient;
  email: string;
};

class Trial {
  changes = 0;
  #articles = 0;
  readonly plans: PlanTrial;
  readonly #model: Model = new Map();
  readonly #service: Service;
  readonly #random: Random;
  readonly #phones: readonly Phone[];
  readonly #family: TestFamily;

  private constructor(
    service: Service,
    random: Random,
    made: { phones: Phone[]; family: TestFamily; plans: PlanTrial },
  ) {
    this.#service = service;
    this.#random = random;
    this.#phones = made.phones;
    this.#family = made.family;
    this.plans = made.plans;
  }

  static async start(service: Service, random: Random): Promise<Trial> {
    const signedUp = await signUp(service, { timeZone: TIME_ZONE });
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const family = { ...signedUp, context };
    const scopes = ['plans:read', 'lists:read', 'lists:write'] as const;
    const phones: Phone[] = [];
    for (const name of ['one', 'two']) {
      const key = await addApiKey(context, family.family, { name, expiresAt: null, scopes });
      phones.push(new Phone(service, accepted(key).key));
    }
    const recipe = { ...RECIPE, ingredients: ['500 g red lentils', '2 cucumbers', '1 l milk'] };
    const { id: soup } = accepted(await addRecipe(context, family.family, recipe));
    const plans = new PlanTrial(service, random, { family, soup, week: weekOf(service) });
    return new Trial(service, random, { phones, family, plans });
  }

  async nextWeek(): Promise<void> {
    this.#service.clock.nowMs += WEEK_MS;
    for (const [article, isTicked] of this.#model) if (isTicked) this.#model.delete(article);
    // A session ends after 90 days.
    const { browser, email } = this.#family;
    await browser.call('POST', '/app/api/sign-in', { email, password: 'correct horse battery' });
    this.plans.startWeek(weekOf(this.#service));
  }

  async act(): Promise<void> {
    const phone = this.#pick(this.#phones);
    if (this.#random(3) === 0) await phone.sync();
    if (this.#random(2) === 0) {
      for (let count = 0; count < MEAL_OPERATIONS_AT_ONCE; count += 1) await this.plans.act(phone);
      return undefined;
    }
    const isFull = this.#model.size > MAX_ITEMS;
    const choice = isFull ? 5 : this.#random(8);
    if (choice <= 1) await this.#addArticles(phone);
    else if (choice === 2) await this.#addFood(phone);
    else if (choice <= 6) await this.#changeByPhone(phone, isFull);
    else await this.#changeByApp();
    return undefined;
  }

  /** All have the same list, and what only one can have changed is as it was left. */
  async check(): Promise<void> {
    const fresh = new Phone(this.#service, await this.#newKey());
    await this.plans.check(this.#phones, fresh);
    for (const phone of [...this.#phones, fresh]) await phone.sync();
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

  async #operate(operations: () => ListOperation[]): Promise<void> {
    const { context, family } = this.#family;
    const now = { ...context, nowMs: this.#service.clock.nowMs };
    strictEqual(await applyListOperations(now, family, weekOf(this.#service), operations()), undefined);
  }

  async #items(): Promise<Item[]> {
    const { list } = await readList(this.#service.store, this.#family.family, weekOf(this.#service), 'en');
    return allItems(list);
  }

  #key: string | undefined;
  async #newKey(): Promise<string> {
    const scopes = ['plans:read', 'lists:read'] as const;
    const { context, family } = this.#family;
    this.#key ??= accepted(await addApiKey(context, family, { name: 'new', expiresAt: null, scopes })).key;
    return this.#key;
  }
}

/** What two devices do with the meals of a week, and what the phones see of it. */
class PlanTrial {
  readonly counts = {
    operations: 0,
    accepted: 0,
    conflicts: 0,
    undone: 0,
    repeated: 0,
    refusedByPhone: 0,
    severalDishes: 0,
  };
  #names = 0;
  /** The meals by all changes that the server accepted. */
  #model: Meals = {};
  #devices: PlanDevice[] = [];
  #week: Week;
  readonly #accepted = new Set<string>();
  readonly #random: Random;
  readonly #service: Service;
  readonly #family: TestFamily;
  readonly #recipes: KnownRecipes;

  constructor(service: Service, random: Random, made: { family: TestFamily; soup: string; week: Week }) {
    const { family, soup, week } = made;
    this.#service = service;
    this.#random = random;
    this.#family = family;
    const withVariant = getRecipes().recipes.find(({ variant }) => variant)?.id ?? '';
    this.#recipes = new Map([
      [soup, { hasVariant: false }],
      [withVariant, { hasVariant: true }],
    ]);
    this.#week = week;
    this.startWeek(week);
  }

  startWeek(week: Week): void {
    this.#week = week;
    this.#model = {};
    this.#devices = [0, 1].map(() => new PlanDevice(this.#family.browser, week));
  }

  /** Some changes are sent at once, others later: what the other device changes meanwhile is a conflict. */
  async act(phone: Phone): Promise<void> {
    this.counts.operations += 1;
    const device = oneOf(this.#random, this.#devices);
    if (this.#random(3) === 0) await device.refresh();
    const choice = this.#random(12);
    if (choice === 0) this.#undo(device);
    else if (choice === 1) await this.#changeByPhone(phone);
    else if (choice === 2 && device.conflicts.length > 0)
      device.resolve(oneOf(this.#random, device.conflicts), oneOf(this.#random, ['mine', 'theirs']));
    else this.#change(device);
    if (this.#random(2) === 0) await this.#send(device, this.#random(5) === 0);
  }

  #change(device: PlanDevice): void {
    // Few, so that the devices often change the same meal.
    const places = SLOTS.map((slot) => ({ week: this.#week, day: 'Friday' as const, slot }));
    const newDish = (): Dish => {
      this.#names += 1;
      const recipeId = oneOf(this.#random, [undefined, ...this.#recipes.keys()]);
      return { description: `Dish ${this.#names}, fresh`, ...(recipeId !== undefined && { recipeId }) };
    };
    const name = oneOf(this.#random, MEAL_OPERATIONS);
    device.change(mealEdits(name, places, device.shown, { random: this.#random, newDish }));
  }

  #undo(device: PlanDevice): void {
    const before = device.meals;
    device.undo();
    if (JSON.stringify(before) !== JSON.stringify(device.meals)) this.counts.undone += 1;
  }

  async #send(device: PlanDevice, isResponseLost = false): Promise<void> {
    const known = device.conflicts.length;
    const change = await device.send(isResponseLost);
    this.counts.conflicts += Math.max(0, device.conflicts.length - known);
    if (!change) return;
    if (this.#accepted.has(change.id)) {
      this.counts.repeated += 1;
      return;
    }
    this.#accepted.add(change.id);
    this.counts.accepted += 1;
    this.#model = withKnownRecipes(applyEdits(this.#model, this.#week, change.edits), this.#recipes);
  }

  /** A phone renames, moves or deletes a meal. The calendar of meals is only read. */
  async #changeByPhone(phone: Phone): Promise<void> {
    await phone.syncMeals();
    const name = oneOf(this.#random, [...phone.meals.keys(), 'new.ics']);
    const what = this.#random(3);
    const status =
      what === 0
        ? await phone.removeMeal(name)
        : await phone.changeMeal(name, (data) =>
            what === 1
              ? data.replace(/^SUMMARY:.*$/m, 'SUMMARY:Pizza')
              : data.replaceAll(/^(DT\w+;VALUE=DATE:\d{6})\d\d/gm, '$101'),
          );
    strictEqual(status, 403);
    this.counts.refusedByPhone += 1;
  }

  async check(phones: readonly Phone[], fresh: Phone): Promise<void> {
    for (const device of this.#devices) while (device.isWaiting) await this.#send(device);
    const plan = await findPlan(this.#service.store.db, this.#family.family, this.#week);
    const meals = plan?.meals ?? {};
    deepStrictEqual(meals, this.#model, 'the plan has all accepted changes, each once');
    ok(mealsSchema.safeParse(meals).success, 'the meals are valid');
    this.counts.severalDishes += mealsIn(meals).filter(({ sides }) => sides).length;
    for (const device of this.#devices) {
      await device.refresh();
      deepStrictEqual(device.meals, meals, 'both devices show the plan');
    }
    for (const phone of [...phones, fresh]) await phone.syncMeals();
    for (const phone of phones)
      deepStrictEqual(byName(phone.meals), byName(fresh.meals), 'a phone has what a new one gets');
    const titles = byName(fresh.meals).flatMap(([name, { summary }]) =>
      name >= this.#week ? [`${name} ${summary.replace(/^[\w ]+: /, '')}`] : [],
    );
    const expected = PLACES.flatMap((place) => {
      const meal = mealAt(meals, place);
      const date = Temporal.PlainDate.from(this.#week)
        .add({ days: DAYS.indexOf(place.day) })
        .toString();
      return meal ? [`${date}-${place.slot}.ics ${mealName(meal)}`] : [];
    });
    deepStrictEqual(titles, expected.toSorted(), 'the phones show all dishes of each meal');
  }
}

function weekOf({ clock }: Service): Week {
  return weekAt(Temporal.Instant.fromEpochMilliseconds(clock.nowMs), TIME_ZONE);
}

function sorted(phone: Phone | undefined) {
  return byName(phone?.todos ?? new Map<string, never>());
}

function byName<Value>(copies: ReadonlyMap<string, Value>): [string, Value][] {
  return [...copies].toSorted(byText);
}

function byText([first]: readonly unknown[], [second]: readonly unknown[]): number {
  return String(first) < String(second) ? -1 : 1;
}
