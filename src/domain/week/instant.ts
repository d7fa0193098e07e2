/**
 * Instants as text. The databases store instants as `2026-11-15T03:00:00.000Z`: one length, one zone,
 * so that text order is time order in both of them.
 */

export function instantText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Parses untrusted text, with any offset. Only years of four digits, so that texts sort by time. */
export function parseInstant(text: string): number | undefined {
  try {
    const ms = Temporal.Instant.from(text).epochMilliseconds;
    return ms >= Date.parse('0000-01-01T00:00:00Z') && ms <= Date.parse('9999-12-31T23:59:59.999Z')
      ? ms
      : undefined;
  } catch {
    return undefined;
  }
}
