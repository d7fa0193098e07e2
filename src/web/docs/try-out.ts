/**
 * The forms that send real requests. The key is only in its input field: it is sent with requests and stored
 * nowhere.
 */
import type { PathParameter, Reference } from './description.ts';
import { block, make, highlightJson, table } from './elements.ts';

const TIMEOUT_MS = 20_000;

export type KeyField = { element: HTMLElement; header: string; value(): string };

export function keyField(header: string): KeyField {
  const input = make('input', {
    id: 'key',
    class: 'field-input',
    type: 'password',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    placeholder: 'wf_…',
    'aria-describedby': 'key-note',
  });
  const toggle = make(
    'button',
    { type: 'button', class: 'field-button', 'aria-controls': 'key' },
    'Show key',
  );
  toggle.addEventListener('click', () => {
    const hidden = input.type === 'password';
    input.type = hidden ? 'text' : 'password';
    toggle.textContent = hidden ? 'Hide key' : 'Show key';
  });
  const element = make(
    'div',
    { class: 'key field' },
    make('label', { for: 'key', class: 'field-label' }, 'Your API key'),
    make('span', { class: 'field-with-button' }, input, toggle),
    make(
      'p',
      { id: 'key-note', class: 'field-hint' },
      'Every Send button on this page uses it. It is not stored.',
    ),
  );
  return { element, header, value: () => input.value.trim() };
}

type Parameters = readonly (PathParameter | Reference)[];

/** The address with the examples of the parameters. */
function exampleAddress(path: string, parameters: Parameters): string {
  const known = parameters.flatMap((each) => ('$ref' in each ? [] : [each]));
  const query = known.filter((each) => each.in === 'query' && EXAMPLE_QUERY.includes(each.name));
  const filled = known.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example ?? '')),
    path,
  );
  const search = query.map(({ name, example }) => `${name}=${example}`).join('&');
  return search === '' ? filled : `${filled}?${search}`;
}

/** The parameters of a query that an example needs. */
const EXAMPLE_QUERY = ['from', 'to', 'search'];

/** The command for a request that is not sent from this page, because it changes something. */
export function curlOf(
  path: string,
  method: string,
  { header, parameters, body }: { header: string; parameters: Parameters; body: unknown },
): string {
  const address = `${location.origin}${exampleAddress(path, parameters)}`;
  const json = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return `curl -X ${method} -H '${header}: YOUR_KEY'${json} '${address}'`;
}

export function tryOut(path: string, summary: string, key: KeyField, parameters: Parameters): HTMLElement {
  const parameter = parameters.find((each) => 'in' in each && each.in === 'path') as
    | PathParameter
    | undefined;
  const field = make('input', {
    id: `try-${summary}-${parameter?.name}`.replaceAll(' ', '-'),
    class: 'field-input',
    value: parameter?.example ?? '',
  });
  const address = () =>
    exampleAddress(path.replace(`{${parameter?.name}}`, encodeURIComponent(field.value.trim())), parameters);
  const button = make(
    'button',
    { type: 'button', class: 'button button-primary', 'aria-label': `Send: ${summary}` },
    'Send',
  );
  const status = make('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  const result = make('div', { class: 'response' });
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    status.replaceChildren('Sending …');
    result.replaceChildren();
    await send(address(), key, status, result);
    button.ariaDisabled = null;
  });
  const curl = `curl -H '${key.header}: YOUR_KEY' '${location.origin}${address()}'`;
  return make(
    'div',
    { class: 'try' },
    ...(parameter
      ? [
          make(
            'div',
            { class: 'row' },
            make('label', { for: field.id, class: 'field-label' }, parameter.name),
            field,
          ),
        ]
      : []),
    make('div', { class: 'row' }, block('Request', curl), button),
    status,
    result,
  );
}

async function send(path: string, key: KeyField, status: HTMLElement, result: HTMLElement): Promise<void> {
  const value = key.value();
  if (/[^!-~]/.test(value)) {
    status.replaceChildren(
      'This is not a valid key: it has a space or a character that no key has. Copy it again.',
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
    result.replaceChildren(
      make('h4', {}, 'Body'),
      block('Response body', ...highlightJson(parse(text))),
      make('h4', {}, 'Headers'),
      table('pairs', ['Header', 'Value'], headers),
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
