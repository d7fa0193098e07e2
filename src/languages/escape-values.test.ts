import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { escapeValues } from './escape-values.ts';

const NAMES = [String.raw`\u003cb\u003e`, String.raw`\x41\\u0041\\`, '{familyName}', "'#'", 'Okafor'];

for (const familyName of NAMES) {
  test(`a message shows "${familyName}" exactly as typed`, () => {
    const messages = { en: { 'auth.join-title': compileMessage('Join {familyName}') } };
    const i18n = setupI18n({ locale: 'en', messages });
    strictEqual(i18n._('auth.join-title', escapeValues({ familyName })), `Join ${familyName}`);
  });
}
