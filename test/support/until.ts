/**
 * Polls until the condition holds, and fails after `mostMs`. Pass a time only if it is promised; the default is long
 * enough for a busy machine, and shorter than the 30 s after which a page polls anyway.
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, mostMs = 20_000) {
  const endsAt = performance.now() + mostMs;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`Not within ${mostMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
