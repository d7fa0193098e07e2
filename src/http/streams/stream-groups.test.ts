import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { StreamGroups } from './stream-groups.ts';

const step = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  member: fc.nat(9),
  isAdded: fc.boolean(),
});

test('knows the members of every group and the largest group, after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const groups = new StreamGroups<number>();
      const model = new Map<string, Set<number>>();
      for (const { name, member, isAdded } of steps) {
        const group = model.get(name) ?? new Set();
        model.set(name, group);
        if (isAdded) {
          groups.add(name, member);
          group.add(member);
        } else {
          groups.remove(name, member);
          group.delete(member);
        }
        for (const [each, members] of model) {
          deepStrictEqual([...(groups.groupOf(each) ?? [])], [...members]);
          strictEqual(groups.sizeOf(each), members.size);
        }
        const sizes = Array.from(model.values(), ({ size }) => size);
        strictEqual(groups.largest().size, Math.max(...sizes));
      }
    }),
  );
});

test('finds the largest of 5,000 groups as fast as of five', () => {
  const groups = new StreamGroups<number>();
  const before = process.threadCpuUsage();
  // Every group gains and loses members many times.
  for (let at = 0; at < 200_000; at += 1) {
    groups.add(String(at % 5_000), at);
    const [oldest] = groups.largest();
    if (at >= 5_000 && oldest !== undefined) groups.remove(String(oldest % 5_000), oldest);
  }
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000;
  // A linear search would take a billion steps.
  strictEqual(ms < 2_000, true, `took ${ms} ms`);
});
