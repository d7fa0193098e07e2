/** Writes an ingredient line as markup of Cooklang: "250 g red lentils, rinsed" as "@red lentils{250%g}(rinsed)". */
import { readReference } from '#domain/recipe/recipe-reference.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';

/** "2", "1.5", "1/2", "1 1/2", "½", "1½", "2-3". */
const AMOUNT = /^(?:\d{1,6}(?:[.,]\d{1,4})?(?: ?[½¼¾⅓⅔⅛]| \d\/\d{1,2}|\/\d{1,2})?|[½¼¾⅓⅔⅛])(?:[–-]\d{1,6})?/;
/** What Cooklang would read as markup, and the end of a name. */
const MARKUP = /[@#~{}()%|\\\s]|--+|\[-|-\]/g;

/** Cooklang's parser fails without a name. */
const NAMELESS = '…';

/** A line that stands for another recipe names it as a file: "1 batch pizza dough" is "@./Pizza dough{1%batch}". */
export function ingredientMarkup(line: string, recipeTitle?: string): string {
  const path = recipeTitle === undefined ? '' : plain(recipeTitle.replaceAll('/', ' '));
  return path === '' ? foodMarkup(line) : `@./${path}{${quantityOf(line)}}`;
}

function quantityOf(line: string): string {
  const [amount = ''] = AMOUNT.exec(line) ?? [];
  if (amount === '') return '';
  const unit = plain(line.slice(amount.length, -readReference(line).name.length || undefined));
  return unit === '' ? amount : `${amount}%${unit}`;
}

function foodMarkup(line: string): string {
  const { amount, unit, food } = partsOf(line);
  const comma = food.indexOf(', ');
  const hasNote = comma > 0 && !/[()]/.test(food.slice(comma));
  const name = plain(hasNote ? food.slice(0, comma) : food);
  const note = hasNote ? plain(food.slice(comma + 2)) : '';
  const quantity = unit === '' ? amount : `${amount}%${unit}`;
  return `@${name === '' ? NAMELESS : name}{${quantity}}${note === '' ? '' : `(${note})`}`;
}

function partsOf(line: string): { amount: string; unit: string; food: string } {
  const [amount = ''] = AMOUNT.exec(line) ?? [];
  const rest = line.slice(amount.length).trim();
  const [word = ''] = amount === '' ? [] : rest.split(/\s/, 1);
  const hasUnit = word !== rest && findUnit(word) !== undefined && !/[%{}]/.test(word);
  if (hasUnit) return { amount, unit: word, food: rest.slice(word.length).trim() };
  // "7up" has no amount.
  return /\s/.test(line[amount.length] ?? ' ')
    ? { amount, unit: '', food: rest }
    : { amount: '', unit: '', food: line };
}

/** Signs before a name are hints for programs. */
function plain(text: string): string {
  return text
    .replaceAll(MARKUP, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .replace(/^[&?+\-=* ]+/, '');
}
