/** Small values that this device stores. Where storage is forbidden or full, they last as long as the page. */
const memory = new Map<string, string>();

export function getItem(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/** `null` deletes the value. */
export function setItem(name: string, value: string | null): void {
  if (value === null) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It is in memory.
  }
}
