/**
 * The weeks as the server has them: those on the screen are asked for again whenever something may have
 * changed, those seen before come from the device meanwhile. Decides which of two answers is the newer.
 * Knows nothing of what waits to be sent.
 */
import type { Plan, Plans } from '#domain/plan/plan.ts';
import { rateLimitMs } from '#web/api.ts';
import type { SeenWeek, Vault } from './database.ts';

export type WeekState = Partial<SeenWeek> & {
  /** The last time we asked, nothing came. */
  hasFailed: boolean;
};

type Parts = {
  vault: Pick<Vault, 'findWeek' | 'keepWeek'>;
  /** Throws when no answer came. */
  fetchPlan: (week: string) => Promise<Plan | null>;
  onChange: () => void;
  clock: () => number;
};

type Week = { state: WeekState; watchers: number; takenAt: number; asking?: Promise<void>; isDirty: boolean };

export function openWeeks({ vault, fetchPlan, onChange, clock }: Parts) {
  const weeks = new Map<string, Week>();
  /** Counts questions and answers, to tell which came first; clocks can be set. */
  let moment = 0;

  function find(name: string): Week {
    let week = weeks.get(name);
    if (!week) {
      week = { state: { hasFailed: false }, watchers: 0, takenAt: 0, isDirty: false };
      weeks.set(name, week);
    }
    return week;
  }

  function show(week: Week, state: WeekState): void {
    week.state = state;
    onChange();
  }

  /** Takes over a plan unless what we have is newer. */
  function take(name: string, plan: Plan | null, askedAt: number): boolean {
    const week = find(name);
    const held = week.state.plan;
    // Plans carry a version that never repeats. No plan carries none: that it is gone must be later news.
    if (held && (plan ? plan.version < held.version : askedAt < week.takenAt)) return false;
    week.takenAt = moment += 1;
    // The same plan stays the same thing, so that nothing is drawn anew for it.
    const isSame = held && JSON.stringify(held) === JSON.stringify(plan);
    const seen = { plan: isSame ? held : plan, seenAtMs: clock() };
    show(week, { ...seen, hasFailed: false });
    void vault.keepWeek(name, seen);
    return true;
  }

  async function ask(name: string): Promise<void> {
    const week = find(name);
    do {
      week.isDirty = false;
      const askedAt = (moment += 1);
      try {
        if (!take(name, await fetchPlan(name), askedAt)) week.isDirty = true;
      } catch (error) {
        const waitMs = rateLimitMs(error);
        if (!waitMs) return show(week, { ...week.state, hasFailed: true });
        // Asked too often: what is shown stays, and is asked for again when the service allows it.
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        week.isDirty = week.watchers > 0;
      }
    } while (week.isDirty);
  }

  /** One question at a time; what changes during one is asked for again after it. */
  function refresh(name: string): Promise<void> {
    const week = find(name);
    week.isDirty = true;
    week.asking ??= ask(name).finally(() => {
      delete week.asking;
    });
    return week.asking;
  }

  async function recall(name: string): Promise<void> {
    const seen = await vault.findWeek(name);
    const week = find(name);
    if (seen && week.state.plan === undefined) show(week, { ...week.state, ...seen });
  }

  return {
    stateOf: (name: string): WeekState => find(name).state,

    takeAll(plans: Plans, askedAt: number): void {
      for (const [name, plan] of Object.entries(plans)) take(name, plan, askedAt);
    },

    /** To be given back with the answer to a question asked now. */
    now: () => (moment += 1),

    /** Keeps a week current as long as someone looks at it. */
    watch(name: string): () => void {
      const week = find(name);
      week.watchers += 1;
      if (week.state.plan === undefined) void recall(name);
      // Others who look at it keep it current already.
      if (week.watchers === 1) void refresh(name);
      return () => (week.watchers -= 1);
    },

    async refreshAll(): Promise<void> {
      const watched = [...weeks].filter(([, { watchers }]) => watchers > 0);
      await Promise.all(watched.map(([name]) => refresh(name)));
    },
  };
}
