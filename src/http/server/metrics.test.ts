/** The metrics are valid Prometheus text, and their sums are right. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { Metrics } from './metrics.ts';

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{((?:[a-z]+="[^"\\\\\\n]*",?)+)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`,
);
const HISTOGRAM = 'weekfare_http_request_duration_seconds';

type Sample = { name: string; labels: string; value: number };

/** Every line must be a comment or a sample, and every sample must have its TYPE before it. */
function parse(text: string): Sample[] {
  ok(text.endsWith('\n'));
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = COMMENT.exec(line);
    if (comment?.[1] === 'TYPE') {
      ok(!types.has(String(comment[2])), `announced twice: ${line}`);
      types.set(String(comment[2]), String(comment[3]));
    }
    if (comment) continue;
    match(line, SAMPLE);
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    const family = name.replace(/_(bucket|sum|count)$/, '');
    ok(types.get(name) ?? types.get(family) === 'histogram', `not announced: ${line}`);
    samples.push({ name, labels, value: Number(value) });
  }
  const series = samples.map(({ name, labels }) => `${name}{${labels}}`);
  strictEqual(new Set(series).size, series.length, 'a series twice');
  return samples;
}

test('buckets are cumulative, end with +Inf, and agree with count and sum', () => {
  const metrics = new Metrics();
  const durationsMs = [0, 0.1, 0.100_1, 3, 3, 9_999, 10_000, 10_001, 60_000];
  for (const ms of durationsMs) metrics.observe('/a', 200, ms);
  metrics.observe('/a', 503, 1);
  const samples = parse(metrics.text()).filter(({ labels }) => labels.startsWith('route="/a",status="200"'));
  const buckets = samples.filter(({ name }) => name === `${HISTOGRAM}_bucket`);
  const bounds = buckets.map(({ labels }) =>
    Number(/le="(.+)"/.exec(labels)?.[1]?.replace('+Inf', 'Infinity')),
  );
  deepStrictEqual(
    bounds,
    bounds.toSorted((a, b) => a - b),
  );
  strictEqual(bounds.at(-1), Infinity);
  for (const [at, bound] of bounds.entries()) {
    strictEqual(buckets[at]?.value, durationsMs.filter((ms) => ms / 1_000 <= bound).length, `le ${bound}`);
  }
  const one = (name: string) => samples.find((sample) => sample.name === name)?.value ?? Number.NaN;
  strictEqual(one(`${HISTOGRAM}_count`), durationsMs.length);
  ok(Math.abs(one(`${HISTOGRAM}_sum`) - durationsMs.reduce((sum, ms) => sum + ms, 0) / 1_000) < 1e-9);
});

test('a running service counts every request by route and status, never by a name that a client sends', async (t) => {
  const { url } = await startService(t);
  const get = async (path: string, times: number) => {
    for (let time = 0; time < times; time += 1) await (await fetch(url + path)).arrayBuffer();
  };
  await get('/api/meal-plans/v1/current', 3);
  await get('/healthz', 2);
  await get('/app/api/me', 1);
  for (const path of ['/a"b', '/c', '/app/api/plans/1', '/app/api/plans/2']) await get(path, 1);
  const samples = parse(await (await fetch(`${url}/metrics`)).text());
  const counts = samples.filter(({ name }) => name === `${HISTOGRAM}_count`);
  deepStrictEqual(Object.fromEntries(counts.map(({ labels, value }) => [labels, value])), {
    'route="/api/meal-plans/v1/current",status="401"': 3,
    'route="/healthz",status="200"': 2,
    'route="/app/api/me",status="401"': 1,
    'route="unknown",status="404"': 2,
    'route="/app/api/plans/:week",status="401"': 2,
  });
  for (const { name, value } of samples) ok(Number.isFinite(value) && value >= 0, name);
  for (const part of [
    'cache_bytes',
    'cache_hits_total',
    'database_current',
    'event_loop_delay_p99_seconds',
  ]) {
    ok(
      samples.some(({ name }) => name === `weekfare_${part}`),
      part,
    );
  }
});
