/**
 * Parses data files of blocks: a line of `# ` and an id, then lines of `key: value`. An error names file and line;
 * nothing is skipped or guessed.
 */
import { UserError } from '#domain/user-error.ts';

type Position = { file: string; line: number };
/** A value and its position, for error messages. */
export type Field = Position & { value: string };
export type Block = Position & { id: string; fields: Map<string, Field[]> };

const LINE = /^([a-z0-9 ]+): (\S.*)$/;
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function parseBlocks(file: string, text: string, keys: ReadonlySet<string>): Block[] {
  const blocks: Block[] = [];
  for (const [index, value] of text.split('\n').entries()) {
    const field = { file, line: index + 1, value };
    const block = blocks.at(-1);
    if (value.startsWith('# ')) blocks.push(startBlock(field));
    else if (value.trim() === '') continue;
    else if (block) addField(block, field, keys);
    else refuse(field, 'a block begins with "# " and its id');
  }
  return blocks;
}

function startBlock({ file, line, value }: Field): Block {
  const id = value.slice(2);
  if (!ID.test(id)) refuse({ file, line }, `"${id}" is not an id such as spring-onion`);
  return { file, line, id, fields: new Map() };
}

function addField({ fields }: Block, line: Field, keys: ReadonlySet<string>): void {
  const [, key = '', value = ''] = LINE.exec(line.value) ?? [];
  if (!keys.has(key)) refuse(line, `"${line.value}" is not "key: value"`);
  const field = { ...line, value };
  const earlier = fields.get(key);
  if (earlier) earlier.push(field);
  else fields.set(key, [field]);
}

/** The only field of this key. */
export function getField(block: Block, key: string): Field {
  return findField(block, key) ?? refuse(block, `${block.id} has no line "${key}: "`);
}

export function findField(block: Block, key: string): Field | undefined {
  const [field, second] = listFields(block, key);
  if (second) refuse(second, `${key} occurs twice`);
  return field;
}

/** All fields of a key that may occur several times. */
export function listFields({ fields }: Block, key: string): readonly Field[] {
  return fields.get(key) ?? [];
}

export function refuse({ file, line }: Position, why: string): never {
  throw new UserError(`${file}, line ${line}: ${why}.`);
}
