/**
 * The proposals of this tab, one per week, in memory only, so that they survive a visit to another page.
 * Requests proposals and variations, and decides which meals stay.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Alternative, MealReason, Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type {
  AlternativesRequest,
  AlternativesResponse,
  AvoidedDish,
  ProposalRequest,
  ProposalResponse,
} from '#http/app/contract.ts';
import { request, ApiError } from '#web/api.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { countMeals, isCooked, isSamePlace, locksOf, mealIn } from './meals.ts';
import { createStore, useStore } from '#web/store.ts';

/** What a proposal is based on: the version of the preferences, and the family's own meals. */
type Basis = { preferencesVersion: number; own: string };

export type ProposalState = {
  response?: ProposalResponse;
  /** The basis of the last request for a whole week. */
  basis?: Basis | undefined;
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

/** Requests a proposal for the whole week. Locked dishes stay. */
export function propose(week: string, basis = stateOf(week).basis): Promise<boolean> {
  const { response, lockedPlaces } = stateOf(week);
  set(week, { basis });
  const locked = response ? locksOf(response.proposal).filter((lock) => isAmong(lockedPlaces, lock)) : [];
  return requestProposal(week, { ...(response && { seed: response.proposal.seed }), locked });
}

/** Dishes that were shown and not locked, by week, so that other ideas are new. */
const rejected = new Map<string, AvoidedDish[]>();

/** Requests other dishes for all slots that are not locked. */
export async function proposeOthers(week: string): Promise<boolean> {
  const { response, lockedPlaces } = stateOf(week);
  if (!response) return propose(week);
  const locks = locksOf(response.proposal);
  const locked = locks.filter((lock) => isAmong(lockedPlaces, lock));
  const open = locks.filter((lock) => !isAmong(lockedPlaces, lock)).map(dishOf);
  const body = { seed: response.proposal.seed + 1, locked };
  const isDone = await requestProposal(week, { ...body, avoided: reject(week, open) });
  const now = stateOf(week).response;
  if (!isDone || !now || gapsIn(now) <= gapsIn(response)) return isDone;
  // All dishes were shown: start over.
  rejected.delete(week);
  return requestProposal(week, { ...body, avoided: open });
}

/** Requests another dish for one slot. Returns undefined if no other dish fits. */
export async function proposeElse(week: string, place: Place): Promise<ProposedMeal | undefined> {
  const { response } = stateOf(week);
  const meal = mealIn(response?.proposal, place);
  if (!response || !meal || !('recipeId' in meal)) return undefined;
  const locked = locksOf(response.proposal)
    .filter((lock) => !isSamePlace(lock, place))
    // Without the leftovers, the dinner before needs no double portion.
    .map((lock) =>
      meal.kind === 'leftovers' && isSamePlace(lock, meal.of) ? { ...lock, isDouble: false } : lock,
    );
  const avoided = reject(week, [dishOf(meal)]);
  const isDone = await requestProposal(week, { seed: response.proposal.seed, locked, avoided });
  const found = isDone ? mealIn(stateOf(week).response?.proposal, place) : undefined;
  if (found && found.kind !== 'gap') return found;
  rejected.delete(week);
  if (isDone) set(week, { response });
  return undefined;
}

/** Adds dishes to the rejected ones and returns all rejected dishes of their slots. */
function reject(week: string, dishes: AvoidedDish[]): AvoidedDish[] {
  const all = [...(rejected.get(week) ?? []), ...dishes].slice(-MAX_AVOIDED);
  rejected.set(week, all);
  return all.filter((one) => isAmong(dishes, one));
}

function gapsIn({ proposal }: ProposalResponse): number {
  return countMeals(proposal).gaps;
}

/** Puts this dish into one slot; all others stay. */
export function choose(week: string, place: Place, { recipeId, reasons }: Alternative): Promise<boolean> {
  const { response } = stateOf(week);
  if (!response) return propose(week);
  const locked = locksOf(response.proposal).map((lock) =>
    isSamePlace(lock, place) ? { ...lock, recipeId } : lock,
  );
  return requestProposal(week, { seed: response.proposal.seed, locked }, { ...place, recipeId, reasons });
}

export async function findAlternatives(
  week: string,
  proposal: Proposal,
  place: Place,
): Promise<Alternative[]> {
  const { day, slot } = place;
  const body: AlternativesRequest = { place: { day, slot }, meals: locksOf(proposal), seed: proposal.seed };
  const path = pathOf(week, 'alternatives');
  return (await request<AlternativesResponse>('POST', path, body)).alternatives;
}

export function setLocked(week: string, place: Place, isLocked: boolean): void {
  const others = stateOf(week).lockedPlaces.filter((one) => !isSamePlace(one, place));
  set(week, { lockedPlaces: isLocked ? [...others, place] : others });
}

export function forget(week: string): void {
  states.set(new Map([...states.get()].filter(([name]) => name !== week)));
  rejected.delete(week);
}

type Explained = Place & { recipeId: string; reasons: MealReason[] };

/** Returns false after a failure; then the earlier proposal stays. */
async function requestProposal(week: string, body: ProposalRequest, chosen?: Explained): Promise<boolean> {
  const { response: before, isBusy } = stateOf(week);
  if (isBusy) return false;
  set(week, { isBusy: true, failure: undefined });
  try {
    const response = await requestWithRetries(pathOf(week, 'proposal'), body);
    const known = [...(chosen ? [chosen] : []), ...(before?.proposal.meals ?? []).filter(isCooked)];
    set(week, {
      response: { ...response, proposal: withKnownReasons(response.proposal, known) },
      isBusy: false,
    });
    return true;
  } catch (failure) {
    set(week, { failure: failure as Error, isBusy: false });
    return false;
  }
}

/** The server names the dishes in the language of the request. */
function pathOf(week: string, what: 'proposal' | 'alternatives'): string {
  return `/app/api/weeks/${week}/${what}?language=${currentLanguage()}`;
}

const MAX_TRIES = 3;

/** Retries while the planner's queue is full. */
async function requestWithRetries(path: string, body: ProposalRequest, tries = 1): Promise<ProposalResponse> {
  try {
    return await request<ProposalResponse>('POST', path, body);
  } catch (error) {
    const isFull = error instanceof ApiError && error.code === 'planner-busy';
    if (!isFull || tries === MAX_TRIES) throw error;
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1_000));
    return requestWithRetries(path, body, tries + 1);
  }
}

/** A locked dish has only the reason "locked": restore the reasons from before. */
function withKnownReasons(proposal: Proposal, known: readonly Explained[]): Proposal {
  const explained = (meal: ProposedMeal): ProposedMeal => {
    if (meal.kind !== 'cooked') return meal;
    const same = known.find((one) => isSamePlace(one, meal) && one.recipeId === meal.recipeId);
    return same ? { ...meal, reasons: same.reasons } : meal;
  };
  return { ...proposal, meals: proposal.meals.map(explained) };
}

function dishOf({ day, slot, recipeId }: AvoidedDish): AvoidedDish {
  return { day, slot, recipeId };
}

function isAmong(places: readonly Place[], place: Place): boolean {
  return places.some((one) => isSamePlace(one, place));
}

function stateOf(week: string): ProposalState {
  return states.get().get(week) ?? NONE;
}

function set(week: string, part: Partial<ProposalState>): void {
  states.set(new Map(states.get()).set(week, { ...stateOf(week), ...part }));
}
