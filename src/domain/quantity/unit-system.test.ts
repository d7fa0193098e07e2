import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { unitSystemOfZone } from './unit-system.ts';

const american = [
  'America/New_York',
  'America/Indiana/Tell_City',
  'America/Anchorage',
  'Pacific/Honolulu',
].concat(['US/Eastern', 'America/Indianapolis', 'America/North_Dakota/Beulah', 'PST8PDT']);
for (const zone of american) {
  test(`a family in ${zone} starts with US units`, () => strictEqual(unitSystemOfZone(zone), 'us'));
}

for (const zone of [
  'Europe/London',
  'America/Toronto',
  'America/Mexico_City',
  'America/Indiana',
  'UTC',
  'EST',
]) {
  test(`a family in ${zone} starts with metric units`, () => strictEqual(unitSystemOfZone(zone), 'metric'));
}

test('among the zones that Intl lists, only those of the fifty states start with US units', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => unitSystemOfZone(zone) === 'us');
  ok(zones.length >= 26 && zones.length <= 32, zones.join(' '));
  deepStrictEqual(
    zones.filter((zone) => !/^(America|Pacific)\//.test(zone)),
    [],
  );
});
