import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { asWritten } from './as-written.ts';

const NAMES = [String.raw`\u003cb\u003e`, String.raw`\x41\\u0041\\`, '{familyName}', "'#'", 'Okafor'];

for (const familyName of NAMES) {
  test(`"${familyName}" stands in a message as it was typed`, () => {
    const messages = { en: { 'entry.join-title': compileMessage('Join {familyName}') } };
    const i18n = setupI18n({ locale: 'en', messages });
    strictEqual(i18n._('entry.join-title', asWritten({ familyName })), `Join ${familyName}`);
  });
}
