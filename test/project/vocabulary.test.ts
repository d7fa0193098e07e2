/**
 * Checks that names use the field's standard words: no identifier, file or folder uses a word that the project
 * replaced by a standard one. Comments and the contents of strings are not checked. The rule is also tested with
 * planted violations.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Each replaced word, in the singular and plural, and what to write instead. */
const REPLACED: [words: string, instead: string][] = [
  ['door doors', 'handler'],
  ['shelf shelves', 'cache'],
  ['lane lanes', 'fast path'],
  ['patience', 'deadline, acceptance table'],
  ['mistake mistakes', 'UserError'],
  ['misuse', 'UsageError'],
  ['vault vaults', 'store'],
  ['journal journals ledger ledgers', 'outbox, pending changes'],
  ['deed deeds', 'change, command'],
  ['ears', 'listeners'],
  ['news', 'event, message, announcement'],
  ['insist insists', 'keepMine'],
  ['collide collides', 'rebase, conflict'],
  ['sitting sittings', 'planned slot'],
  ['standing', 'existing, status'],
  ['thing things', 'purchase, or the kind of thing it is'],
  ['mood moods', 'utility'],
  ['gate gates', 'hard filter'],
  ['heat', 'temperature'],
  ['whim whims', 'jitter'],
  ['hindrance hindrances obstacle obstacles', 'blocking constraint'],
  ['wish wishes', 'preferences'],
  ['maker makers', 'creator, createdBy'],
  ['unsettled', 'unclear'],
  ['grounds', 'instance, environment'],
  ['town towns', 'seeded server'],
  ['kept', 'cached, stored, retained, locked'],
  ['say', 'log, report, t'],
];
const INSTEAD = new Map(
  REPLACED.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const)),
);
/** Names of several parts that are replaced as a whole. */
const REPLACED_NAMES: [RegExp, string][] = [
  [/byItself/i, 'autoPlan'],
  [/goOn(?![a-z])/i, 'resume'],
  [/^MOST_/, 'MAX_'],
  [/^isTrial$/, 'isDryRun'],
  [/^(take|peek)At$/, 'takeByAddress, peekByAddress'],
  [/madeBy|made_by/i, 'createdBy'],
  [/freshProof/i, 'reauthentication'],
  [/^(Key|Flow)Owner$/, 'requester'],
  [/(Plan|Recipe|List|Pantry)s?Answer$/, 'response'],
  [/isSettled|settledAt|settledBy|wordsToSettle/i, 'answered, sent, synced, or what it is'],
  [/^RefusalReason$|^DishRefusal$/, 'problem, rejected dish'],
  [/^daysMeals$/, 'daySchemaOf'],
  [/lastWayIn/i, 'last sign-in method'],
];
function violations(path: string, text: string): string[] {
  const names = path.split('/').flatMap((name) => name.split(/[.-]/));
  const inPath = names.flatMap((name) => replacement(name)).map((found) => `${path}: ${found}`);
  const inText = [...new Set(identifiersOf(text))].flatMap((name) =>
    replacement(name).map((found) => `${path} uses ${name}: ${found}`),
  );
  return [...inPath, ...inText];
}

function replacement(name: string): string[] {
  const parts = partsOf(name).flatMap((part) => {
    const instead = INSTEAD.get(part);
    return instead === undefined ? [] : [`${part}, write ${instead}`];
  });
  const whole = REPLACED_NAMES.filter(([pattern]) => pattern.test(name));
  return [...parts, ...whole.map(([pattern, instead]) => `${pattern.source}, write ${instead}`)];
}

/** The words of a camelCase, PascalCase or UPPER_SNAKE name, in lower case. */
function partsOf(name: string): string[] {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return words.toLowerCase().split(/[\s_$#]+/);
}

const TEMPLATE_TEXT = String.raw`(?:\\[^]|\$(?!\{)|[^\\$\x60])*(?:\x60|\$\{)`;
const TOKENS = new RegExp(
  [
    String.raw`//.*|/\*[^]*?\*/`,
    String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`,
    // A slash after an operator begins a regular expression; `/>` ends a JSX element.
    String.raw`(?<=[(,=:[!&|?;{>]\s*|\breturn\s+)/(?![/*>])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+/[a-z]*`,
    String.raw`(?<template>\x60${TEMPLATE_TEXT})`,
    String.raw`(?<identifier>[\p{ID_Start}$_#][\p{ID_Continue}$]*)`,
    String.raw`(?<brace>[{}])`,
  ].join('|'),
  'gu',
);

/** The identifiers of a program. Of a template literal, those inside `${}`. */
function identifiersOf(text: string): string[] {
  const found: string[] = [];
  /** For each open brace, whether it belongs to a template literal. */
  const open: boolean[] = [];
  const tokens = new RegExp(TOKENS);
  const templateText = new RegExp(TEMPLATE_TEXT, 'uy');
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const { template, identifier, brace } = token.groups ?? {};
    if (identifier !== undefined) found.push(identifier);
    else if (template?.endsWith('${')) open.push(true);
    else if (brace === '{') open.push(false);
    else if (brace === '}' && open.pop()) {
      templateText.lastIndex = tokens.lastIndex;
      const rest = templateText.exec(text)?.[0] ?? '';
      tokens.lastIndex += rest.length;
      if (rest.endsWith('${')) open.push(true);
    }
  }
  return found;
}

const ROOT = new URL('../../', import.meta.url);
const FOLDERS = '{src,test,bench,chaos,scripts}/**';

test('identifiers, files and folders use the standard words', () => {
  const paths = globSync(`${FOLDERS}/*.*`, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  const found = paths.flatMap((path) =>
    violations(path, /\.(tsx?|mts|m?js|cjs)$/.test(path) ? readFileSync(new URL(path, ROOT), 'utf8') : ''),
  );
  ok(paths.length >= 600, `only ${paths.length} files were read`);
  deepStrictEqual(found, []);
});

const ACCEPTED: [path: string, text: string][] = [
  ['src/web/doorstep.ts', 'const backgroundColor = foreground;'],
  ['src/a.ts', "// The town's door\n/* kept\n in a vault */ run('ledgers', \"it's kept\");"],
  ['src/a.ts', 'const pattern = /kept|["\'`]/.test(`a vault ${name} kept`) ? 1 / 2 : town1;'],
  ['src/a.ts', 'const nested = `kept ${names.map((name) => `kept ${{ name }.name} kept`)} kept`;'],
  ['src/a.tsx', 'const box = <Box name="door" isOn={isOn} />;\nconst half = 1 / 2;'],
  ['src/a.ts', 'const goOnline = mostRecent;'],
];
for (const [path, text] of ACCEPTED) {
  test(`accepts ${path} with ${text}`, () => {
    deepStrictEqual(violations(path, text), []);
  });
}

const PLANTED: [path: string, text: string, found: string][] = [
  ['src/http/door.ts', '', 'src/http/door.ts: door, write handler'],
  ['src/web/vault/store.css', '', 'src/web/vault/store.css: vault, write store'],
  ['test/planner/old-mood.test.ts', '', 'test/planner/old-mood.test.ts: mood, write utility'],
  ['a.ts', 'type DoorSettings = { port: number };', 'a.ts uses DoorSettings: door, write handler'],
  ['a.ts', 'const HTTPDoors = 1;', 'a.ts uses HTTPDoors: door'],
  ['a.ts', 'const WEEKS_KEPT = 1;', 'a.ts uses WEEKS_KEPT: kept'],
  ['a.ts', 'class Cache { #shelf = 1; }', 'a.ts uses #shelf: shelf'],
  ['a.ts', "run('it', { isKept: true });", 'a.ts uses isKept: kept'],
  ['a.ts', 'log(`kept: ${{ kept: 1 }.kept} kept`);', 'a.ts uses kept: kept'],
  ['a.ts', "const quote = /['`]/;\nconst deeds = '`';", 'a.ts uses deeds: deed'],
  ['a.tsx', '<Box isOn={isOn} />;\nconst ledger = 1 / 2;', 'a.tsx uses ledger: ledger'],
  ['a.ts', 'const MOST_BYTES = 1;', 'a.ts uses MOST_BYTES: ^MOST_, write MAX_'],
  ['a.ts', 'function goOn() {}', 'a.ts uses goOn: goOn(?![a-z]), write resume'],
  ['a.ts', 'const plansByItself = true;', 'a.ts uses plansByItself: byItself, write autoPlan'],
];
for (const [path, text, expected] of PLANTED) {
  test(`reports ${path} with ${text || 'nothing'}`, () => {
    const found = violations(path, text);
    deepStrictEqual([found.length, found[0]?.slice(0, expected.length)], [1, expected]);
  });
}
