/**
 * Uses each part of the built client once. Plain JavaScript without anything of Node, so that every runtime and a page
 * can run it; `npm run sdk:try` and test/web/client.test.ts do, and compare what it returns.
 */
export async function tryClient({ createClient, ProblemError, verifyWebhook, WebhookError }, task) {
  const statuses = [];
  const weekfare = createClient({
    url: task.url,
    apiKey: task.apiKey,
    fetch: async (...request) => {
      const response = await fetch(...request);
      statuses.push(response.status);
      return response;
    },
  });
  const { data: plan, etag } = await weekfare.getCurrentMealPlan();
  const { data: again } = await weekfare.getCurrentMealPlan();
  const place = { weekOf: plan.weekOf, day: 'Friday', slot: 'dinner', ifMatch: etag };
  const { data: changed } = await weekfare.putMeal({ ...place, body: { description: 'Pizza night' } });
  const conflict = await weekfare.deleteMeal(place).catch((error) => error);
  const { data: list } = await weekfare.addItems({ weekOf: 'current', body: { lines: ['a/b c? 100 %'] } });
  const item = list.aisles.at(-1).items.at(-1);
  const { data: rest } = await weekfare.removeItem({ weekOf: list.weekOf, itemId: item.id });
  await weekfare.deleteMeal({ ...place, ifMatch: '*' });

  const busy = createClient({ url: task.busyUrl, apiKey: 'wf_test' });
  const events = [];
  for await (const event of busy.events()) if (events.push(event) === 2) break;
  const stopped = await busy.getPantry({ signal: AbortSignal.timeout(50) }).catch((error) => error.name);

  const { secret, ...request } = task.webhook;
  const forged = { ...request, body: request.body.replace('1', '2') };
  return {
    dinner: [plan, again].map(({ meals }) => meals.Monday.dinner.description),
    changed: changed.meals.Friday.dinner.description,
    conflict: conflict instanceof ProblemError && conflict.code,
    item: [item.name, rest.aisles.length],
    statuses: statuses.join(' '),
    events: events.map(({ id, data }) => `${id} ${data.meal.description}`),
    stopped,
    webhook: (await verifyWebhook(request, secret)).type,
    forged: await verifyWebhook(forged, secret).catch((error) => error instanceof WebhookError),
  };
}
