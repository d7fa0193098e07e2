/**
 * Sends real requests. The key stays in its field: it goes out with a request and is kept nowhere.
 * Whatever comes back is shown, and in words when nothing does.
 */
import type { PathParameter } from './description.ts';
import { block, make, paintJson, table } from './elements.ts';

const TIMEOUT_MS = 20_000;

export type KeyField = { element: HTMLElement; header: string; value(): string };

export function keyField(header: string): KeyField {
  const input = make('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    placeholder: 'wf_…',
    'aria-describedby': 'key-note',
  });
  const toggle = make('button', { type: 'button', class: 'quiet', 'aria-controls': 'key' }, 'Show key');
  toggle.addEventListener('click', () => {
    const hidden = input.type === 'password';
    input.type = hidden ? 'text' : 'password';
    toggle.textContent = hidden ? 'Hide key' : 'Show key';
  });
  const element = make(
    'div',
    { class: 'key' },
    make('label', { for: 'key' }, 'Your API key'),
    make('div', { class: 'row' }, input, toggle),
    make('p', { id: 'key-note', class: 'note' }, 'Used by every Send button on this page, and kept nowhere.'),
  );
  return { element, header, value: () => input.value.trim() };
}

export function tryOut(path: string, summary: string, key: KeyField, parameter?: PathParameter): HTMLElement {
  const field = make('input', { id: `try-${parameter?.name}`, value: parameter?.example ?? '', size: '24' });
  const address = () => path.replace(`{${parameter?.name}}`, encodeURIComponent(field.value.trim()));
  const button = make('button', { type: 'button', class: 'send', 'aria-label': `Send: ${summary}` }, 'Send');
  const status = make('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  const answer = make('div', { class: 'answer' });
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    status.replaceChildren('Sending …');
    answer.replaceChildren();
    await send(address(), key, status, answer);
    button.ariaDisabled = null;
  });
  const curl = `curl -H '${key.header}: YOUR_KEY' ${location.origin}${address()}`;
  return make(
    'div',
    { class: 'try' },
    ...(parameter
      ? [make('div', { class: 'row' }, make('label', { for: field.id }, parameter.name), field)]
      : []),
    make('div', { class: 'row' }, block('Request', curl), button),
    status,
    answer,
  );
}

async function send(path: string, key: KeyField, status: HTMLElement, answer: HTMLElement): Promise<void> {
  const value = key.value();
  if (/[^!-~]/.test(value)) {
    status.replaceChildren(
      'This key cannot be sent: it has a space or a letter that no key has. Copy it again.',
    );
    return;
  }
  const startedAt = performance.now();
  try {
    const response = await fetch(path, {
      headers: value ? { [key.header]: value } : {},
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedAt);
    const outcome = make(
      'strong',
      { class: response.ok ? 'good' : 'bad' },
      `${response.status} ${response.statusText}`,
    );
    status.replaceChildren(outcome, ` in ${ms} ms`, value ? '' : ', sent without a key');
    const headers = [...response.headers].map(([name, header]) => [name, header]);
    answer.replaceChildren(
      make('h4', {}, 'Body'),
      block('Body of the answer', ...paintJson(parse(text))),
      make('h4', {}, 'Headers'),
      table('pairs', ['Header', 'Value'], headers),
    );
  } catch {
    status.replaceChildren(
      'No answer came. The service may be away, or this device is offline; wait a moment and send again.',
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
