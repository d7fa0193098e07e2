/** JSON as it is shown, in parts: every second one is the name of a field. */
export function jsonParts(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 4);
  const parts = text.split(/^( *"(?:[^"\\\n]|\\.)*"):/m);
  return parts.map((part, at) => (at > 0 && at % 2 === 0 ? `:${part}` : part));
}
