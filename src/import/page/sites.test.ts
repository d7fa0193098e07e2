/**
 * Pages in the manner of real sites, themes and publishing plugins, all of them written for this test. What is expected was
 * written down before the reader saw the page. In each file: "@@@" and a name; the title, groups with "#", lines with "-" and
 * the number of steps, or "none"; "=====" and the page. The reader was improved with the first half; the second half was
 * looked at once, in the measurement (docs/import.md).
 */
import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPage } from './page.ts';

type Expected = { title: string; groups: { heading: string; lines: string[] }[]; steps: number | undefined };

function parseExpected(lines: readonly string[]): Expected | 'none' {
  if (lines[0] === 'none') return 'none';
  const expected: Expected = { title: '', groups: [], steps: undefined };
  for (const line of lines) {
    const [, mark = '', text = ''] = /^(title:|steps:|#|-) ?(.*)$/.exec(line) ?? [];
    if (mark === 'title:') expected.title = text;
    else if (mark === '#') expected.groups.push({ heading: text, lines: [] });
    else if (mark === '-') expected.groups.at(-1)?.lines.push(text);
    else if (mark === 'steps:') expected.steps = Number(text);
    else throw new Error(`What does this line mean? ${line}`);
  }
  return expected;
}

function read(html: string, expected: Expected | 'none'): Expected | 'none' {
  const found = readPage(html);
  if ('found' in found) return 'none';
  const steps = found.stepGroups.reduce((sum, group) => sum + group.steps.length, 0);
  return {
    title: found.title,
    groups: found.ingredientGroups.map(({ heading = '', lines }) => ({ heading, lines: [...lines] })),
    // Where the end of the steps cannot be told from the text after it, their number is not expected.
    steps: expected !== 'none' && expected.steps === undefined ? undefined : steps,
  };
}

for (const half of [
  'first-half',
  'second-half',
  'more-tuned',
  'more-seen-once',
  'unit-systems-tuned',
  'unit-systems-seen-once',
]) {
  const file = new URL(`../../../test/support/pages/${half}.txt`, import.meta.url);
  const pages = readFileSync(file, 'utf8').split(/^@@@ /m).slice(1);
  for (const page of pages) {
    const [head = '', html = ''] = page.split('=====\n');
    const [name = '', ...lines] = head.trim().split('\n');
    test(name, () => {
      const expected = parseExpected(lines);
      deepStrictEqual(read(html, expected), expected);
    });
  }
}
