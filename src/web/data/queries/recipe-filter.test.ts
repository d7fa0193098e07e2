/** The filter of the recipe search, in the address and in the request. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { filterQuery, parseFilter, searchQuery } from './recipe-filter.ts';

test('only recipes that fit are requested, unless the address says otherwise', () => {
  const fitting = parseFilter('?search=soup');
  strictEqual(filterQuery(fitting), 'search=soup');
  strictEqual(searchQuery(fitting, true), 'search=soup&fits=true');
  const all = parseFilter('?search=soup&fits=false');
  strictEqual(filterQuery(all), 'search=soup&fits=false');
  strictEqual(searchQuery(all, true), 'search=soup');
});

test('without eaters who have rules, nothing is filtered', () => {
  strictEqual(searchQuery(parseFilter('?fits=false'), false), '');
  strictEqual(searchQuery(parseFilter('?fits=maybe'), false), '');
});
