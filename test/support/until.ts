/**
 * Polls until the condition holds, and fails after the timeout. Pass a timeout only if the product promises it; the
 * default is long enough for a busy machine, and shorter than the 30 s after which a page polls anyway.
 */
export async function until(what: string, isMet: () => Promise<boolean> | boolean, timeoutMs = 20_000) {
  const endsAt = performance.now() + timeoutMs;
  while (!(await isMet())) {
    if (performance.now() > endsAt) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
