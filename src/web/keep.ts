/** Small things this device keeps. Storage may be forbidden or full; then they last as long as the page. */
const here = new Map<string, string>();

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? here.get(name) ?? null;
  } catch {
    return here.get(name) ?? null;
  }
}

export function keep(name: string, value: string | null): void {
  if (value === null) here.delete(name);
  else here.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Kept above.
  }
}
