/**
 * Foods of a line beside its first one: "2 eggs plus 1 egg yolk", "egg beaten with 1 tbsp milk", "salt, pepper". What
 * a line only names, as in "lemon juice (from 1 lemon)" or "soy sauce (or tamari)", is not used in addition.
 */
import type { Quantity } from '#domain/quantity/quantity.ts';
import { readAmount } from './amount.ts';
import { Cursor } from './cursor.ts';
import type { KnownFoods, KnownFood } from './known-food.ts';
import { readDescription } from './description.ts';
import { findMeasuredFood, quantityOf } from './measured-food.ts';
import type { Token } from './tokens.ts';
import { isAlternative, isFollower } from './vocabulary.ts';
import { setOf } from './line-words.ts';

export type OtherFood = {
  readonly food: string;
  readonly quantity?: Quantity | undefined;
  /** Its allergens count, since it may be used, but it is not bought. */
  readonly isOnlyNamed?: boolean | undefined;
};

type SecondFoods = { readonly foods: readonly OtherFood[]; readonly isSure: boolean; readonly end: number };

const JOINS = setOf('plus');

/** "2 eggs plus 1 egg yolk", "1 cup flour and 2 cups sugar": foods with amounts of their own. */
export function readSecondFoods(tokens: readonly Token[], start: number, catalogue: KnownFoods): SecondFoods {
  const foods: OtherFood[] = [];
  let [end, isSure] = [start, true];
  for (;;) {
    const cursor = new Cursor(tokens, end);
    cursor.takeMark(',');
    const isJoined = cursor.takeWord(JOINS) || cursor.takeMark('+', '&');
    const found = isJoined ? readMeasured(cursor, catalogue) : undefined;
    if (!found) return { foods, isSure, end };
    foods.push(...found.foods);
    isSure &&= found.isSure;
    end = found.end;
  }
}

const WITH = setOf('with');

/** "Beaten with 1 tbsp milk", "dissolved in 100 ml water". Behind "or" everything is another choice. */
export function readFoodsWith(tokens: readonly Token[], start: number, catalogue: KnownFoods): OtherFood[] {
  const choice = tokens.findIndex(
    (token, at) => at >= start && token.kind === 'word' && isAlternative(token.key),
  );
  const foods: OtherFood[] = [];
  for (let at = start; at < (choice < 0 ? tokens.length : choice); at += 1) {
    const cursor = new Cursor(tokens, at);
    const found = cursor.takeWord(WITH) ? readMeasured(cursor, catalogue) : undefined;
    if (found) foods.push(...found.foods);
  }
  return foods;
}

/** "50 g cashews or peanuts", "2 tbsp sugar and almonds": the amount is that of the first food. */
function readMeasured(cursor: Cursor, catalogue: KnownFoods): SecondFoods | undefined {
  const amount = cursor.number() ? readAmount(cursor) : undefined;
  const found = amount && findMeasuredFood(cursor, amount, catalogue);
  if (!found) return undefined;
  const { description, unit } = found;
  const { food, also, alternatives, isSure, end } = description;
  const foods = [
    { food: food.id, quantity: quantityOf(amount, unit, description, food) },
    ...also.map(({ id }) => ({ food: id })),
    ...alternatives.map(({ id }) => ({ food: id, isOnlyNamed: true })),
  ];
  return { foods, isSure, end };
}

/** "Salz, Pfeffer, Muskat": foods without amounts between commas. */
export function readListedFoods(tokens: readonly Token[], start: number, catalogue: KnownFoods): KnownFood[] {
  const foods: KnownFood[] = [];
  let end = start;
  while (isMark(tokens[end], ',')) {
    const description = readDescription(tokens, end + 1, catalogue, undefined);
    if (!description || !endsItem(tokens[description.end])) break;
    foods.push(description.food, ...description.also);
    end = description.end;
  }
  return foods;
}

/** The end of the line, a comma, a bracket, or a word that begins a note: "to taste", "zum Servieren". */
function endsItem(token: Token | undefined): boolean {
  if (!token) return true;
  return token.kind === 'word' ? isFollower(token.key) : isMark(token, ',') || isMark(token, '(');
}

function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text;
}
