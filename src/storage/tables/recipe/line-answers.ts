/**
 * What members say about ingredient lines, by the words of a line (domain/ingredient-line/line-answers.ts). The last
 * answer to the same words counts.
 */
import type { FreeBrands, LineAnswer } from '#domain/ingredient-line/ingredient-line.ts';
import { instantText } from '#domain/week/instant.ts';
import { inBatches, readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import { onCreator, withCreator } from '#storage/tables/keys-and-links/creators.ts';

/** `version` grows with every answer, and never repeats. */
export type StoredAnswer = LineAnswer & { words: string; version: number };

const PAGE_SIZE = 250;

function selectAnswers(db: Db, family: string) {
  return db
    .selectFrom('line_answers')
    .leftJoin('members', onCreator('line_answers'))
    .select([
      'words',
      'food_id as foodId',
      'brands',
      'version',
      'line_answers.created_at as createdAt',
      'created_by as createdBy',
      'members.email as creatorEmail',
    ])
    .where('line_answers.family_id', '=', family)
    .orderBy('words');
}

type AnswerRow = Omit<StoredAnswer, 'createdBy' | 'brands'> & {
  brands: string | null;
  createdBy: string;
  creatorEmail: string | null;
};

function answerFrom({ brands, ...row }: AnswerRow): StoredAnswer {
  return { ...withCreator(row), ...(brands !== null && { brands: JSON.parse(brands) as FreeBrands }) };
}

/** The answers to some of these words. */
export async function findLineAnswers(
  db: Db,
  family: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, StoredAnswer>> {
  const found = new Map<string, StoredAnswer>();
  for await (const batch of inBatches(words, PAGE_SIZE)) {
    const rows = await selectAnswers(db, family).where('words', 'in', batch).execute();
    for (const row of rows) found.set(row.words, answerFrom(row));
  }
  return found;
}

/** Those about brands. There are few: a family may have a thousand answers in all. */
export async function readBrandAnswers(db: Db, family: string): Promise<ReadonlyMap<string, StoredAnswer>> {
  const rows = await selectAnswers(db, family).where('brands', 'is not', null).execute();
  return new Map(rows.map((row) => [row.words, answerFrom(row)]));
}

/** All answers, a page at a time. */
export async function* readAllLineAnswers(db: Db, family: string): AsyncGenerator<StoredAnswer[]> {
  const pages = readPages<StoredAnswer>(PAGE_SIZE, async (after, limit) => {
    const rows = await selectAnswers(db, family)
      .where('words', '>', after?.words ?? '')
      .limit(limit)
      .execute();
    return rows.map(answerFrom);
  });
  yield* pages;
}

/** A text that changes whenever an answer is given or taken back: versions only grow. */
export async function findLineAnswersFingerprint(db: Db, family: string): Promise<string> {
  const { count, newest } = await db
    .selectFrom('line_answers')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('version').as('newest')])
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return `${count}-${newest ?? 0}`;
}

/** The number of the family's answers without the one to these words. */
export async function countOtherLineAnswers(db: Db, family: string, words: string): Promise<number> {
  const { count } = await db
    .selectFrom('line_answers')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .where('words', '<>', words)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type NewAnswer = Pick<StoredAnswer, 'words' | 'foodId' | 'brands' | 'version'> & { createdBy: string };

export async function saveLineAnswer(
  db: Db,
  family: string,
  { words, foodId, brands, version, createdBy }: NewAnswer,
  nowMs: number,
): Promise<void> {
  const answer = {
    food_id: foodId,
    brands: brands ? JSON.stringify(brands) : null,
    version,
    created_by: createdBy,
    created_at: instantText(nowMs),
  };
  await db
    .insertInto('line_answers')
    .values({ family_id: family, words, ...answer })
    .onConflict((conflict) => conflict.columns(['family_id', 'words']).doUpdateSet(answer))
    .execute();
}

/** Returns whether there was an answer. */
export async function deleteLineAnswer(db: Db, family: string, words: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('line_answers')
    .where('family_id', '=', family)
    .where('words', '=', words)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
