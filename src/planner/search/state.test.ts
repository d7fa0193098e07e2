/** The value in small steps is the score by definition, whatever was moved and taken back on the way. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { randomKitchen } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { type Chance, seededChance } from './random.ts';
import { emptyDraft, isBroken, keep, put, undo } from './state.ts';
import { gainOf } from './state-gain.ts';
import type { Draft } from './state-fields.ts';
import { mayHold, place } from './moves.ts';
import { compileProblem, EMPTY, LEFTOVERS, type Problem } from '#planner/model/problem.ts';
import { scoreOf } from '#planner/model/objective.ts';
import { BROKEN, FILLED } from '#planner/model/tables.ts';

const { dishes } = randomKitchen(120, 4);
const problems = Array.from({ length: 24 }, (_, seed) =>
  compileProblem(randomFamily(seed, dishes, { severity: seed % 4, isAgain: seed % 5 === 0 })),
);
const MOVES = 250;

/** By definition: as many rewards as slots are filled, and for each dish too many the loss. */
function valueOf(problem: Problem, contents: Int32Array): number {
  const { filled, score } = scoreOf(problem, contents);
  let tooMany = 0;
  for (const { isHard, slots, dishes, mostTagged, mostOthers } of problem.rules) {
    if (!isHard) continue;
    const held = slots.map((slot) => contents[slot] as number).filter((content) => content !== EMPTY);
    const tagged = held.filter((content) => dishes.includes(content)).length;
    tooMany += Math.max(0, tagged - mostTagged) + Math.max(0, held.length - tagged - mostOthers);
  }
  return FILLED * filled + score - BROKEN * tooMany;
}

/** Anything that may stand somewhere, moved there; or nothing, where nothing can be had. */
function moveSomething(draft: Draft, { slots }: Problem, chance: Chance): void {
  const slot = chance.below(slots.length);
  const { candidates = [], isLocked = true } = slots[slot] ?? {};
  const content = chance.below(4) === 0 ? LEFTOVERS : (candidates[chance.below(candidates.length)] ?? EMPTY);
  if (!isLocked && content !== draft.contents[slot] && mayHold(draft, slot, content)) {
    place(draft, slot, content, chance);
  }
}

test('after thousands of moves, kept and taken back, the value is the score by definition', () => {
  let leftovers = 0;
  for (const [seed, problem] of problems.entries()) {
    const chance = seededChance(seed);
    const draft = emptyDraft(problem);
    strictEqual(draft.value, valueOf(problem, draft.contents), `family ${seed} at the start`);
    for (let move = 0; move < MOVES && problem.slots.length > 0; move += 1) {
      const before = draft.contents.slice();
      moveSomething(draft, problem, chance);
      const what = `family ${seed}, move ${move}`;
      strictEqual(draft.value, valueOf(problem, draft.contents), what);
      if (draft.contents.includes(LEFTOVERS)) leftovers += 1;
      if (chance.below(2) === 0) keep(draft);
      else {
        undo(draft);
        deepStrictEqual(draft.contents, before, what);
        strictEqual(draft.value, valueOf(problem, draft.contents), `${what}, taken back`);
      }
    }
  }
  ok(leftovers > 100, `only ${leftovers} drafts with leftovers`);
});

test('what a content would gain is what the value rises by when it is put there', () => {
  for (const [seed, problem] of problems.entries()) {
    const chance = seededChance(seed);
    const draft = emptyDraft(problem);
    for (const [slot, { candidates, isLocked }] of problem.slots.entries()) {
      const dish = candidates[chance.below(candidates.length)];
      if (isLocked || dish === undefined || draft.slotOf[dish] !== -1) continue;
      const [gain, before] = [gainOf(draft, slot, dish), draft.value];
      put(draft, slot, dish);
      strictEqual(draft.value - before, gain, `family ${seed}, slot ${slot}`);
    }
  }
});

test('moves keep a week whole: no dish twice, leftovers only of what keeps, locks where they were', () => {
  for (const [seed, problem] of problems.entries()) {
    const chance = seededChance(seed + 100);
    const draft = emptyDraft(problem);
    const locked = draft.contents.slice();
    for (let move = 0; move < MOVES && problem.slots.length > 0; move += 1) {
      const wasBroken = isBroken(draft);
      moveSomething(draft, problem, chance);
      if (isBroken(draft) && !wasBroken) undo(draft);
      keep(draft);
      checkWhole(problem, draft.contents, `family ${seed}, move ${move}`);
    }
    for (const [slot, { isLocked }] of problem.slots.entries()) {
      if (isLocked) strictEqual(draft.contents[slot], locked[slot], `family ${seed}, slot ${slot}`);
    }
  }
});

function checkWhole({ slots }: Problem, contents: Int32Array, what: string): void {
  const cooked = contents.filter((content) => content >= 0);
  strictEqual(new Set(cooked).size, cooked.length, `${what}: a dish twice`);
  for (const [slot, content] of contents.entries()) {
    const { candidates, keepers, dinner } = slots[slot] as Problem['slots'][number];
    if (content >= 0) ok(candidates.includes(content), `${what}: ${content} in slot ${slot}`);
    if (content === LEFTOVERS)
      ok(keepers.includes(contents[dinner] as number), `${what}: leftovers of nothing`);
  }
}
