/** What is inserted into HTML cannot become markup. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('escapes texts, also in lists and attributes, and inserts HTML as it is', () => {
  const text = `<b title="x">'&`;
  const escaped = '&#60;b title=&#34;x&#34;&#62;&#39;&#38;';
  strictEqual(
    html`<p class="${text}">${[text, html`<i>${text}</i>`]}${undefined}${1}</p>`.text,
    `<p class="${escaped}">${escaped}<i>${escaped}</i>1</p>`,
  );
});
