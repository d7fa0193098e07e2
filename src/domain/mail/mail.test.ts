import { deepStrictEqual, doesNotMatch, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isMailable, mailboxOf, parseSender } from './mail-address.ts';
import { type MailContent, composeMail } from './mail.ts';

const publicUrl = 'https://meals.example.org';
const link = `${publicUrl}/join#abc`;
const CONTENTS: MailContent[] = [
  { kind: 'reset', email: 'a@b.example', link },
  { kind: 'confirm', email: 'a@b.example', link, isChange: false },
  { kind: 'confirm', email: 'a@b.example', link, isChange: true },
  { kind: 'invitation', inviter: 'a@b.example', familyName: 'Okafor', link },
  {
    kind: 'new-device',
    email: 'a@b.example',
    device: 'Firefox on Linux',
    address: '192.0.2.1',
    at: '2026-11-17T23:30:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  { kind: 'email-changed', email: 'a@b.example' },
];

test('every mail has a subject in its language, and the same words and link in text and HTML', () => {
  for (const content of CONTENTS) {
    const [en, de] = (['en', 'de'] as const).map((language) => composeMail(content, { language, publicUrl }));
    ok(en && de && en.subject !== de.subject && en.text !== de.text, content.kind);
    for (const { subject, text, html } of [en, de]) {
      ok(subject.length > 5 && subject.length < 70 && !subject.includes('\n'), subject);
      strictEqual(text.includes(link), 'link' in content);
      strictEqual(html.includes(`<a href="${link}">`), 'link' in content);
      ok(text.includes(publicUrl) && html.includes(publicUrl));
    }
    ok(en.html.includes('<html lang="en">') && de.html.includes('<html lang="de">'));
  }
});

test('the time of a sign-in is that of the family', () => {
  const content = CONTENTS[4] as MailContent;
  const { text } = composeMail(content, { language: 'en', publicUrl });
  ok(text.includes('18 November 2026 at 00:30'), text);
});

test('a family name cannot add a line, a link, markup or an invisible character', () => {
  const familyName =
    'Win at https://evil.example/x\r\nBcc: e@evil.example <b>&\u202e\u200b\t“' + 'x'.repeat(90);
  const content = { kind: 'invitation', inviter: 'a@b.example', familyName, link } as const;
  const { subject, text, html } = composeMail(content, { language: 'en', publicUrl });
  for (const part of [subject, text, html]) {
    doesNotMatch(part, /evil\.example|https:\/\/evil|e@evil|[\u202e\u200b\r\t]/);
    doesNotMatch(part, /x{60}/);
  }
  strictEqual(subject.split('\n').length, 1);
  doesNotMatch(html, /<b>/);
});

test('mail is sent only to addresses that are one address everywhere', () => {
  for (const address of [
    'a@b.example',
    'first.last+tag@mail.b-c.example',
    'jürgen@bücher.example',
    "o'neil@x.example",
  ])
    ok(isMailable(address), address);
  const hostile = [
    'a@b,c',
    'a,b@c.example',
    '<a@b.example>',
    'a@b.example>',
    'a b@c.example',
    'a@b.example\r\nBcc:x',
  ];
  for (const address of [
    ...hostile,
    'a@-b.example',
    'a@b..example',
    'a@b.example;c',
    '"a"@b.example',
    'a@[::1]',
    '',
  ])
    strictEqual(isMailable(address), false, address);
});

test('spellings of one mailbox count as one', () => {
  deepStrictEqual([mailboxOf('A+x@B.example'), mailboxOf('a@b.example')], ['a@b.example', 'a@b.example']);
});

test('the sender is an address with or without a name', () => {
  deepStrictEqual(parseSender('a@b.example'), { name: 'Weekfare', address: 'a@b.example' });
  deepStrictEqual(parseSender(' Familie Müller <a@b.example> '), {
    name: 'Familie Müller',
    address: 'a@b.example',
  });
  for (const wrong of ['', 'a', 'a@b.example, c@d.example', 'x <a@b.example> y', 'x\ny <a@b.example>'])
    strictEqual(parseSender(wrong), undefined, wrong);
});
