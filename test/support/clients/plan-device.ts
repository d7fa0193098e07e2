/** A device with the web app and without a browser: the outbox of plans, and the requests that the app sends. */
import { mealAt, type Meals } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import type { AppClient } from '#test/support/service.ts';
import type { MealAt } from '#web/data/edit.ts';
import {
  acknowledge,
  dismiss,
  keepMine,
  lastChange,
  optimisticMeals,
  type PlanChange,
  type PlanOutbox,
  rebase,
  record,
  undo,
  waiting,
} from '#web/data/outbox/plan-outbox.ts';

export class PlanDevice {
  #outbox: PlanOutbox = [];
  #meals: Meals = {};
  readonly #client: AppClient;
  readonly #week: Week;

  constructor(client: AppClient, week: Week) {
    this.#client = client;
    this.#week = week;
  }

  /** With all changes that wait. */
  get meals(): Meals {
    return optimisticMeals(this.#outbox, this.#meals, this.#week);
  }

  get conflicts(): readonly PlanChange[] {
    return this.#outbox.filter(({ state }) => state === 'conflict');
  }

  get isWaiting(): boolean {
    return waiting(this.#outbox).length > 0;
  }

  readonly shown: MealAt = (place) => mealAt(this.meals, place) ?? null;

  change(edits: readonly Edit[]): void {
    this.#outbox = record(this.#outbox, edits, newChange());
  }

  undo(): void {
    const last = lastChange(this.#outbox);
    if (last) this.#outbox = undo(this.#outbox, last.id, newChange());
  }

  resolve({ id }: PlanChange, choice: 'mine' | 'theirs'): void {
    this.#outbox =
      choice === 'mine' ? keepMine(this.#outbox, id, this.shown, newChange()) : dismiss(this.#outbox, id);
  }

  async refresh(): Promise<void> {
    const { body } = await this.#client.call('GET', `/app/api/plans/${this.#week}`);
    this.#meals = body.plan?.meals ?? {};
  }

  /** Sends the next change. If the response is lost, it is sent again later. Returns it if the server accepted it. */
  async send(isResponseLost = false): Promise<Pick<PlanChange, 'id' | 'edits'> | undefined> {
    const [next] = waiting(this.#outbox);
    if (!next) return undefined;
    const { id, edits } = next;
    const { status, body } = await this.#client.call('POST', '/app/api/changes', { id, edits });
    if (status !== 200 && status !== 409) throw new Error(`${status}: ${JSON.stringify(body)}`);
    if (!isResponseLost) {
      const received: Meals = body.plans[this.#week]?.meals ?? {};
      this.#meals = received;
      this.#outbox =
        status === 200
          ? acknowledge(this.#outbox, id)
          : rebase(this.#outbox, id, (place) => mealAt(received, place) ?? null);
    }
    return status === 200 ? { id, edits } : undefined;
  }
}

function newChange() {
  return { id: crypto.randomUUID(), what: 'changed', nowMs: 0 };
}
