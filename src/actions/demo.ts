/**
 * Creates the demo family at the first start: Premium, the machine's time zone, a plan for this week and the next, one
 * key. Its password is random and shown once; there are no default credentials.
 */
import { mintApiKey } from '#auth/api-key.ts';
import { GROUPS_OF_OPERATOR, hashPassword } from '#auth/password.ts';
import { hashSecret, newId, randomText } from '#auth/secret.ts';
import { timeZone as timeZoneSchema } from '#domain/family/family.ts';
import { type Meals, orderMeals } from '#domain/plan/plan.ts';
import { weekAfter, weekAt } from '#domain/week/week.ts';
import { insertApiKey } from '#storage/tables/api-keys.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { readLastChange } from '#storage/tables/audit-log.ts';
import { insertFamily } from '#storage/tables/families.ts';
import { insertMember } from '#storage/tables/members.ts';
import { savePlan } from '#storage/tables/plans.ts';

export type Demo = { email: string; password: string; key: string };

/**
 * Returns whether the family was created: only in a database without changes. It is one transaction with `show` as the
 * last step, so a crash leaves either a family whose password was shown or no family; then the next start creates one.
 */
export async function makeDemoFamily(
  context: ChangeContext,
  machineZone: string,
  show: (demo: Demo) => void,
): Promise<boolean> {
  const { nowMs } = context;
  const timeZone = timeZoneSchema.safeParse(machineZone).data ?? 'UTC';
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), timeZone);
  const [family, owner] = [newId(), newId()];
  const [email, password] = ['demo@weekfare.example', randomText(22)];
  const [{ id, key }, passwordHash] = [mintApiKey(), await hashPassword(password, GROUPS_OF_OPERATOR)];
  return auditedTransaction(context, family, async (tx, record) => {
    if ((await readLastChange(tx)) > 0) return false;
    await insertFamily(tx, { id: family, name: 'Demo family', timeZone, premium: 'forever' }, nowMs);
    await insertMember(tx, family, { id: owner, email, role: 'owner', passwordHash }, nowMs);
    await record('family.add', { owner, premium: 'forever' });
    const plans = [
      { week, meals: orderMeals(THIS_WEEK) },
      { week: weekAfter(week), meals: orderMeals(NEXT_WEEK) },
    ];
    for (const plan of plans) {
      const version = await record('plan.replace', { week: plan.week });
      await savePlan(tx, family, { id: newId(), version, ...plan }, 0);
    }
    await insertApiKey(
      tx,
      family,
      { id, name: 'Demo key', keyHash: hashSecret(key), expiresAt: null, madeBy: context.actor },
      nowMs,
    );
    await record('key.add', { key: id, expiresAt: null });
    show({ email, password, key });
    return true;
  });
}

const THIS_WEEK: Meals = {
  Monday: {
    breakfast: { description: 'Porridge with grated apple and cinnamon' },
    dinner: { description: 'Red lentil dal with rice' },
  },
  Tuesday: {
    breakfast: { description: 'Toast with peanut butter and banana' },
    dinner: { description: 'Baked salmon, potatoes and green beans' },
  },
  Wednesday: {
    breakfast: { description: 'Yoghurt with berries and oats' },
    lunch: { description: 'Tomato soup with cheese toasties' },
    dinner: { description: 'Chicken fajitas with peppers' },
  },
  Thursday: {
    breakfast: { description: 'Porridge with pears' },
    dinner: { description: 'Mushroom and spinach risotto' },
  },
  Friday: {
    breakfast: { description: 'Toast with eggs' },
    dinner: { description: 'Home-made pizza night' },
  },
  Saturday: {
    breakfast: { description: 'Pancakes with blueberries' },
    lunch: { description: 'Leftover pizza and a big salad' },
    dinner: { description: 'Beef chilli with corn bread' },
  },
  Sunday: {
    breakfast: { description: 'Shakshuka with flatbread' },
    lunch: { description: 'Roast chicken with root vegetables' },
    dinner: { description: 'Sandwiches and fruit' },
  },
};

const NEXT_WEEK: Meals = {
  Monday: { dinner: { description: 'Chickpea curry with spinach' } },
  Tuesday: { dinner: { description: 'Spaghetti with lentil bolognese' } },
  Wednesday: { dinner: { description: 'Fish tacos with cabbage slaw' } },
  Thursday: { dinner: { description: 'Vegetable fried rice with egg' } },
  Friday: { dinner: { description: 'Home-made pizza night' } },
  Saturday: { lunch: { description: 'Leek and potato soup' }, dinner: { description: 'Moussaka' } },
  Sunday: {
    breakfast: { description: 'Waffles' },
    dinner: { description: 'Roast vegetables with couscous' },
  },
};
