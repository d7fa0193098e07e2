/**
 * Sends real requests from the page of the API. The key is only in its input field: it is sent with requests and stored
 * nowhere. What a response has is inserted as text, never as HTML.
 */
import { jsonParts } from './json.ts';

const TIMEOUT_MS = 20_000;
const keyInput = document.querySelector<HTMLInputElement>('#key')!;

for (const code of document.querySelectorAll('.curl code'))
  code.textContent = code.textContent.replace('http://localhost:3000', location.origin);

document.querySelector('[aria-controls=key]')!.addEventListener('click', ({ currentTarget }) => {
  const isHidden = keyInput.type === 'password';
  keyInput.type = isHidden ? 'text' : 'password';
  (currentTarget as HTMLElement).textContent = isHidden ? 'Hide key' : 'Show key';
});

for (const form of document.querySelectorAll<HTMLElement>('.try')) {
  const button = form.querySelector('button')!;
  const status = form.querySelector('.status')!;
  const result = form.querySelector('.response')!;
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    status.replaceChildren('Sending …');
    result.replaceChildren();
    const field = form.querySelector('input');
    const value = encodeURIComponent(field?.value.trim() ?? '');
    await send(form.dataset.path!.replace(`{${field?.name}}`, value), status, result);
    button.ariaDisabled = null;
  });
}

async function send(path: string, status: Element, result: Element): Promise<void> {
  const key = keyInput.value.trim();
  if (/[^!-~]/.test(key)) {
    status.replaceChildren(
      'This is not a valid key: it has a space or a character that no key has. Copy it again.',
    );
    return;
  }
  const startedAt = performance.now();
  try {
    const response = await fetch(path, {
      headers: key ? { 'X-API-Key': key } : {},
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedAt);
    const outcome = make('strong', `${response.status} ${response.statusText}`);
    outcome.className = response.ok ? 'good' : 'bad';
    status.replaceChildren(outcome, ` in ${ms} ms`, key ? '' : ', sent without a key');
    const headers = Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join('\n');
    result.replaceChildren(
      make('h4', 'Body'),
      block(
        'Response body',
        ...jsonParts(parse(text)).map((part, at) => (at % 2 === 1 ? fieldName(part) : part)),
      ),
      make('h4', 'Headers'),
      block('Response headers', headers),
    );
  } catch {
    status.replaceChildren(
      'No response. The service may be unavailable, or this device is offline. Try again in a moment.',
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

function make(tag: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

function fieldName(text: string): HTMLElement {
  const name = make('span', text);
  name.className = 'name';
  return name;
}

/** Focusable, so that it can be scrolled by keyboard. */
function block(label: string, ...children: (Node | string)[]): HTMLElement {
  const element = make('pre', make('code', ...children));
  element.tabIndex = 0;
  element.role = 'group';
  element.ariaLabel = label;
  return element;
}
