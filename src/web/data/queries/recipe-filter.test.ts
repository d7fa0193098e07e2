/** The filter of the recipe search, in the address and in the request. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { filterQuery, parseFilter, searchQuery } from './recipe-filter.ts';

/** What is sent: without the filters that are empty. */
function queryFor(address: string, hasEaterRules: boolean): object {
  return JSON.parse(JSON.stringify(searchQuery(parseFilter(address), hasEaterRules, ['a', 'b'])));
}

test('only recipes that fit are requested, unless the address says otherwise', () => {
  strictEqual(filterQuery(parseFilter('?search=soup')), 'search=soup');
  deepStrictEqual(queryFor('?search=soup', true), { search: 'soup', fits: 'true' });
  strictEqual(filterQuery(parseFilter('?search=soup&fits=false')), 'search=soup&fits=false');
  deepStrictEqual(queryFor('?search=soup&fits=false', true), { search: 'soup' });
});

test('a course that there is not filters nothing', () => {
  deepStrictEqual(queryFor('?course=side&meal=dinner', false), { course: 'side', meal: 'dinner' });
  deepStrictEqual(queryFor('?course=starter', false), {});
});

test('without eaters who have rules, nothing is filtered', () => {
  deepStrictEqual(queryFor('?fits=false', false), {});
  deepStrictEqual(queryFor('?fits=maybe', false), {});
});

test('shows what is wanted soon whether or not it fits the family', () => {
  deepStrictEqual(queryFor('?soon=true', true), { ids: 'a b' });
});
