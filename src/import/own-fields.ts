/**
 * What a recipe file of Weekfare says beside what its format has room for, so that reading it back loses nothing:
 * `weekfare:recipe` in JSON-LD, `weekfare` in the front matter of Cooklang (docs/export.md).
 *
 * `facts` have no place in either format. `exact` has the values that the reader of the format would return differently.
 * They count only while the rest of the file is unchanged: an edit in another program must not be lost.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { type RecipeSource, recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { normalize } from '#domain/text/unicode.ts';

export type OwnFields = {
  readonly id: string;
  /** Of the rest of the file. */
  readonly checksum: string;
  readonly facts: Pick<RecipeSource, (typeof FACTS)[number]>;
  /** By name, such as `steps` or `about.tags`; null for a value that the recipe does not have. */
  readonly exact: Readonly<Record<string, unknown>>;
};

/** A family's recipe as it was exported. */
export type ExportedRecipe = {
  readonly id: string;
  readonly source: RecipeSource;
  /** Of the recipes that its lines stand for, by id; those that are gone have none. */
  readonly titles?: ReadonlyMap<string, string>;
};

const FACTS = ['meals', 'protein', 'keeps', 'references'] as const;
const ABOUT = 'about.';

/** `read` is what the reader of the format makes of `content`, the file without these fields. */
export function ownFieldsOf({ id, source }: ExportedRecipe, read: RecipeSource, content: string): OwnFields {
  const [given, found] = [flatten(source), flatten(read)];
  const names = [...new Set([...given.keys(), ...found.keys()])].filter((name) => !isFact(name)).toSorted();
  // By its text, since the order of nutrients counts as well.
  const different = names.filter(
    (name) => JSON.stringify(given.get(name)) !== JSON.stringify(found.get(name)),
  );
  const { meals, protein, keeps, references } = source;
  return {
    id,
    checksum: checksumOf(content),
    facts: { meals, protein, keeps, ...(references && { references }) },
    exact: Object.fromEntries(different.map((name) => [name, given.get(name) ?? null])),
  };
}

const ownFieldsSchema = z.object({
  id: recipeIdSchema,
  checksum: z.string().max(64),
  facts: recipeSourceSchema.pick({ meals: true, protein: true, keeps: true, references: true }),
  exact: z.record(z.string(), z.unknown()),
});

/** Undefined if the file is none of Weekfare's. */
export function withOwnFields(
  value: unknown,
  read: RecipeSource,
  content: string,
): ExportedRecipe | undefined {
  const { data } = ownFieldsSchema.safeParse(value);
  if (!data) return undefined;
  const edited = { ...read, ...data.facts };
  if (data.checksum !== checksumOf(content)) return { id: data.id, source: edited };
  const fields = new Map([...flatten(edited), ...Object.entries(data.exact)]);
  const source = recipeSourceSchema.safeParse(unflatten(fields)).data;
  return { id: data.id, source: source ?? edited };
}

function isFact(name: string): boolean {
  return FACTS.some((fact) => fact === name);
}

function flatten({ about = {}, ...rest }: RecipeSource): Map<string, unknown> {
  const inner = Object.entries(about).map(([name, value]) => [ABOUT + name, value] as const);
  return new Map<string, unknown>([...Object.entries(rest), ...inner]);
}

function unflatten(fields: ReadonlyMap<string, unknown>): unknown {
  const given = Array.from(fields).filter(([, value]) => value !== null);
  const about = given.filter(([name]) => name.startsWith(ABOUT));
  return {
    ...Object.fromEntries(given.filter(([name]) => !name.startsWith(ABOUT))),
    ...(about.length > 0 && {
      about: Object.fromEntries(about.map(([name, value]) => [name.slice(ABOUT.length), value])),
    }),
  };
}

/** Of the composed form: an archive is read in it, whatever program has packed it. */
function checksumOf(content: string): string {
  return hash('sha256', normalize(content, 'NFC')).slice(0, 16);
}
