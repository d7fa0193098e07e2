/** What is ticked while dishes are cooked, and the step that is shown, as plain values. */

/** `ticks` has keys of lines and steps, which contain their words: after an edit, a tick is never at another line. */
export type Cooking = { readonly step: number; readonly ticks: readonly string[] };

/** Of a component that shows ticks. */
export type TickProps = { cooking: Cooking; onChange: (cooking: Cooking) => void };

/** By recipe; `atMs` is the time of the last change. */
export type Cookings = { readonly [recipeId: string]: Cooking & { readonly atMs: number } };

/** After this time, cooking starts from the first step: less than a day, for a dish that is cooked every morning. */
const FORGOTTEN_MS = 16 * 3_600_000;

export function tickKey(kind: 'ingredient' | 'step' | 'variant', at: number, text: string): string {
  return `${kind} ${at} ${text.slice(0, 60)}`;
}

export function toggled({ step, ticks }: Cooking, key: string): Cooking {
  return { step, ticks: ticks.includes(key) ? ticks.filter((tick) => tick !== key) : [...ticks, key] };
}

export function forgetOld(dishes: Cookings, nowMs: number): Cookings {
  return Object.fromEntries(Object.entries(dishes).filter(([, { atMs }]) => nowMs - atMs < FORGOTTEN_MS));
}

export function afterTick(dishes: Cookings, recipeId: string, cooking: Cooking, nowMs: number): Cookings {
  return { ...forgetOld(dishes, nowMs), [recipeId]: { ...cooking, atMs: nowMs } };
}
