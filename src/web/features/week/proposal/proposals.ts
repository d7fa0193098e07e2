/**
 * The proposals of this tab, one per week, in memory only, so that they survive a visit to another page.
 * Requests proposals and variations, and decides which meals stay.
 */
import type { Meal, Place } from '#domain/plan/plan.ts';
import type { Alternative, Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { RequestOf, ResponseOf } from '#http/app-api.ts';
import type { Lock } from '#http/endpoints/plan/planner.ts';
import { api, ApiError } from '#web/base/api.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import type { Language } from '#languages/language.ts';
import { countMeals, isCooked, isSameSlot, locksOf, locksWithout, mealIn, placedMeals } from './meals.ts';
import { createStore, useStore } from '#web/base/store.ts';

type ProposalRequest = NonNullable<RequestOf<'POST /app/api/weeks/:week/proposal'>['body']>;
type ProposalResponse = ResponseOf<'POST /app/api/weeks/:week/proposal'>;

/** What a proposal is based on: the version of the preferences, and the family's own meals. */
type Basis = { preferencesVersion: number; own: string };

export type ProposalState = {
  response?: ProposalResponse;
  /** The basis of the last request for a whole week. */
  basis?: Basis | undefined;
  /** In which the response names the dishes. */
  language?: Language;
  /** Slots whose dish must stay. */
  lockedPlaces: readonly Place[];
  isBusy: boolean;
  failure?: Error | undefined;
};

/** The server's limit. */
const MAX_AVOIDED = 500;

const NONE: ProposalState = { lockedPlaces: [], isBusy: false };

const states = createStore<ReadonlyMap<string, ProposalState>>(new Map());

export function useProposal(week: string): ProposalState {
  return useStore(states, (all) => all.get(week) ?? NONE);
}

/** The current proposal, which components may not have rendered yet. */
export function proposalOf(week: string): Proposal | undefined {
  return stateOf(week).response?.proposal;
}

/** The dishes of a week that the family has seen, and those that it asked to replace. */
type SeenDishes = { shown: Set<string>; refused: Set<string> };

const seenDishes = new Map<string, SeenDishes>();

function seenIn(week: string): SeenDishes {
  const seen = seenDishes.get(week) ?? { shown: new Set(), refused: new Set() };
  seenDishes.set(week, seen);
  return seen;
}

/** Requests a proposal for the whole week. Locked dishes stay, and refused ones do not come back. */
export function propose(week: string, basis = stateOf(week).basis): Promise<boolean> {
  const { response, lockedPlaces } = stateOf(week);
  set(week, { basis });
  const locked = response ? locksOf(response.proposal).filter((lock) => isAmong(lockedPlaces, lock)) : [];
  return requestProposal(week, {
    ...(response && { seed: response.proposal.seed }),
    ...withAvoided(locked, seenIn(week).refused),
  });
}

/** Requests dishes that were not shown yet, for all slots that are not locked. */
export async function proposeOthers(week: string): Promise<boolean> {
  const { response, lockedPlaces } = stateOf(week);
  if (!response) return propose(week);
  const seen = seenIn(week);
  const locks = locksOf(response.proposal);
  const locked = locks.filter((lock) => isAmong(lockedPlaces, lock));
  const seed = response.proposal.seed + 1;
  const avoided = new Set([...seen.shown, ...seen.refused]);
  const isDone = await requestProposal(week, { seed, ...withAvoided(locked, avoided) });
  const now = stateOf(week).response;
  if (!isDone || !now || gapsIn(now) <= gapsIn(response)) return isDone;
  // Too few dishes are left: start over, without those of the last week.
  const last = locks.map(({ recipeId }) => recipeId);
  seen.shown = new Set(last);
  return requestProposal(week, { seed, ...withAvoided(locked, new Set([...last, ...seen.refused])) });
}

/** Requests another dish for one slot. Returns undefined if no other dish fits. */
export async function proposeElse(week: string, place: Place): Promise<ProposedMeal | undefined> {
  const { response } = stateOf(week);
  const meal = mealIn(response?.proposal, place);
  if (!response || !meal || !('recipeId' in meal)) return undefined;
  const { recipeId } = meal;
  const { refused } = seenIn(week);
  // Replacing leftovers does not refuse their dish, which stays in the slot where it is cooked.
  if (meal.kind === 'cooked') refused.add(recipeId);
  const locked = locksWithout(response.proposal, place);
  const { seed } = response.proposal;
  const isDone = await requestProposal(week, { seed, ...withAvoided(locked, refused) });
  const found = isDone ? mealIn(stateOf(week).response?.proposal, place) : undefined;
  const isOther = found && found.kind !== 'gap' && !('recipeId' in found && found.recipeId === recipeId);
  if (isOther) {
    if (meal.kind === 'cooked') sendRefusal(recipeId);
    return found;
  }
  refused.delete(recipeId);
  if (isDone) set(week, { response });
  return undefined;
}

/** Makes later weeks avoid a rejected dish. A failure is ignored, because the proposal of this week avoids it anyway. */
function sendRefusal(recipeId: string): void {
  api('PUT /app/api/rejected-dishes', { body: { recipeId } }).catch(() => undefined);
}

/** A locked dish is not avoided: the family took it later. */
function withAvoided(
  locked: Lock[],
  avoided: ReadonlySet<string>,
): Pick<ProposalRequest, 'locked' | 'avoided'> {
  const lockedIds = new Set(locked.map(({ recipeId }) => recipeId));
  return { locked, avoided: [...avoided].filter((id) => !lockedIds.has(id)).slice(-MAX_AVOIDED) };
}

function gapsIn({ proposal }: ProposalResponse): number {
  return countMeals(proposal).gaps;
}

/** Puts this dish into one slot; all others stay. */
export function choose(week: string, place: Place, { recipeId }: Alternative): Promise<boolean> {
  const { response } = stateOf(week);
  if (!response) return propose(week);
  const { refused } = seenIn(week);
  refused.delete(recipeId);
  const locked = locksOf(response.proposal).map((lock) =>
    isSameSlot(lock, place) ? { ...lock, recipeId } : lock,
  );
  return requestProposal(week, { seed: response.proposal.seed, ...withAvoided(locked, refused) });
}

/** Puts a meal that the family has chosen itself into one slot, or takes it out again; all others stay. */
export function placeMeal(week: string, { day, slot }: Place, meal: Meal | undefined): Promise<boolean> {
  const { response } = stateOf(week);
  if (!response) return propose(week);
  const { proposal } = response;
  const others = placedMeals(proposal).filter((placed) => !isSameSlot(placed, { day, slot }));
  return requestProposal(week, {
    seed: proposal.seed,
    ...withAvoided(locksWithout(proposal, { day, slot }), seenIn(week).refused),
    placed: meal ? [...others, { day, slot, meal }] : others,
  });
}

/** Requests the same dishes again, with their titles in the language that the pages show now. */
export function translateDishes(week: string): Promise<boolean> {
  const { response } = stateOf(week);
  if (!response) return propose(week);
  const { seed } = response.proposal;
  return requestProposal(week, { seed, ...withAvoided(locksOf(response.proposal), seenIn(week).refused) });
}

export async function findAlternatives(
  week: string,
  proposal: Proposal,
  place: Place,
): Promise<Alternative[]> {
  const { day, slot } = place;
  const body: RequestOf<'POST /app/api/weeks/:week/alternatives'>['body'] = {
    place: { day, slot },
    meals: locksOf(proposal),
    placed: placedMeals(proposal),
    seed: proposal.seed,
  };
  const address = { params: { week }, query: { language: currentLanguage() } };
  return (await api('POST /app/api/weeks/:week/alternatives', { ...address, body })).alternatives;
}

export function setLocked(week: string, place: Place, isLocked: boolean): void {
  const others = stateOf(week).lockedPlaces.filter((locked) => !isSameSlot(locked, place));
  set(week, { lockedPlaces: isLocked ? [...others, place] : others });
}

export function forget(week: string): void {
  states.set(new Map([...states.get()].filter(([name]) => name !== week)));
  seenDishes.delete(week);
}

/** Meals that the family placed stay. Returns false after a failure; then the earlier proposal stays. */
async function requestProposal(week: string, changes: ProposalRequest): Promise<boolean> {
  if (stateOf(week).isBusy) return false;
  const body = { placed: placedMeals(proposalOf(week)), ...changes };
  set(week, { isBusy: true, failure: undefined });
  const language = currentLanguage();
  try {
    const response = await requestWithRetries({ params: { week }, query: { language }, body });
    for (const { recipeId } of response.proposal.meals.filter(isCooked)) seenIn(week).shown.add(recipeId);
    const proposal = withOwnReasons(response.proposal, stateOf(week).lockedPlaces);
    set(week, { response: { ...response, proposal }, language, isBusy: false });
    return true;
  } catch (failure) {
    set(week, { failure: failure as Error, isBusy: false });
    return false;
  }
}

const PROPOSE = 'POST /app/api/weeks/:week/proposal';
const MAX_TRIES = 3;

/** Retries while the planner's queue is full. */
async function requestWithRetries(sent: RequestOf<typeof PROPOSE>, tries = 1): Promise<ProposalResponse> {
  try {
    return await api(PROPOSE, sent);
  } catch (error) {
    const isFull = error instanceof ApiError && error.code === 'planner-busy';
    if (!isFull || tries === MAX_TRIES) throw error;
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1_000));
    return requestWithRetries(sent, tries + 1);
  }
}

/**
 * Requests lock every dish that must stay, so the server gives "locked" as a reason for each. Removes this reason from the
 * dishes that the family has not locked, and puts it last for the others.
 */
function withOwnReasons(proposal: Proposal, lockedPlaces: readonly Place[]): Proposal {
  const explained = (meal: ProposedMeal): ProposedMeal => {
    if (meal.kind !== 'cooked') return meal;
    const [locks, reasons] = [
      meal.reasons.filter(({ kind }) => kind === 'locked'),
      meal.reasons.filter(({ kind }) => kind !== 'locked'),
    ];
    return { ...meal, reasons: isAmong(lockedPlaces, meal) ? [...reasons, ...locks] : reasons };
  };
  return { ...proposal, meals: proposal.meals.map(explained) };
}

function isAmong(places: readonly Place[], place: Place): boolean {
  return places.some((locked) => isSameSlot(locked, place));
}

function stateOf(week: string): ProposalState {
  return states.get().get(week) ?? NONE;
}

function set(week: string, part: Partial<ProposalState>): void {
  states.set(new Map(states.get()).set(week, { ...stateOf(week), ...part }));
}
