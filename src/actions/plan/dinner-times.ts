/** Sets when the family gets the event `dinner.today`, and records the event when it is due. */
import { dateAt, nextDinnerMs } from '#domain/events/dinner-time.ts';
import { hasPremium, type PremiumSetting } from '#domain/family/premium.ts';
import { mealAt } from '#domain/plan/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Tx } from '#storage/schema.ts';
import {
  advanceDinner,
  deleteDinnerTime,
  findDinnerTime,
  saveDinnerTime,
} from '#storage/tables/plan/dinner-times.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';

/** Null for no event. */
export function setDinnerTime(
  context: ChangeContext,
  family: string,
  time: string | null,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const found = await findFamily(tx, family);
    if (!found) return refuse('not-found');
    if (time === null) await deleteDinnerTime(tx, family);
    else await scheduleDinner(tx, family, { time, timeZone: found.timeZone, nowMs: context.nowMs });
    await record('dinner.time', { time });
    return undefined;
  });
}

export async function scheduleDinner(
  tx: Tx,
  family: string,
  { time, timeZone, nowMs }: { time: string; timeZone: string; nowMs: number },
): Promise<void> {
  await saveDinnerTime(tx, family, { time, dueAt: instantText(nextDinnerMs(time, timeZone, nowMs)) });
}

/** Computes the next instant again for a new time zone. */
export async function rescheduleDinner(
  tx: Tx,
  family: string,
  timeZone: string,
  nowMs: number,
): Promise<void> {
  const current = await findDinnerTime(tx, family);
  if (current) await scheduleDinner(tx, family, { time: current.time, timeZone, nowMs });
}

/**
 * Records the event if the day has a dinner, once a day, and moves the due instant on. A day that is over when the server
 * is back gets none.
 */
export function announceDinner(
  context: ChangeContext,
  family: string,
  { dueAt, premiumSetting }: { dueAt: string; premiumSetting: PremiumSetting },
): Promise<void> {
  const { nowMs } = context;
  return auditedTransaction(context, family, async (tx, record) => {
    const [found, current] = [await findFamily(tx, family), await findDinnerTime(tx, family)];
    if (!found || !current) return;
    const { date, week } = dateAt(Date.parse(dueAt), found.timeZone);
    const isToday = date === dateAt(nowMs, found.timeZone).date && current.sentOn !== date;
    const isAllowed = isToday && hasPremium(found.premium, premiumSetting, nowMs);
    const plan = isAllowed ? await findPlan(tx, family, week) : undefined;
    const day = DAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? 'Monday';
    const isSent = plan !== undefined && mealAt(plan.meals, { day, slot: 'dinner' }) !== undefined;
    const nextMs = nextDinnerMs(current.time, found.timeZone, nowMs);
    const next = { dueAt: instantText(nextMs), sentOn: isSent ? date : null };
    if ((await advanceDinner(tx, family, dueAt, next)) && isSent)
      await record('dinner.today', { date, week });
  });
}
