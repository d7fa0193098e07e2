/**
 * The plan store of one signed-in member: puts together what is kept, shown, sent and heard. Each
 * action shows at once and is written down before it is sent. Knows no React.
 */
import { mealAt, type Plan, type Plans } from '#domain/plan/plan.ts';
import { type Outcome, outcomeOfFailure } from './outcome.ts';
import { type MealAt, placeKey, normalize } from './edit.ts';
import type { Edit } from '#http/app/contract.ts';
import { listenForEvents } from './events.ts';
import { newId } from './new-id.ts';
import { openJournal } from './optimistic-log.ts';
import {
  dismiss,
  type PlanChange,
  keepMine,
  lastChange,
  type PlanOutbox,
  type Op,
  record,
  undo,
} from './plan-outbox.ts';
import { sendNextChange } from './next-change.ts';
import { fetchPlan, postChange } from './requests.ts';
import { createSender } from './sender.ts';
import { type Account, accountName, type End, openVault, type SeenWeek } from './database.ts';
import { type PlanState, planState, type Connection, type SyncState, syncState } from './view.ts';
import { openWeeks, type WeekState } from './cached-weeks.ts';

export type Store = ReturnType<typeof openStore>;

export function openStore(account: Account, onChange: () => void) {
  const name = `weekfare ${accountName(account)}`;
  const tabs = new BroadcastChannel(name);
  let reach: Connection = { isOnline: navigator.onLine, isSignedOut: false, isStored: true };
  let isClosed = false;
  let sync: { reach: Connection; ledger: PlanOutbox; shown: SyncState } | undefined;
  /** Weeks with conflicts. */
  const disputed = new Set<string>();
  const plans = new Map<string, { ledger: PlanOutbox; week: WeekState; shown: PlanState }>();

  function changed(): void {
    // What a conflict is about may stand in any week.
    if (sync?.shown.conflicts.length) sync = undefined;
    if (!isClosed) onChange();
  }

  /** What someone is to decide about must be current, on whatever week they look. */
  function ledgerChanged(): void {
    const conflicts = journal.shown.filter(({ state }) => state === 'conflict');
    for (const { week } of conflicts.flatMap(({ edits }) => edits)) {
      if (!disputed.has(week)) weeks.watch(week);
      disputed.add(week);
    }
    changed();
  }

  function setReach(next: Partial<Connection>): void {
    const after = { ...reach, ...next };
    if (JSON.stringify(after) === JSON.stringify(reach)) return;
    reach = after;
    changed();
  }

  function note(outcome: Outcome): void {
    if (outcome.is === 'unheard') setReach({ isOnline: !!outcome.isHere });
    else setReach({ isOnline: true, isSignedOut: outcome.is === 'signed-out' });
  }

  const vault = openVault<PlanChange, SeenWeek>(account, () => setReach({ isStored: false }));
  const journal = openJournal({ vault, onChange: ledgerChanged, onKept: () => tell({}) });
  const weeks = openWeeks({ vault, fetchPlan: heardPlan, onChange: changed, clock: Date.now });
  const sending = {
    journal,
    async post(change: Pick<PlanChange, 'id' | 'edits' | 'basis'>) {
      const outcome = await postChange(account.member, change);
      note(outcome);
      return outcome;
    },
    takePlans(taken: Plans, askedAt: number) {
      weeks.takeAll(taken, askedAt);
      tell(taken);
    },
    now: weeks.now,
    isClosed: () => isClosed,
  };
  const sender = createSender({
    sendNext: () => sendNextChange(sending),
    alone: (work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
  });
  const news = listenForEvents('/app/api/events', {
    onChanged: () => void weeks.refreshAll(),
    onReconnect() {
      void weeks.refreshAll();
      void sender.send();
    },
  });

  async function heardPlan(week: string): Promise<Plan | null> {
    try {
      const plan = await fetchPlan(account.member, week);
      setReach({ isOnline: true, isSignedOut: false });
      return plan;
    } catch (error) {
      note(outcomeOfFailure(error));
      throw error;
    }
  }

  /** Tells the other tabs: the ledger is another, and so are these plans. */
  function tell(plans: Plans): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, its own
    if (!isClosed) tabs.postMessage(plans);
  }

  /** Shows it, writes it down, sends it. */
  async function make(op: Op): Promise<void> {
    await journal.apply(op);
    await sender.send();
  }

  function planOf(week: string): PlanState {
    const [ledger, state] = [journal.shown, weeks.stateOf(week)];
    const known = plans.get(week);
    if (known?.ledger === ledger && known.week === state) return known.shown;
    const shown = planState(ledger, state, week);
    plans.set(week, { ledger, week: state, shown });
    return shown;
  }

  function syncNow(): SyncState {
    const ledger = journal.shown;
    if (sync?.reach !== reach || sync.ledger !== ledger) {
      sync = { reach, ledger, shown: syncState(reach, ledger, shownAt) };
    }
    return sync.shown;
  }

  const shownAt: MealAt = (place) => mealAt(planOf(place.week).meals, place) ?? null;

  tabs.addEventListener('message', ({ data }: MessageEvent<Plans>) => {
    weeks.takeAll(data, weeks.now());
    void journal.reload();
  });
  const goOffline = () => setReach({ isOnline: false });
  addEventListener('offline', goOffline);
  void journal.reload().then(sender.send);

  return {
    account,
    planOf,
    syncState: syncNow,
    watch: (week: string) => weeks.watch(week),
    comeBack: () => news.comeBack(),

    change(edits: Edit[], what: string, basis?: string): string {
      const made = { id: newId(), what, nowMs: Date.now(), basis };
      // Here, where a mistake reaches whoever made it.
      const tidied = normalize(edits);
      void make((ledger) => record(ledger, tidied, made));
      return made.id;
    },

    undo(what: string, id = lastChange(journal.shown)?.id): void {
      if (id === undefined) return;
      const made = { id: newId(), what, nowMs: Date.now() };
      void make((ledger) => undo(ledger, id, made));
    },

    resolveConflict(id: string, choice: 'mine' | 'theirs'): void {
      const conflict = journal.shown.find((entry) => entry.id === id);
      if (!conflict) return;
      if (choice === 'theirs') return void make((ledger) => dismiss(ledger, id));
      const made = { id: newId(), what: conflict.what, nowMs: Date.now() };
      // What the person sees at this moment, also when this is written down a little later.
      const seen = new Map(conflict.edits.map((edit) => [placeKey(edit), shownAt(edit)]));
      void make((ledger) => keepMine(ledger, id, (place) => seen.get(placeKey(place)) ?? null, made));
    },

    dismissRefused: (id: string): void => void make((ledger) => dismiss(ledger, id)),

    async close(weeksAre: End): Promise<void> {
      isClosed = true;
      sender.stop();
      news.stop();
      removeEventListener('offline', goOffline);
      tabs.close();
      await vault.close(weeksAre);
    },
  };
}
