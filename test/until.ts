/**
 * Waits until this is so, and fails when it is not in time. Only where the time is a promise it is said;
 * otherwise it is one that a crowded machine keeps, and less than the 30 s after which a page asks by itself.
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, mostMs = 20_000) {
  const endsAt = performance.now() + mostMs;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`Not within ${mostMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
