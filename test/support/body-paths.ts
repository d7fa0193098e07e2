/** The places in the body of a request, as paths of names, for tests that put something else there. */

/** The paths of all texts in a body. */
export function textsIn(body: unknown): string[][] {
  return pathsIn(body, (value) => typeof value === 'string');
}

/** The paths of all objects in a body. */
export function objectsIn(body: unknown): string[][] {
  return pathsIn(body, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

function pathsIn(value: unknown, isWanted: (value: unknown) => boolean): string[][] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const deeper = within.flatMap(([name, child]) => pathsIn(child, isWanted).map((path) => [name, ...path]));
  return isWanted(value) ? [[], ...deeper] : deeper;
}

export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) => (parent as Record<string, unknown> | undefined)?.[name],
    body,
  );
}

/** A copy of the body with another value at the path. */
export function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const inner = withValue((body as Record<string, unknown> | undefined)?.[name], rest, value);
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...(body as object), [name]: inner };
}
