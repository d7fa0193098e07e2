import { createClient } from '@weekfare/client';

const { WEEKFARE_URL = '', WEEKFARE_KEY = '' } = process.env;
const weekfare = createClient({ url: WEEKFARE_URL, apiKey: WEEKFARE_KEY });

const { data: plan } = await weekfare.getCurrentMealPlan();
for (const [day, meals] of Object.entries(plan?.meals ?? {})) {
  console.log(`${day}: ${meals.dinner?.description ?? 'no dinner planned'}`);
}
