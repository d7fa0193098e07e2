import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { guessableForms, isPersonal } from './password-words.ts';

const owner = { email: 'anna.okafor@mail.example', familyName: 'Die Müllers' };

test('a password of nothing but the address, the name of the family or ours is personal', () => {
  const personal = [
    'anna.okafor@mail.example',
    'AnnaOkafor1985',
    'okafor-anna-okafor',
    'Müllers2026!',
    'Weekfare 2026',
    'weekfareanna',
  ];
  const others = ['okafor eats jollof', 'anna und drei Hühner', '1234509876', 'ab12345678'];
  deepStrictEqual(
    personal.filter((password) => !isPersonal(password, owner)),
    [],
  );
  deepStrictEqual(
    others.filter((password) => isPersonal(password, owner)),
    [],
  );
});

test('short names make no password personal', () => {
  strictEqual(isPersonal('lo and behold', { email: 'l@o.de', familyName: 'Lo' }), false);
});

test('the middle of a password is what is left without digits and signs around it', () => {
  deepStrictEqual(guessableForms('!Pass-Word12'), ['!pass-word12', 'pass-word']);
  deepStrictEqual(guessableForms('1234567890'), ['1234567890']);
});
