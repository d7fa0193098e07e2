/** The incrementally updated value equals the objective by definition, after any moves and rollbacks. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { randomCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { type Random, seededRandom } from '#domain/random.ts';
import {
  assign,
  assignWithGain,
  commit,
  initialState,
  isUnused,
  rollback,
  type SearchState,
  violatesHardRule,
} from './state.ts';
import { cookedUtilityOf, gainOf, cheapGain, maxOtherGain } from './gains.ts';
import { canAssign, move } from './moves.ts';
import {
  compileTask,
  EMPTY,
  leftoversSource,
  leftoversOf,
  type CompiledInstance,
} from '#planner/model/compiled-instance.ts';
import { evaluate } from '#planner/model/objective.ts';
import { isMainMeal } from '#planner/model/slots.ts';
import { HARD_RULE_PENALTY, FILLED_SLOT_REWARD } from '#planner/model/tables.ts';

const { dishes } = randomCookbook(70, 4);
const instances = Array.from({ length: 60 }, (_, seed) =>
  compileTask(randomFamily(seed, dishes, { severity: seed % 4, isAgain: seed % 5 === 0 })),
);
const MOVES = 100;

/** By definition: the score, a reward for each filled slot, a penalty for each dish above a hard bound. */
function valueOf(instance: CompiledInstance, contents: Int32Array): number {
  const { filled, score } = evaluate(instance, contents);
  let excess = 0;
  for (const { isHard, slots, dishes, maxTagged, maxUntagged } of instance.rules) {
    if (!isHard) continue;
    const held = slots
      .map((slot) => contents[leftoversSource(contents[slot] as number) ?? slot] as number)
      .filter((content) => content !== EMPTY);
    const tagged = held.filter((content) => dishes.includes(content)).length;
    excess += Math.max(0, tagged - maxTagged) + Math.max(0, held.length - tagged - maxUntagged);
  }
  return FILLED_SLOT_REWARD * filled + score - HARD_RULE_PENALTY * excess;
}

/** A random move, or none if the drawn slot cannot get the drawn content. */
function randomMove(state: SearchState, { slots }: CompiledInstance, random: Random): void {
  const slot = random(slots.length);
  const { candidates = [] } = slots[slot] ?? {};
  const content =
    random(4) === 0 ? leftoversOf(random(slots.length)) : (candidates[random(candidates.length)] ?? EMPTY);
  if (
    slots[slot]?.locked === undefined &&
    content !== state.contents[slot] &&
    canAssign(state, slot, content)
  ) {
    move(state, slot, content, random);
  }
}

test('the value equals the objective after many moves, committed and rolled back', () => {
  let leftovers = 0;
  for (const [seed, instance] of instances.entries()) {
    const random = seededRandom(seed);
    const state = initialState(instance);
    strictEqual(state.value, valueOf(instance, state.contents), `family ${seed} at the start`);
    for (let move = 0; move < MOVES && instance.slots.length > 0; move += 1) {
      const before = state.contents.slice();
      randomMove(state, instance, random);
      const what = `family ${seed}, move ${move}`;
      strictEqual(state.value, valueOf(instance, state.contents), what);
      if (state.contents.some((content) => content < EMPTY)) leftovers += 1;
      if (random(2) === 0) commit(state);
      else {
        rollback(state);
        deepStrictEqual(state.contents, before, what);
        strictEqual(state.value, valueOf(instance, state.contents), `${what}, rolled back`);
      }
    }
  }
  ok(leftovers > 50, `only ${leftovers} states with leftovers`);
});

test('gainOf returns the change of the value that an assignment makes', () => {
  for (const [seed, instance] of instances.entries()) {
    const random = seededRandom(seed);
    const state = initialState(instance);
    for (const [slot, { candidates, locked }] of instance.slots.entries()) {
      const dish = candidates[random(candidates.length)];
      if (locked !== undefined || dish === undefined || !isUnused(state, slot, dish)) continue;
      const [gain, before] = [gainOf(state, slot, dish), state.value];
      assign(state, slot, dish);
      strictEqual(state.value - before, gain, `family ${seed}, slot ${slot}`);
      assign(state, slot, EMPTY);
      assignWithGain(state, slot, dish, gain);
      strictEqual(state.value, valueOf(instance, state.contents), `family ${seed}, slot ${slot}`);
    }
  }
});

test('gainOf with a limit is exact from the limit on, and below the limit otherwise', () => {
  for (const [seed, instance] of instances.entries()) {
    const random = seededRandom(seed + 300);
    const state = initialState(instance);
    for (const [slot, { candidates, locked }] of instance.slots.entries()) {
      const unused = candidates.filter((dish) => locked === undefined && isUnused(state, slot, dish));
      for (const dish of unused) {
        const gain = gainOf(state, slot, dish);
        const what = `family ${seed}, slot ${slot}, dish ${dish}`;
        strictEqual(gainOf(state, slot, dish, gain), gain, what);
        ok(gainOf(state, slot, dish, gain + 1) < gain + 1, what);
      }
      const next = unused[random(unused.length)];
      if (next !== undefined) assign(state, slot, next);
    }
  }
});

test('no dish gains more than the bounds by which hill climbing skips dishes', () => {
  // Some without the terms that make the bound generous, so that the other terms are checked too.
  const some = instances.map((instance, seed) =>
    seed % 2 === 0 ? instance : { ...instance, nutritionProfiles: [], mealCounters: [], rules: [] },
  );
  for (const [seed, instance] of some.entries()) {
    const random = seededRandom(seed + 200);
    const state = initialState(instance);
    for (const [slot, { candidates, locked }] of instance.slots.entries()) {
      if (locked !== undefined) continue;
      const most = maxOtherGain(state, slot);
      for (const dish of candidates.filter((candidate) => isUnused(state, slot, candidate))) {
        const what = `family ${seed}, slot ${slot}, dish ${dish}`;
        const [gain, cheap] = [gainOf(state, slot, dish), cheapGain(state, slot, dish)];
        ok(gain <= cheap + most, `${what}: ${gain} > ${cheap} + ${most}`);
        ok(cheap <= cookedUtilityOf(state.tables, slot, dish), what);
      }
      const next = candidates[random(candidates.length)];
      if (next !== undefined && isUnused(state, slot, next)) assign(state, slot, next);
    }
  }
});

test('moves repeat no dish but small meals, assign only possible leftovers and change no locked slot', () => {
  for (const [seed, instance] of instances.entries()) {
    const random = seededRandom(seed + 100);
    const state = initialState(instance);
    const before = state.contents.slice();
    for (let move = 0; move < MOVES && instance.slots.length > 0; move += 1) {
      const wasBroken = violatesHardRule(state);
      randomMove(state, instance, random);
      if (violatesHardRule(state) && !wasBroken) rollback(state);
      commit(state);
      checkInvariants(instance, state.contents, `family ${seed}, move ${move}`);
    }
    for (const [slot, { locked }] of instance.slots.entries()) {
      if (locked !== undefined)
        strictEqual(state.contents[slot], before[slot], `family ${seed}, slot ${slot}`);
    }
  }
});

function checkInvariants({ slots }: CompiledInstance, contents: Int32Array, what: string): void {
  const isSmall = (slot: number): boolean => !isMainMeal(slots[slot]?.place ?? { slot: 'dinner' });
  const cooked = [...contents.entries()].filter(([, content]) => content >= 0);
  for (const [slot, content] of cooked.filter(([place]) => !isSmall(place))) {
    strictEqual(contents.indexOf(content), slot, `${what}: a dish twice`);
    strictEqual(contents.lastIndexOf(content), slot, `${what}: a dish twice`);
  }
  for (const [slot, content] of contents.entries()) {
    const { candidates, leftoverDishes, leftoverSources } = slots[slot] as CompiledInstance['slots'][number];
    if (content >= 0) ok(candidates.includes(content), `${what}: ${content} in slot ${slot}`);
    const source = leftoversSource(content);
    if (source === undefined) continue;
    ok(
      leftoverSources.some((allowed) => allowed.slot === source) &&
        leftoverDishes.includes(contents[source] as number),
      `${what}: leftovers that slot ${slot} must not eat`,
    );
  }
  const sources = [...contents].filter((content) => content < EMPTY);
  strictEqual(new Set(sources).size, sources.length, `${what}: leftovers eaten twice`);
}
