/**
 * Searches for the best week: greedy construction, then several rounds of simulated annealing, each followed
 * by hill climbing. The number of moves depends on the instance and not on the clock, so that a seed gives
 * the same week on every machine. Only a deadline stops it early, with the best week so far.
 */
import { seededRandom } from '#domain/random.ts';
import {
  type Assignment,
  type CompiledInstance,
  type CompiledSlot,
  EMPTY,
} from '#planner/model/compiled-instance.ts';
import { anneal, type Search } from './annealing.ts';
import { climb, fillGreedily } from './hill-climbing.ts';
import { perturb } from './iterated-local-search.ts';
import { canAssign } from './moves.ts';
import { exchangePairs } from './pair-exchange.ts';
import {
  assign,
  commit,
  initialState,
  restore,
  rollback,
  type SearchState,
  violatesHardRule,
} from './state.ts';

type SearchOptions = {
  readonly seed: number;
  /** `complete`: stop as soon as no slot is empty. If a full search with this goal fills all slots, one with the goal `best` does too. */
  readonly goal: 'best' | 'complete';
  readonly effort?: 'full' | 'short';
  readonly shouldStop: () => boolean;
  /** The start assignment; contents that are not allowed any more are left out. */
  readonly start?: Assignment;
};

const ROUNDS = 4;
/** In tenths of a point: a loss equal to the temperature is accepted with probability 1/e. */
const INITIAL_TEMPERATURE = 800;
/** Later rounds search around the best week so far. */
const REHEATED_TEMPERATURE = 300;
/** Limits of the moves in all rounds together: with few candidates, more moves find nothing better. */
const MOVES_PER_CANDIDATE = 300;
const MOVES_PER_SLOT = 1_250;
const BASE_MOVES = 10_000;
const MOVES_PER_PAIR_OF_RULES = 400;
/** With a budget, perturbations find more than moves do. */
const MOVES_WITH_BUDGET = 0.5;
const PERTURBATIONS_PER_PAIR_OF_RULES = 10;
const PERTURBATIONS_WITH_BUDGET = 60;
/** Limits the perturbations: after each, the climb compares all candidates of all slots, more often if there are more slots. */
const PERTURBED_CANDIDATES = 4_000_000;
const MAX_RULES = 10;
const SHORT_EFFORT = { rounds: 1, moves: 2_000 };

export function searchWeek(
  instance: CompiledInstance,
  { seed, goal, effort = 'full', shouldStop, start = [] }: SearchOptions,
): Int32Array {
  const state = initialState(instance);
  const openSlots = [...instance.slots.keys()].filter((slot) => isOpen(instance.slots[slot] as CompiledSlot));
  for (const slot of openSlots) assignIfAllowed(state, slot, start[slot] ?? EMPTY);
  fillGreedily(state, openSlots);

  const search: Search = {
    state,
    openSlots,
    random: seededRandom(seed),
    shouldStop: () => shouldStop() || (goal === 'complete' && !state.contents.includes(EMPTY)),
  };
  const { rounds, moves } = effort === 'full' ? effortFor(instance) : SHORT_EFFORT;
  const best = { contents: state.contents.slice(), value: state.value };
  // Weeks near the limit of a budget have little in common: every round anneals the last week from the initial temperature.
  const reheats = instance.budgetCents === Infinity;
  for (let round = 0; round < rounds && openSlots.length > 0 && !search.shouldStop(); round += 1) {
    if (reheats) restore(state, best.contents);
    anneal(search, moves, reheats && round > 0 ? REHEATED_TEMPERATURE : INITIAL_TEMPERATURE);
    climb(search);
    if (state.value < best.value) continue;
    best.contents.set(state.contents);
    best.value = state.value;
  }
  restore(state, best.contents);
  if (goal === 'best') {
    exchangePairs(search);
    climb(search);
    perturb(search, perturbationsFor(instance));
  }
  // A search that was stopped early may have left slots empty that can be filled.
  fillGreedily(state, openSlots);
  return state.contents;
}

function isOpen({ locked, candidates, leftoverDishes }: CompiledSlot): boolean {
  return locked === undefined && candidates.length + leftoverDishes.length > 0;
}

function effortFor({ slots, rules, budgetCents }: CompiledInstance): { rounds: number; moves: number } {
  const candidateCount = slots.reduce(
    (sum, { candidates, leftoverDishes }) => sum + candidates.length + leftoverDishes.length,
    0,
  );
  const wanted =
    BASE_MOVES + MOVES_PER_SLOT * slots.length + MOVES_PER_PAIR_OF_RULES * pairsOfRules(rules.length);
  const moves = Math.min(MOVES_PER_CANDIDATE * candidateCount, wanted);
  const share = budgetCents === Infinity ? 1 : MOVES_WITH_BUDGET;
  return { rounds: ROUNDS, moves: (share * moves) / ROUNDS };
}

function perturbationsFor({ slots, rules, budgetCents }: CompiledInstance): number {
  const forBudget = budgetCents === Infinity ? 0 : PERTURBATIONS_WITH_BUDGET;
  const wanted = PERTURBATIONS_PER_PAIR_OF_RULES * pairsOfRules(rules.length) + forBudget;
  const candidateCount = slots.reduce((sum, { candidates }) => sum + candidates.length, 0);
  return Math.min(wanted, Math.floor(PERTURBED_CANDIDATES / Math.max(1, candidateCount * slots.length)));
}

/** Every two rules can get in each other's way, which makes local optima deeper. */
function pairsOfRules(ruleCount: number): number {
  const count = Math.min(ruleCount, MAX_RULES);
  return (count * (count - 1)) / 2;
}

function assignIfAllowed(state: SearchState, slot: number, content: number): void {
  if (content === EMPTY || !canAssign(state, slot, content)) return;
  assign(state, slot, content);
  if (violatesHardRule(state)) rollback(state);
  else commit(state);
}
