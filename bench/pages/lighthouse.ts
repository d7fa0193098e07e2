/**
 * Runs Lighthouse in its mobile mode: a slow phone on a slow network, simulated. Lighthouse has 180 MB of packages
 * that nothing else needs, so it is no dependency: the first run installs it in a folder of its own.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withBrowser } from './chromium.ts';

const VERSION = '13.5.0';
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache', `weekfare-lighthouse-${VERSION}`);
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

type Category = (typeof CATEGORIES)[number];
type Audit = { score: number | null; title: string; numericValue?: number };
type Result = {
  runtimeError?: { message: string };
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};
type Lighthouse = (
  url: string,
  flags: {
    port: number;
    onlyCategories: readonly Category[];
    throttling: { cpuSlowdownMultiplier: number };
    extraHeaders?: Record<string, string>;
  },
) => Promise<{ lhr: Result } | undefined>;

export type Run = {
  /** 0 to 100. */
  scores: Record<Category, number>;
  lcpMs: number;
  fcpMs: number;
  blockedMs: number;
  shift: number;
  bytes: number;
  /** Audits that cost points outside of performance. */
  failed: string[];
};

export async function loadLighthouse(): Promise<Lighthouse> {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`];
    execFileSync('npm', install, { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' });
  }
  const file = join(FOLDER, 'node_modules/lighthouse/core/index.js');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}

type Conditions = { cookie: string | undefined; slowdown: number };

/** Measures one load with an empty cache. Without a cookie, nobody is signed in. */
export async function measure(
  lighthouse: Lighthouse,
  url: string,
  { cookie, slowdown }: Conditions,
): Promise<Run> {
  const result = await withBrowser((port) =>
    lighthouse(url, {
      port,
      onlyCategories: CATEGORIES,
      throttling: { cpuSlowdownMultiplier: slowdown },
      ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
    }),
  );
  if (!result) throw new Error('Lighthouse has no result.');
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const scores = CATEGORIES.map((category) => [category, Math.round(lhr.categories[category].score * 100)]);
  return {
    scores: Object.fromEntries(scores) as Run['scores'],
    lcpMs: numberOf('largest-contentful-paint'),
    fcpMs: numberOf('first-contentful-paint'),
    blockedMs: numberOf('total-blocking-time'),
    shift: numberOf('cumulative-layout-shift'),
    bytes: numberOf('total-byte-weight'),
    failed: failedAudits(lhr),
  };
}

function failedAudits({ categories, audits }: Result): string[] {
  const refs = [...categories.accessibility.auditRefs, ...categories['best-practices'].auditRefs];
  const failed = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return failed.map(({ id }) => audits[id]?.title ?? id);
}
