import { createClient } from '@weekfare/client';

const { WEEKFARE_URL = '', WEEKFARE_KEY = '' } = process.env;
const weekfare = createClient({ url: WEEKFARE_URL, apiKey: WEEKFARE_KEY });

for await (const event of weekfare.events()) {
  if (event.type === 'plan.changed') {
    const { data: plan } = await weekfare.getMealPlan({ weekOf: event.data.weekOf });
    console.log('The plan has changed:', plan?.meals);
  } else if (event.type === 'dinner.today') {
    console.log(`Tonight: ${event.data.meal.description}`);
  } else if (event.type === 'reset') {
    console.log('Events were lost: read everything again.');
  }
}
