/** recipe read: what the import understands of pages and texts, without a database and without fetching anything. */
import { readFile } from 'node:fs/promises';
import { printableJson } from '#domain/text/printable.ts';
import type { ImportedRecipe, NotFound } from '#import/imported-recipe.ts';
import { plainCommand, type Terminal, UsageError } from './command.ts';

export const recipeCommands = [
  plainCommand({
    name: 'recipe read',
    positionals: ['[FILE...]'],
    summary:
      'Reads the recipe of each file, or of standard input: HTML, JSON-LD or plain text. Prints one JSON object for each.',
    example: 'recipe read --url https://example.org/soup soup.html',
    options: {
      url: { type: 'string', value: 'ADDRESS', help: 'where the page came from; it is not fetched' },
    },
    async run({ terminal, positionals, options: { url } }) {
      if (url !== undefined && !URL.canParse(url)) throw new UsageError('--url is not an address.');
      // The parser is loaded at its first use, as only this command needs it.
      const [{ decodePage }, { readAny }] = await Promise.all([
        import('#import/page/charset.ts'),
        import('#import/page/text.ts'),
      ]);
      const options = url === undefined ? {} : { address: url };
      let hasFailed = false;
      for (const file of positionals.length === 0 ? ['-'] : positionals) {
        const bytes = file === '-' ? await readInput(terminal) : await readBytes(file);
        const result = bytes === undefined ? UNREADABLE : readAny(decodePage(bytes), options);
        await terminal.write(`${printableJson(JSON.stringify(describe(file, result)))}\n`);
        hasFailed ||= result === UNREADABLE;
      }
      return hasFailed ? { failed: true } : {};
    },
  }),
];

const UNREADABLE: NotFound = { found: false, reason: 'The file cannot be read.' };

/** One file that is missing does not stop the others. */
async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    return undefined;
  }
}

async function readInput({ input }: Terminal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces);
}

/** Has all documented fields, so that a script need not ask for each whether it is there: null if the page has none. */
function describe(file: string, result: ImportedRecipe | NotFound) {
  if ('found' in result) return { file, ...result };
  const {
    title,
    yield: given,
    ingredientGroups,
    stepGroups,
    notes,
    source,
    language,
    picture,
    ...rest
  } = result;
  return {
    file,
    title,
    yield: given ?? null,
    minutes: minutesOf(result),
    ingredientGroups: ingredientGroups.map(({ heading = null, lines }) => ({ heading, lines })),
    steps: stepGroups.flatMap(({ steps }) => steps),
    stepGroups,
    notes,
    source: source ?? null,
    language: language ?? null,
    picture: picture && 'address' in picture ? picture.address : null,
    ...rest,
  };
}

function minutesOf({ totalMinutes, prepMinutes, cookMinutes }: ImportedRecipe): number | null {
  if (totalMinutes !== undefined) return totalMinutes;
  return prepMinutes === undefined && cookMinutes === undefined
    ? null
    : (prepMinutes ?? 0) + (cookMinutes ?? 0);
}
