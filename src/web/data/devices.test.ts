/**
 * Property test of the outbox: two devices, a server that compares and sets, and a network that loses,
 * duplicates and delays messages. After random steps on meals and their dishes no acknowledged change is lost, none is
 * applied twice, every outbox drains, the devices agree, and no dish disappears unless a person removed it.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { mealsSchema } from '#domain/plan/plan-schema.ts';
import { dishesIn, isSameMeal, mealAt, type Meals, mealsIn } from '#domain/plan/plan.ts';
import { oneOf, seededRandom } from '#domain/random.ts';
import { MEAL_OPERATIONS, mealEdits, namesIn } from '#test/support/meal-operations.ts';
import { applyEdits, type WeekPlace } from './edit.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import {
  acknowledge,
  rebase,
  dismiss,
  type PlanChange,
  keepMine,
  lastChange,
  type PlanOutbox,
  record,
  optimisticMeals,
  undo,
  waiting,
} from '#web/data/outbox/plan-outbox.ts';

const WEEK = '2026-11-09';
/** Few, so that the devices often change the same one. */
const PLACES = (['lunchbox', 'snack', 'dinner'] as const).map((slot): WeekPlace => {
  return { week: WEEK, day: 'Monday', slot };
});

type Request = { id: string; edits: Edit[]; from: Device; attempt: number };
type Reply = { to: Device; attempt: number; id: string; ok: boolean; meals: Meals };
type Device = { outbox: PlanOutbox; meals: Meals; attempt: number; isSending: boolean };

class World {
  meals: Meals = {};
  readonly applied = new Map<string, Edit[]>();
  readonly acknowledged: PlanChange[] = [];
  /** Texts that a person removed on purpose: overwritten, cleared, undone, dismissed. */
  readonly removedTexts = new Set<string>();
  readonly typed = new Set<string>();
  requests: Request[] = [];
  replies: Reply[] = [];
  readonly devices: Device[] = [0, 1].map(() => ({ outbox: [], meals: {}, attempt: 0, isSending: false }));
  #count = 0;

  newId(): string {
    this.#count += 1;
    return `n${this.#count}`;
  }

  newText(): string {
    const text = this.newId();
    this.typed.add(text);
    return text;
  }

  shown(device: Device) {
    const meals = optimisticMeals(device.outbox, device.meals, WEEK);
    return (place: WeekPlace) => mealAt(meals, place) ?? null;
  }

  /** Stores the outbox after a person's change, and records the dishes that the change removed. */
  setOutbox(device: Device, outbox: PlanOutbox): void {
    const added = outbox.filter((entry) => !device.outbox.some(({ id }) => id === entry.id));
    for (const { edits } of added) {
      const after = new Set(edits.flatMap((edit) => namesIn(edit.after)));
      for (const name of edits.flatMap(({ before }) => namesIn(before)))
        if (!after.has(name)) this.removedTexts.add(name);
    }
    device.outbox = outbox;
  }

  change(device: Device, seed: number): void {
    const random = seededRandom(seed);
    const newDish = () => ({ description: this.newText() });
    const edits = mealEdits(oneOf(random, MEAL_OPERATIONS), PLACES, this.shown(device), { random, newDish });
    this.setOutbox(device, record(device.outbox, edits, this.metadata()));
  }

  /** One change of several slots, like copying a week. */
  typeAll(device: Device): void {
    const edits = PLACES.map((place): Edit => {
      return { ...place, before: this.shown(device)(place), after: { description: this.newText() } };
    });
    this.setOutbox(device, record(device.outbox, edits, this.metadata()));
  }

  undo(device: Device): void {
    const last = lastChange(device.outbox);
    if (last) this.setOutbox(device, undo(device.outbox, last.id, this.metadata()));
  }

  resolve(device: Device, choice: 'mine' | 'theirs', nth: number): void {
    const conflicts = device.outbox.filter(({ state }) => state === 'conflict');
    const conflict = conflicts[nth % conflicts.length];
    if (!conflict) return;
    if (choice === 'mine') {
      this.setOutbox(device, keepMine(device.outbox, conflict.id, this.shown(device), this.metadata()));
      return;
    }
    for (const { after } of conflict.edits) for (const name of namesIn(after)) this.removedTexts.add(name);
    device.outbox = dismiss(device.outbox, conflict.id);
  }

  send(device: Device): void {
    const [next] = waiting(device.outbox);
    if (!next || device.isSending) return;
    device.isSending = true;
    device.attempt += 1;
    this.requests.push({ id: next.id, edits: next.edits, from: device, attempt: device.attempt });
  }

  /** The device times out. The request or its response may still be in transit. */
  timeOut(device: Device): void {
    device.isSending = false;
    device.attempt += 1;
  }

  serve(at: number): void {
    const [request] = this.requests.splice(at % this.requests.length, 1);
    if (!request) return;
    const { id, edits, from, attempt } = request;
    const fits = edits.every((edit) => isSameMeal(mealAt(this.meals, edit) ?? null, edit.before));
    const isKnown = this.applied.has(id);
    if (!isKnown && fits) {
      this.applied.set(id, edits);
      this.meals = applyEdits(this.meals, WEEK, edits);
    }
    this.replies.push({ to: from, attempt, id, ok: isKnown || fits, meals: this.meals });
  }

  receive(at: number): void {
    const [reply] = this.replies.splice(at % this.replies.length, 1);
    if (!reply || reply.attempt !== reply.to.attempt) return;
    const { to: device, id, meals } = reply;
    device.isSending = false;
    device.meals = meals;
    const entry = device.outbox.find((waiting) => waiting.id === id);
    if (reply.ok && entry) this.acknowledged.push(entry);
    device.outbox = reply.ok
      ? acknowledge(device.outbox, id)
      : rebase(device.outbox, id, (place) => mealAt(meals, place) ?? null);
  }

  metadata() {
    return { id: this.newId(), what: 'something', nowMs: 0 };
  }
}

type Step = { kind: keyof typeof STEPS; device: number; a: number };
const STEPS = {
  change: (world, device, a) => world.change(device, a),
  typeAll: (world, device) => world.typeAll(device),
  undo: (world, device) => world.undo(device),
  mine: (world, device, a) => world.resolve(device, 'mine', a),
  theirs: (world, device, a) => world.resolve(device, 'theirs', a),
  send: (world, device) => world.send(device),
  timeOut: (world, device) => world.timeOut(device),
  serve: (world, _device, a) => world.serve(a),
  receive: (world, _device, a) => world.receive(a),
  loseRequest: (world, _device, a) => void world.requests.splice(a % world.requests.length, 1),
  loseReply: (world, _device, a) => void world.replies.splice(a % world.replies.length, 1),
  duplicate: (world, _device, a) => {
    const request = world.requests[a % world.requests.length];
    if (request) world.requests.push(request);
  },
  refetch: (world, device) => {
    device.meals = world.meals;
  },
} satisfies Record<string, (world: World, device: Device, a: number) => void>;

/** Steps that make progress are drawn more often than failures. */
const KINDS = (Object.keys(STEPS) as Step['kind'][]).concat(
  ...(['change', 'change', 'send', 'serve', 'receive', 'refetch'] as const).map((kind) => [kind, kind]),
);

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    device: fc.nat(1),
    a: fc.nat(9_999),
  }),
  { maxLength: 120, size: 'max' },
);

function runSteps(list: Step[]): World {
  const world = new World();
  for (const { kind, device, a } of list) STEPS[kind](world, world.devices.at(device) as Device, a);
  return world;
}

/** The network recovers: all messages in transit arrive, in some order, and every outbox is sent. */
function syncAll(world: World): void {
  for (let rounds = 0; rounds < 2_000; rounds += 1) {
    for (const device of world.devices) world.send(device);
    if (world.requests.length > 0) world.serve(rounds);
    else if (world.replies.length > 0) world.receive(0);
    else if (world.devices.some(({ isSending }) => isSending))
      world.devices.forEach((device) => world.timeOut(device));
    else break;
  }
  for (const device of world.devices) device.meals = world.meals;
}

function checkInvariants(world: World): void {
  for (const device of world.devices) {
    deepStrictEqual(waiting(device.outbox), [], 'the outbox is empty');
    deepStrictEqual(
      optimisticMeals(device.outbox, device.meals, WEEK),
      world.meals,
      'all devices show the same meals',
    );
  }
  for (const { id, edits } of world.acknowledged) {
    const applied = world.applied.get(id) ?? [];
    ok(
      edits.every((edit) =>
        applied.some((change) => change.day === edit.day && isSameMeal(change.after, edit.after)),
      ),
      `${id} was acknowledged and applied`,
    );
  }
  ok(mealsSchema.safeParse(world.meals).success, 'the meals are valid');
  const shown = new Set(dishesIn(world.meals).map(({ description }) => description));
  const entries = world.devices.flatMap(({ outbox }) => outbox);
  const conflicts = entries.filter(({ state }) => state === 'conflict').flatMap(({ edits }) => edits);
  const inConflict = new Set(conflicts.flatMap(({ after }) => namesIn(after)));
  for (const text of world.typed) {
    ok(shown.has(text) || world.removedTexts.has(text) || inConflict.has(text), `${text} is not lost`);
  }
}

test('no change is lost, applied twice or hidden, whatever the network does', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const world = runSteps(list);
      syncAll(world);
      checkInvariants(world);
    }),
    { numRuns: 1_500, seed: 3 },
  );
});

test('the random steps cover several dishes, conflicts, moves, undos and resends, each at least 100 times', () => {
  const seen = { severalDishes: 0, conflicts: 0, known: 0, moves: 0, undone: 0, resent: 0 };
  for (const list of fc.sample(steps, { numRuns: 500, seed: 3 })) {
    const world = runSteps(list);
    syncAll(world);
    seen.severalDishes += mealsIn(world.meals).filter(({ sides }) => sides).length;
    const entries = world.devices.flatMap(({ outbox }) => outbox);
    seen.conflicts += entries.filter(({ state }) => state === 'conflict').length;
    seen.moves += entries.filter(({ edits, state }) => state === 'done' && edits.length === 2).length;
    seen.undone += entries.filter(({ undoes, state }) => state === 'done' && undoes).length;
    seen.known += world.acknowledged.length;
    seen.resent += entries.filter(({ edits, state }) => state === 'done' && edits.length === 1).length;
  }
  for (const [what, times] of Object.entries(seen)) ok(times >= 100, `${what}: only ${times}`);
});
