import { createClient, ProblemError } from '@weekfare/client';

const { WEEKFARE_URL = '', WEEKFARE_KEY = '' } = process.env;
const weekfare = createClient({ url: WEEKFARE_URL, apiKey: WEEKFARE_KEY });

const { data: plan, etag } = await weekfare.getCurrentMealPlan();
if (plan && !plan.meals.Friday?.dinner) {
  const body = { description: 'Pizza night' };
  try {
    await weekfare.putMeal({ weekOf: plan.weekOf, day: 'Friday', slot: 'dinner', ifMatch: etag, body });
    console.log('Friday: Pizza night');
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'precondition-failed') throw error;
    console.log('Somebody has changed the plan; look at it again.');
  }
}

const { data: list } = await weekfare.addItems({ weekOf: 'current', body: { lines: ['2 l milk'] } });
for (const { aisle, items } of list.aisles) {
  console.log(`${aisle}: ${items.map(({ name }) => name).join(', ')}`);
}
