import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOfZone } from './measurement-system.ts';

const american = [
  'America/New_York',
  'America/Indiana/Tell_City',
  'America/Anchorage',
  'Pacific/Honolulu',
].concat(['US/Eastern', 'America/Indianapolis', 'America/North_Dakota/Beulah', 'PST8PDT']);
for (const zone of american) {
  test(`a family in ${zone} weighs in pounds`, () => strictEqual(unitsOfZone(zone), 'us'));
}

for (const zone of [
  'Europe/London',
  'America/Toronto',
  'America/Mexico_City',
  'America/Indiana',
  'UTC',
  'EST',
]) {
  test(`a family in ${zone} weighs in kilograms`, () => strictEqual(unitsOfZone(zone), 'metric'));
}

test('of the zones that the calendar lists, those of the fifty states and no others', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => unitsOfZone(zone) === 'us');
  ok(zones.length >= 26 && zones.length <= 32, zones.join(' '));
  deepStrictEqual(
    zones.filter((zone) => !/^(America|Pacific)\//.test(zone)),
    [],
  );
});
