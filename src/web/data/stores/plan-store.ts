/**
 * The plans of one signed-in member: an outbox of changes, the cached weeks and the server's events. A
 * change shows at once and is stored before it is sent. Does not know React.
 */
import { mealAt, type Plan, type Plans } from '#domain/plan/plan.ts';
import type { RequestOf, ResponseOf } from '#http/app-api.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import { CachedValues, type ValueState } from './cached-values.ts';
import { type Account, type Deletion } from '#web/data/database.ts';
import { type MealAt, normalize, placeKey } from '#web/data/edit.ts';
import { listenForEvents } from '#web/data/events.ts';
import { newId } from '#web/data/new-id.ts';
import { openOutbox } from '#web/data/outbox/outbox.ts';
import { type Outcome, outcomeOfError, parsePlans } from '#web/data/outbox/outcome.ts';
import {
  acknowledge,
  dismiss,
  keepMine,
  lastChange,
  type PlanChange,
  type PlanOutbox,
  rebase,
  record,
  refuse,
  undo,
  waiting,
} from '#web/data/outbox/plan-outbox.ts';
import { addressOf } from '#web/base/address.ts';
import { getAs, postAs } from '#web/data/outbox/requests.ts';
import type { Sent } from '#web/data/outbox/sender.ts';
import { type Connection, planState, type PlanState, type SyncState, syncState } from './view.ts';

type CachedPlans = CachedValues<Plan | null>;
type Outbox = ReturnType<typeof openOutbox<PlanChange, Plan | null, Plans>>;

export function openPlanStore(account: Account, onChange: () => void) {
  const { member } = account;
  const connection = createConnection(() => changed());
  const outbox: Outbox = openOutbox({
    account,
    kind: 'plans',
    sendNext: () => sendNextChange({ member, outbox, plans, connection }),
    onChange() {
      watchConflicts();
      changed();
    },
    onUnavailable: () => connection.set({ isStored: false }),
    onMessage: (received) => takeAll(plans, received, plans.now()),
    emptyMessage: {},
  });
  const plans: CachedPlans = new CachedValues<Plan | null>({
    storage: outbox.values,
    fetch: (week) =>
      connection.track(() => getAs(member, 'GET /app/api/plans/:week', { params: { week } }, parsePlan)),
    isOutdated,
    onChange: () => changed(),
  });
  const view = createView(outbox.log, plans, connection);
  const watchConflicts = createConflictWatcher(outbox.log, plans);
  const listeners = new Set<(changeId?: number) => void>();
  const refresh = (changeId?: number) => {
    void plans.refreshAll(changeId);
    for (const listener of listeners) listener(changeId);
  };
  const events = listenForEvents(addressOf('GET /app/api/events'), {
    onChanged(changeId) {
      // Also on a page that requests nothing else.
      connection.set({ isOnline: true });
      refresh(changeId);
    },
    onReconnect() {
      refresh();
      void outbox.send();
    },
  });
  const goOffline = () => connection.set({ isOnline: false });
  addEventListener('offline', goOffline);
  void outbox.log.reload().then(outbox.send);

  function changed(): void {
    view.invalidate();
    if (!outbox.isClosed()) onChange();
  }

  return {
    account,
    planOf: view.planOf,
    syncState: view.syncState,
    watch: (week: string) => plans.watch(week),
    reconnect: events.reconnect,
    /** Calls the listener with the number of each change that is reported, and without it when some may be missing. */
    onChanged(listener: (changeId?: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...planCommands(outbox, view.shownAt),

    async close(deletion: Deletion): Promise<void> {
      events.stop();
      removeEventListener('offline', goOffline);
      await outbox.close(deletion);
    },
  };
}

function planCommands({ log, commit }: Outbox, shownAt: MealAt) {
  return {
    change(edits: Edit[], what: string, basis?: string): string {
      const made = { id: newId(), what, nowMs: Date.now(), basis };
      // Throws here, where the caller sees it, if the edits are wrong.
      const normalized = normalize(edits);
      void commit((outbox) => record(outbox, normalized, made));
      return made.id;
    },

    undo(what: string, id = lastChange(log.entries)?.id): void {
      if (id === undefined) return;
      const made = { id: newId(), what, nowMs: Date.now() };
      void commit((outbox) => undo(outbox, id, made));
    },

    resolveConflict(id: string, choice: 'mine' | 'theirs'): void {
      const conflict = log.entries.find((change) => change.id === id);
      if (!conflict) return;
      if (choice === 'theirs') return void commit((outbox) => dismiss(outbox, id));
      const made = { id: newId(), what: conflict.what, nowMs: Date.now() };
      // What the person sees now, even if the outbox is written a little later.
      const seen = new Map(conflict.edits.map((edit) => [placeKey(edit), shownAt(edit)]));
      void commit((outbox) => keepMine(outbox, id, (place) => seen.get(placeKey(place)) ?? null, made));
    },

    dismissRefused: (id: string): void => void commit((outbox) => dismiss(outbox, id)),
  };
}

type ConnectionState = ReturnType<typeof createConnection>;

/** Whether the server can be reached, as the last request found it. */
function createConnection(onChange: () => void) {
  let state: Connection = { isOnline: navigator.onLine, isSignedOut: false, isStored: true };

  function set(part: Partial<Connection>): void {
    const next = { ...state, ...part };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    onChange();
  }

  function note(outcome: Outcome<unknown>): void {
    if (outcome.kind === 'retry') set({ isOnline: !!outcome.isReachable });
    else set({ isOnline: true, isSignedOut: outcome.kind === 'signed-out' });
  }

  return {
    get: () => state,
    set,
    note,
    async track<Response>(fetch: () => Promise<Response>): Promise<Response> {
      try {
        const response = await fetch();
        set({ isOnline: true, isSignedOut: false });
        return response;
      } catch (error) {
        note(outcomeOfError(error));
        throw error;
      }
    },
  };
}

/** Computes what pages show, and returns the same object until it changes. */
function createView(log: Outbox['log'], plans: CachedPlans, connection: ConnectionState) {
  let sync: { connection: Connection; outbox: PlanOutbox; shown: SyncState } | undefined;
  const shownPlans = new Map<
    string,
    { outbox: PlanOutbox; week: ValueState<Plan | null>; shown: PlanState }
  >();

  function planOf(week: string): PlanState {
    const [outbox, state] = [log.entries, plans.stateOf(week)];
    const known = shownPlans.get(week);
    if (known?.outbox === outbox && known.week === state) return known.shown;
    const shown = planState(outbox, state, week);
    shownPlans.set(week, { outbox, week: state, shown });
    return shown;
  }

  const shownAt: MealAt = (place) => mealAt(planOf(place.week).meals, place) ?? null;

  return {
    planOf,
    shownAt,
    syncState: (): SyncState => {
      const [current, outbox] = [connection.get(), log.entries];
      if (sync?.connection !== current || sync.outbox !== outbox) {
        sync = { connection: current, outbox, shown: syncState(current, outbox, shownAt) };
      }
      return sync.shown;
    },
    /** A conflict shows the meals of its week, whichever week that is. */
    invalidate(): void {
      if (sync?.shown.conflicts.length) sync = undefined;
    },
  };
}

/** Watches the weeks that have conflicts: the person decides by what they hold now. */
function createConflictWatcher(log: Outbox['log'], plans: CachedPlans): () => void {
  const watched = new Set<string>();
  return () => {
    const conflicts = log.entries.filter(({ state }) => state === 'conflict');
    for (const { week } of conflicts.flatMap(({ edits }) => edits)) {
      if (!watched.has(week)) plans.watch(week);
      watched.add(week);
    }
  };
}

type SendOptions = { member: string; outbox: Outbox; plans: CachedPlans; connection: ConnectionState };

/** Sends the oldest pending change and stores the outcome. */
async function sendNextChange(options: SendOptions): Promise<Sent | undefined> {
  const { member, outbox, plans, connection } = options;
  const { log } = outbox;
  // Reads the stored changes, because other tabs may have sent some.
  const [change] = waiting(await log.reload());
  if (!change || outbox.isClosed()) return undefined;
  const { id, edits, basis } = change;
  const body: RequestOf<'POST /app/api/changes'>['body'] = { id, edits, basis };
  const requestedAt = plans.now();
  const outcome = await postAs(member, 'POST /app/api/changes', { body }, parsePlans);
  connection.note(outcome);
  if (outcome.kind === 'refused') await log.apply((entries) => refuse(entries, id, outcome.reason));
  if (outcome.kind === 'done' || outcome.kind === 'conflict') {
    const received = outcome.kind === 'done' ? outcome.response : outcome.plans;
    // The plans first: removed from the outbox before that, the change would disappear for a moment.
    takeAll(plans, received, requestedAt);
    outbox.broadcast(received);
    await log.apply((entries) =>
      outcome.kind === 'done'
        ? acknowledge(entries, id)
        : rebase(entries, id, (place) => mealAt(received[place.week]?.meals ?? {}, place) ?? null),
    );
  }
  return outcome;
}

function takeAll(cached: CachedPlans, plans: Plans, requestedAt: number): void {
  for (const [week, plan] of Object.entries(plans)) void cached.take(week, plan, requestedAt);
}

function parsePlan(
  body: Partial<ResponseOf<'GET /app/api/plans/:week'>> | undefined,
): { value: Plan | null; changeId?: number | undefined } | undefined {
  const { plan, lastChange } = body ?? {};
  return plan === undefined ? undefined : { value: plan, changeId: lastChange };
}

/** Versions of plans never repeat. A week without a plan has none: then the later request counts. */
export function isOutdated(plan: Plan | null, current: Plan | null, isEarlierRequest: boolean): boolean {
  return current !== null && (plan ? plan.version < current.version : isEarlierRequest);
}
