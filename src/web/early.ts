/**
 * The first questions of a week's page, asked while the app is on its way: who is here, and what they have
 * planned. Whoever asks the same soon after gets the answer, once.
 */
import { dateAt, weekOf } from './calendar.ts';
import { keptMe, type Me } from './me.ts';

/** After that an answer will not come any more, or is too old. */
const FRESH_MS = 15_000;

type Headers = Record<string, string>;

const asked = new Map<string, { answer: Promise<Response>; atMs: number }>();

/** Without a week it is this week, as the family's calendar has it. Comes back when all is asked that can be. */
export async function askEarly(wanted: string | undefined): Promise<void> {
  const heard = ask('/app/api/me');
  const me = keptMe() ?? ((await heard) as Me | undefined);
  if (!me) return;
  const week = wanted ?? weekOf(dateAt(Date.now(), me.family.timeZone));
  void ask(`/app/api/plans/${week}`, { 'Weekfare-Member': me.member.id });
}

/** The answer to the same question, if it was asked early. */
export function takeEarly(path: string, headers?: Headers): Promise<Response> | undefined {
  const question = inWords(path, headers);
  const early = asked.get(question);
  asked.delete(question);
  return early && performance.now() - early.atMs < FRESH_MS ? early.answer : undefined;
}

async function ask(path: string, headers: Headers = {}): Promise<unknown> {
  const answer = fetch(path, { headers, signal: AbortSignal.timeout(FRESH_MS) });
  asked.set(inWords(path, headers), { answer, atMs: performance.now() });
  try {
    const response = await answer;
    return response.ok ? await response.clone().json() : undefined;
  } catch {
    // Whoever takes it will see what went wrong.
    return undefined;
  }
}

function inWords(path: string, headers: Headers = {}): string {
  return JSON.stringify([path, headers]);
}
