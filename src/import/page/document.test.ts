import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { type Element, parseDocument } from './document.ts';

const texts: [string, string][] = [
  ['Salt &amp; pepper', 'Salt & pepper'],
  ['1&nbsp;kg &#189; &frac12; &#xBD;', '1\u00A0kg ½ ½ ½'],
  ['&AMP; &amp &ampx', '& & &x'],
  ['&#150; &#0; &#xD800;', '– \uFFFD \uFFFD'],
  ['&unknown; & &; &#; &#x; a&b', '&unknown; & &; &#; &#x; a&b'],
  ['&amp;amp;', '&amp;'],
  ['1 < 2 <3 </ p', '1 < 2 <3 '],
];
const textOf = (html: string): string => textIn(parseDocument(html).root);
const textIn = ({ children }: Element): string =>
  children.filter((child) => typeof child === 'string').join('');

for (const [text, expected] of texts) {
  test(`reads the text ${text}`, () => strictEqual(textOf(text), expected));
}

test('decodes attributes, but not the parameters of addresses', () => {
  const [link] = parseDocument('<a HREF="?a=1&amp;copy=2&copy=3" title="&quot;&eacute;&quot;">').elements;
  strictEqual(link?.attribute('href'), '?a=1&copy=2&copy=3');
  strictEqual(link?.attribute('title'), '"é"');
});

test('keeps scripts as they are, and decodes titles', () => {
  const { elements } = parseDocument('<title>a &amp; b</title><script>a &amp;&amp; b\n\n</script>');
  strictEqual(elements[0]?.children[0], 'a & b');
  strictEqual(elements[1]?.children[0], 'a &amp;&amp; b\n\n');
});

test('leaves out comments and unfinished tags, and CDATA outside of svg', () => {
  strictEqual(textOf('a<!-- <b> --!>b<!-->c<?php d?>e'), 'abce');
  const { elements } = parseDocument('<p><a href="x');
  deepStrictEqual(
    elements.map(({ name }) => name),
    ['p'],
  );
  strictEqual(textOf('a<![CDATA[b]]>c'), 'ac');
  strictEqual(parseDocument('<svg><![CDATA[b]]></svg>').elements[0]?.children[0], 'b');
});
