/** The guides in docs/guides: their YAML parses and names what exists, their code and links are right. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { parseDocument } from 'yaml';

const FOLDER = 'docs/guides';
const paths = Object.keys(JSON.parse(readFileSync('docs/openapi.json', 'utf8')).paths);

function blocksIn(file: string, language: string): string[] {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const blocks = text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm'));
  return Array.from(blocks, ([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** What the test reads of the objects of Home Assistant's configuration. */
type Configured = {
  resource?: string;
  'X-API-Key'?: string;
  weekfare_key?: string;
  value_template?: string;
  unique_id?: string;
  name?: string;
  entity_id?: string | string[];
};

/** Everything in a document that is an object. */
function* objectsIn(value: unknown): Generator<Configured> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

test('home-assistant.md: every block is YAML without errors or warnings', () => {
  const blocks = blocksIn('home-assistant.md', 'yaml');
  strictEqual(blocks.length, 4);
  const objects = blocks.flatMap((block) => {
    const secret = { tag: '!secret', resolve: (name: string) => name };
    const document = parseDocument(block, { customTags: [secret], strict: true, uniqueKeys: true });
    deepStrictEqual([...document.errors, ...document.warnings], [], block);
    return [...objectsIn(document.toJS())];
  });

  const resources = objects.flatMap(({ resource }) => (resource ? [new URL(resource)] : []));
  strictEqual(resources.length, 2);
  for (const { pathname } of resources) ok(paths.includes(pathname), pathname);
  const secrets = new Set(objects.flatMap((object) => object['X-API-Key'] ?? []));
  deepStrictEqual([...secrets], ['weekfare_key']);
  ok(objects.some((object) => 'weekfare_key' in object));

  const templates = objects.flatMap(({ value_template: template }) => template ?? []);
  const types = templates.flatMap((template) => template.match(/\w+\.\w+(?=')/g) ?? []);
  deepStrictEqual(types.toSorted(), ['dinner.today', 'list.changed', 'plan.changed']);
  // An automation refreshes all sensors.
  const names = objects.flatMap(({ unique_id: id, name }) => (id && name ? [name] : []));
  const refreshed = objects.flatMap(({ entity_id: id }) => (Array.isArray(id) ? id : []));
  deepStrictEqual(
    refreshed,
    names.map((name) => `sensor.${name.toLowerCase().replaceAll(' ', '_')}`),
  );
});

test('e-paper-display.md: the script has 20 lines, and asks for a read of the API', () => {
  const [script = ''] = blocksIn('e-paper-display.md', 'python');
  strictEqual(script.trimEnd().split('\n').length, 20);
  const path = /'(\/api\/[^']+)'/.exec(script)?.[1] ?? '';
  ok(paths.includes(path), path);
});

test('the links of the guides and of the pages that name them lead to files', () => {
  for (const file of [...globSync(`${FOLDER}/*.md`), 'docs/phone.md', 'README.md', 'sdk/README.md']) {
    const links = readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g);
    for (const [, link = ''] of links) ok(existsSync(join(dirname(file), link)), `${file}: ${link}`);
  }
});
