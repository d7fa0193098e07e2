import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from './document.ts';
import { decodeAttribute, decodeEntities } from './entities.ts';

const texts: [string, string][] = [
  ['Salt &amp; pepper', 'Salt & pepper'],
  ['1&nbsp;kg &#189; &frac12; &#xBD;', '1\u00A0kg ½ ½ ½'],
  ['&AMP; &amp &ampx', '& & &x'],
  ['&#150; &#0; &#xD800;', '– \uFFFD \uFFFD'],
  ['&unknown; & &; &#; &#x; a&b', '&unknown; & &; &#; &#x; a&b'],
  ['&amp;amp;', '&amp;'],
];
for (const [text, expected] of texts) {
  test(`decodes ${text}`, () => strictEqual(decodeEntities(text), expected));
}

test('decodes attributes, but not the parameters of addresses', () => {
  strictEqual(decodeAttribute('?a=1&amp;b=2&copy=3&lt'), '?a=1&b=2&copy=3&lt');
  const [link] = parseDocument('<a href="?a=1&amp;copy=2" title="&quot;&eacute;&quot;">').elements;
  strictEqual(link?.attribute('href'), '?a=1&copy=2');
  strictEqual(link?.attribute('title'), '"é"');
});

test('keeps scripts as they are, and decodes titles', () => {
  const { elements } = parseDocument('<title>a &amp; b</title><script>a &amp;&amp; b\n\n</script>');
  strictEqual(elements[0]?.children[0], 'a & b');
  strictEqual(elements[1]?.children[0], 'a &amp;&amp; b\n\n');
});
