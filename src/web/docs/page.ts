/**
 * Makes the page of the API from its description, when the web app is built (vite.config.ts): operations with a curl line
 * first, then headers, fields and problems. try-out.ts sends requests from it in the browser.
 */
import {
  type Header,
  type Media,
  type OpenApi,
  type Operation,
  type PathParameter,
  type Problem,
  resolve,
  type Response,
  type Schema,
} from './description.ts';
import { Html, html } from './html.ts';
import { jsonParts } from './json.ts';

/** The browser replaces it with the address of the service. */
const ORIGIN = 'http://localhost:3000';
/** The parameters of a query that an example needs. */
const EXAMPLE_QUERY = new Set(['from', 'to', 'search']);

type Described = { path: string; method: string; operation: Operation };

/** Fills the slots `<!-- contents -->` and `<!-- content -->` of page.html. */
export function fillPage(page: string, api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = sectionsOf(api, operations);
  // A replacement as text would expand `$&` in a description.
  return page
    .replace('<!-- contents -->', () => contents(sections).text)
    .replace('<!-- content -->', () => content(api, operations, sections).text);
}

type Section = { id: string; title: string; operations: Operation[]; body: Html };

function sectionsOf(api: OpenApi, operations: Described[]): Section[] {
  const { components } = api;
  const headers = [
    ...Object.values(components.parameters).map((header) => headerRow(header.name, 'in a request', header)),
    ...Object.entries(components.headers).map(([name, header]) => headerRow(name, 'in a response', header)),
  ];
  return [
    section('Authentication', html`${prose(components.securitySchemes.apiKey.description)}${keyField()}`),
    ...api.tags.map(({ name, description }) => {
      const inside = operations.filter(({ operation }) => operation.tags.includes(name));
      const cards = inside.map((described) => operationCard(api, described));
      return section(
        name,
        html`${prose(description)}${cards}`,
        inside.map(({ operation }) => operation),
      );
    }),
    section('Headers', table('fields', ['Header', 'Meaning'], headers)),
    section('Fields', html`${Object.keys(components.schemas).map((name) => schemaTable(api, name))}`),
    section('Problems', html`${problemLists(api)}`),
  ];
}

function section(title: string, body: Html, operations: Operation[] = []): Section {
  return { id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title, operations, body };
}

function headerRow(name: string, where: string, { description }: Header): Html[] {
  return fieldRow(name, html`${where}`, html`${inline(description)}`);
}

function contents(sections: Section[]): Html {
  const items = sections.map(({ id, title, operations }) => {
    const links = operations.map(
      ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
    );
    return html`<li>
      <a href="#${id}">${title}</a>${
        links.length > 0
          ? html`<ul>
              ${links}
            </ul>`
          : undefined
      }
    </li>`;
  });
  return html`<ul>
    ${items}
  </ul>`;
}

function content({ info, components }: OpenApi, operations: Described[], sections: Section[]): Html {
  const first = operations.find(({ operation }) => operation.operationId === 'getCurrentMealPlan');
  return html`<h1>${info.title}</h1>
    ${first && block('First request', html`${curlOf(first, components.securitySchemes.apiKey.name)}`, 'curl')}
    <p class="edition">
      Version ${info.version}, ${info.license.name} licence, <a href="/api/openapi.json">openapi.json</a>
    </p>
    <div class="intro">${prose(info.description)}</div>
    ${sections.map(
      ({ id, title, body }) =>
        html`<section id="${id}" aria-labelledby="${id}-title">
          <h2 id="${id}-title">${title}</h2>
          ${body}
        </section> `,
    )}`;
}

function keyField(): Html {
  return html`<div class="key field needs-script">
    <label for="key" class="field-label">Your API key</label>
    <span class="field-with-button"
      ><input
        id="key"
        class="field-input"
        type="password"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder="wf_…"
        aria-describedby="key-note"
      /><button type="button" class="field-button" aria-controls="key">Show key</button></span
    >
    <p id="key-note" class="field-hint">Every Send button on this page uses it. It is not stored.</p>
  </div>`;
}

function operationCard(api: OpenApi, described: Described): Html {
  const { path, method, operation } = described;
  const { operationId: id, summary, description, responses, requestBody } = operation;
  const rows = Object.entries(responses).map(([status, response]) => {
    const { headers = {}, description: meaningOfStatus } = resolve<Response>(api, response);
    const names = Object.keys(headers).join(', ');
    const code = '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
    return [
      code === undefined ? html`${status}` : html`<a href="#${code}">${status}</a>`,
      html`${inline(meaningOfStatus)}${names && html`<span class="bound">Headers: ${names}</span>`}`,
    ];
  });
  const [status = '200', success] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? [];
  const media = success && resolve<Response>(api, success).content?.['application/json'];
  const body = requestBody?.content['application/json'];
  const curl = html`${curlOf(described, api.components.securitySchemes.apiKey.name)}`;
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${summary}</h3>
    <p class="address"><span class="method">${method}</span> <code>${path}</code></p>
    ${block('Request', curl, 'curl')} ${method === 'GET' ? tryOut(described) : undefined}
    ${prose(description)}
    <h4>Responses</h4>
    ${table('statuses', ['Status', 'Meaning'], rows)}
    ${body && html`<p>The body of the request is a ${typeName(body.schema)}.</p>`}
    ${media && html`<p>The body of a ${status} is a ${typeName(media.schema)}.</p>`}
    ${examplesOf(media).map(
      (example) =>
        html`<details>
          <summary>Example: ${example.summary}</summary>
          ${block('Example body', json(example.value))}
        </details>`,
    )}
  </article> `;
}

/** The form that try-out.ts sends, without the curl line before it. */
function tryOut({ path, operation }: Described): Html {
  const { operationId: id, summary } = operation;
  const parameter = known(operation).find((each) => each.in === 'path');
  const field =
    parameter &&
    html`<label for="try-${id}" class="field-label">${parameter.name}</label>
      <input id="try-${id}" class="field-input" name="${parameter.name}" value="${parameter.example}" />`;
  return html`<div class="try needs-script" data-path="${path}${queryOf(operation)}">
    <div class="row">
      ${field}
      <button type="button" class="button button-primary" aria-label="Send: ${summary}">Send</button>
    </div>
    <p class="status" role="status" aria-live="polite"></p>
    <div class="response"></div>
  </div>`;
}

function known({ parameters }: Operation): PathParameter[] {
  return parameters.flatMap((each) => ('$ref' in each ? [] : [each]));
}

function queryOf(operation: Operation): string {
  const query = known(operation).filter((each) => each.in === 'query' && EXAMPLE_QUERY.has(each.name));
  const search = query.map(({ name, example }) => `${name}=${example}`).join('&');
  return search === '' ? '' : `?${search}`;
}

function curlOf({ path, method, operation }: Described, header: string): string {
  const address = known(operation).reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example ?? '')),
    path,
  );
  const body = operation.requestBody?.content['application/json']?.example;
  const sent = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return `curl${verb} -H '${header}: YOUR_KEY'${sent} '${ORIGIN}${address}${queryOf(operation)}'`;
}

function examplesOf({ example, examples }: Partial<Media> = {}): { summary: string; value: unknown }[] {
  if (examples) return Object.values(examples);
  return example === undefined ? [] : [{ summary: 'the response', value: example }];
}

function schemaTable(api: OpenApi, name: string): Html {
  const { description = '', properties = {}, required = [] } = api.components.schemas[name] as Schema;
  // Adjacent fields that differ only in name, such as the days of the week, share a row.
  const groups: { names: string[]; schema: Schema; needed: boolean }[] = [];
  for (const [field, schema] of Object.entries(properties)) {
    const [last, needed] = [groups.at(-1), required.includes(field)];
    const same = last?.needed === needed && JSON.stringify(last.schema) === JSON.stringify(schema);
    if (same) last.names.push(field);
    else groups.push({ names: [field], schema, needed });
  }
  const rows = groups.map(({ names, schema, needed }) =>
    fieldRow(names.join(', '), html`${typeName(schema)}${needed ? '' : ', optional'}`, meaning(api, schema)),
  );
  return html`<div id="fields-${name}" class="schema">
    <h3>${name}</h3>
    ${prose(description)} ${table('fields', ['Field', 'Meaning'], rows)}
  </div> `;
}

function typeName(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) as string;
    return html`<a href="#fields-${name}">${name}</a>`;
  }
  if (schema.items) return html`list of ${typeName(schema.items)}`;
  const names = schema.anyOf?.map((each, at) => html`${at > 0 ? ' or ' : ''}${typeName(each)}`);
  return html`${names ?? [schema.type ?? 'any'].flat().join(' or ')}`;
}

function meaning(api: OpenApi, schema: Schema): Html {
  const { minLength, maxLength, pattern, examples = [], anyOf } = schema;
  const values = schema.enum ?? schema.items?.enum ?? [];
  const target = schema.$ref ?? schema.items?.$ref ?? anyOf?.find((each) => each.$ref)?.$ref;
  const described =
    schema.description ?? (target ? resolve<Schema>(api, { $ref: target }).description : undefined);
  const notes = [
    ...(maxLength === undefined ? [] : [html`${minLength ?? 0} to ${maxLength} characters`]),
    ...(pattern === undefined ? [] : [html`form <code>${pattern}</code>`]),
    ...(values.length === 0 ? [] : [html`one of ${values.join(', ')}`]),
    ...examples.map((example) => html`such as <code>${String(example)}</code>`),
  ];
  return html`${inline(described ?? '')}${notes.map((note) => html`<span class="bound">${note}</span>`)}`;
}

/** The problems of the described operations, then those of the rest of the service, which link here too. */
function problemLists(api: OpenApi): Html[] {
  const operations = JSON.stringify([api.paths, api.components.responses]);
  const isHere = ({ code }: Problem) => operations.includes(`"code":"${code}"`);
  const { here = [], elsewhere = [] } = Object.groupBy(api['x-problems'], (each) =>
    isHere(each) ? 'here' : 'elsewhere',
  );
  return [
    problemList('In responses of these operations', here),
    problemList('Elsewhere in the service', elsewhere),
  ];
}

function problemList(title: string, problems: Problem[]): Html {
  return html`<h3>${title}</h3>
    <div class="problems">${problems.map(problemCard)}</div>`;
}

function problemCard({ code, status, title, detail }: Problem): Html {
  return html`<article id="${code}" class="problem" tabindex="-1">
    <h4><span class="number">${String(status)}</span> ${title}</h4>
    <p><code>${code}</code></p>
    ${prose(detail)}
  </article> `;
}

function fieldRow(name: string, kind: Html, text: Html): Html[] {
  return [html`${name}<span class="bound">${kind}</span>`, text];
}

function table(kind: string, titles: string[], rows: Html[][]): Html {
  const cells = rows.map(
    ([first, ...rest]) =>
      html`<tr>
        <th scope="row">${first}</th>
        ${rest.map((cell) => html`<td>${cell}</td>`)}
      </tr> `,
  );
  return html`<table class="${kind}">
    <thead>
      <tr>
        ${titles.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${cells}
    </tbody>
  </table>`;
}

/** A code block; focusable, so that it can be scrolled by keyboard. */
function block(label: string, code: Html, kind = ''): Html {
  return html`<pre
    class="${kind}"
    tabindex="0"
    role="group"
    aria-label="${label}"
  ><code>${code}</code></pre>`;
}

/** JSON with its field names highlighted. */
function json(value: unknown): Html {
  return html`${jsonParts(value).map((part, at) => (at % 2 === 1 ? html`<span class="name">${part}</span>` : part))}`;
}

/** Paragraphs with `code`: the part of Markdown that our descriptions use. */
function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p> `);
}

function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}
