/** The API docs page: loads the OpenAPI description and renders it section by section. */
import {
  type Media,
  type OpenApi,
  type Operation,
  type Problem,
  resolve,
  type Response,
  type Schema,
} from './description.ts';
import {
  block,
  type Child,
  find,
  inline,
  link,
  make,
  highlightJson,
  prose,
  section,
  table,
} from './elements.ts';
import { curlOf, keyField, type KeyField, tryOut } from './try-out.ts';

const content = find('#content');
await start();

async function start(): Promise<void> {
  try {
    const response = await fetch('/api/openapi.json');
    if (!response.ok) throw new Error(String(response.status));
    show((await response.json()) as OpenApi);
  } catch {
    const again = make('button', { type: 'button', class: 'button button-primary' }, 'Try again');
    again.addEventListener('click', () => location.reload());
    find('#waiting').replaceChildren(
      'The description could not be loaded. The service may be unavailable. ',
      again,
    );
  }
}

function show(api: OpenApi): void {
  const { info, paths, components } = api;
  document.title = info.title;
  find('h1').textContent = info.title;
  const key = keyField(components.securitySchemes.apiKey.name);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  find('#waiting').replaceWith(
    make(
      'p',
      { class: 'edition' },
      `Version ${info.version}, ${info.license.name} licence, `,
      link('/api/openapi.json', 'openapi.json'),
    ),
    make('div', { class: 'intro' }, ...prose(info.description)),
    section(
      'authentication',
      'Authentication',
      ...prose(components.securitySchemes.apiKey.description),
      key.element,
    ),
    ...api.tags.map(({ name, description }) =>
      section(
        slug(name),
        name,
        ...prose(description),
        ...operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map((described) => operationCard(api, described, key)),
      ),
    ),
    section(
      'headers',
      'Headers',
      table(
        'fields',
        ['Header', 'Meaning'],
        [
          ...Object.values(components.parameters).map((header) =>
            fieldRow(header.name, 'in a request', ...inline(header.description)),
          ),
          ...Object.entries(components.headers).map(([name, header]) =>
            fieldRow(name, 'in a response', ...inline(header.description)),
          ),
        ],
      ),
    ),
    section('fields', 'Fields', ...Object.keys(components.schemas).map((name) => schemaTable(api, name))),
    section('problems', 'Problems', ...problemLists(api)),
  );
  showContents(operations.map(({ operation }) => operation));
  // Navigate to the fragment again: at the first time the page did not have its element.
  if (location.hash) location.replace(location.hash);
}

function showContents(operations: Operation[]): void {
  const sections = [...content.querySelectorAll<HTMLElement>('section')].map((each) => {
    const inside = operations.filter(({ operationId }) => each.querySelector(`#${operationId}`));
    const links = inside.map(({ operationId, summary }) => make('li', {}, link(`#${operationId}`, summary)));
    const item = make('li', {}, link(`#${each.id}`, find('h2', each).textContent));
    if (links.length > 0) item.append(make('ul', {}, ...links));
    return item;
  });
  find('#contents').append(make('ul', {}, ...sections));
}

type Described = { path: string; method: string; operation: Operation };

function operationCard(api: OpenApi, { path, method, operation }: Described, key: KeyField): HTMLElement {
  const { operationId, summary, description, responses, parameters, requestBody } = operation;
  const rows = Object.entries(responses).map(([status, response]) => {
    const { headers = {}, description: meaningOfStatus } = resolve<Response>(api, response);
    const code = '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
    return [
      code === undefined ? status : link(`#${code}`, status),
      make(
        'span',
        {},
        ...inline(meaningOfStatus),
        ...(Object.keys(headers).length > 0
          ? [make('span', { class: 'bound' }, `Headers: ${Object.keys(headers).join(', ')}`)]
          : []),
      ),
    ];
  });
  const [status = '200', success] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? [];
  const media = success && resolve<Response>(api, success).content?.['application/json'];
  const body = requestBody?.content['application/json'];
  return make(
    'article',
    { id: operationId, 'aria-labelledby': `${operationId}-title` },
    make('h3', { id: `${operationId}-title` }, summary),
    make('p', { class: 'address' }, make('span', { class: 'method' }, method), ' ', make('code', {}, path)),
    ...prose(description),
    method === 'GET'
      ? tryOut(path, summary, key, parameters)
      : block('Request', curlOf(path, method, { header: key.header, parameters, body: body?.example })),
    make('h4', {}, 'Responses'),
    table('statuses', ['Status', 'Meaning'], rows),
    ...(body ? [make('p', {}, 'The body of the request is a ', typeName(body.schema), '.')] : []),
    ...(media ? [make('p', {}, `The body of a ${status} is a `, typeName(media.schema), '.')] : []),
    ...examplesOf(media).map((example) =>
      make(
        'details',
        {},
        make('summary', {}, `Example: ${example.summary}`),
        block('Example body', ...highlightJson(example.value)),
      ),
    ),
  );
}

function examplesOf({ example, examples }: Partial<Media> = {}): { summary: string; value: unknown }[] {
  if (examples) return Object.values(examples);
  return example === undefined ? [] : [{ summary: 'the response', value: example }];
}

function schemaTable(api: OpenApi, name: string): HTMLElement {
  const { description = '', properties = {}, required = [] } = api.components.schemas[name] as Schema;
  // Adjacent fields that differ only in name, such as the days of the week, share a row.
  const groups: { names: string[]; schema: Schema; needed: boolean }[] = [];
  for (const [field, schema] of Object.entries(properties)) {
    const [last, needed] = [groups.at(-1), required.includes(field)];
    const same = last?.needed === needed && JSON.stringify(last.schema) === JSON.stringify(schema);
    if (same) last.names.push(field);
    else groups.push({ names: [field], schema, needed });
  }
  const rows = groups.map(({ names, schema, needed }) => {
    const kind = make('span', {}, typeName(schema), needed ? '' : ', optional');
    return fieldRow(names.join(', '), kind, meaning(api, schema));
  });
  return make(
    'div',
    { id: `fields-${name}`, class: 'schema' },
    make('h3', {}, name),
    ...prose(description),
    table('fields', ['Field', 'Meaning'], rows),
  );
}

function typeName(schema: Schema): HTMLElement {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) as string;
    return make('span', {}, link(`#fields-${name}`, name));
  }
  if (schema.items) return make('span', {}, 'list of ', typeName(schema.items));
  const names = schema.anyOf?.flatMap((each, at) => (at > 0 ? [' or ', typeName(each)] : [typeName(each)]));
  return make('span', {}, ...(names ?? [[schema.type ?? 'any'].flat().join(' or ')]));
}

function meaning(api: OpenApi, schema: Schema): HTMLElement {
  const { minLength, maxLength, pattern, examples = [], anyOf } = schema;
  const values = schema.enum ?? schema.items?.enum ?? [];
  const target = schema.$ref ?? schema.items?.$ref ?? anyOf?.find((each) => each.$ref)?.$ref;
  const described =
    schema.description ?? (target ? resolve<Schema>(api, { $ref: target }).description : undefined);
  const bounds = maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`];
  const form = pattern === undefined ? [] : [make('span', {}, 'form ', make('code', {}, pattern))];
  const shown = examples.map((example) => make('span', {}, 'such as ', make('code', {}, String(example))));
  const choice = values.length === 0 ? [] : [`one of ${values.join(', ')}`];
  const notes = [...bounds, ...form, ...choice, ...shown].map((note) =>
    make('span', { class: 'bound' }, note),
  );
  return make('span', {}, ...inline(described ?? ''), ...notes);
}

/** The problems of the described operations, then those of the rest of the service, which link here too. */
function problemLists(api: OpenApi): HTMLElement[] {
  const all = api['x-problems'];
  const operations = JSON.stringify([api.paths, api.components.responses]);
  const here = ({ code }: Problem) => operations.includes(`"code":"${code}"`);
  return [
    make('h3', {}, 'In responses of these operations'),
    make('div', { class: 'problems' }, ...all.filter(here).map(problemCard)),
    make('h3', {}, 'Elsewhere in the service'),
    make('div', { class: 'problems' }, ...all.filter((problem) => !here(problem)).map(problemCard)),
  ];
}

function problemCard({ code, status, title, detail }: Problem): HTMLElement {
  return make(
    'article',
    { id: code, class: 'problem', tabindex: '-1' },
    make('h4', {}, make('span', { class: 'number' }, String(status)), ` ${title}`),
    make('p', {}, make('code', {}, code)),
    ...prose(detail),
  );
}

function fieldRow(name: string, kind: Child, ...text: Child[]): Child[] {
  const field = make('span', {}, name, make('span', { class: 'bound' }, kind));
  return [field, make('span', {}, ...text)];
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
