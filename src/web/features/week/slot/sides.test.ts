import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Course } from '#domain/recipe/course.ts';
import { inOrder } from './side-order.ts';
import { newSide, sidesOf, typedSides, withSides } from './sides.ts';

const COURSE_OF: Record<string, Course> = {
  Peas: 'side',
  Salad: 'salad',
  Cake: 'dessert',
  Lemonade: 'drink',
};

function ordered(before: string[], chosen: string): string[] {
  const sides = [...before, chosen].map((description) => newSide({ description }));
  const { key } = sides.at(-1) ?? newSide();
  return inOrder(sides, key, ({ description }) => COURSE_OF[description]).map(({ dish }) => dish.description);
}

test('a chosen dish is served before those of later courses', () => {
  deepStrictEqual(ordered(['Salad', 'Cake'], 'Peas'), ['Peas', 'Salad', 'Cake']);
  deepStrictEqual(ordered(['Peas', 'Cake'], 'Salad'), ['Peas', 'Salad', 'Cake']);
  deepStrictEqual(ordered(['Peas', 'Cake'], 'Lemonade'), ['Peas', 'Cake', 'Lemonade']);
});

test('a dish whose course is not known stays at the end, and moves no other', () => {
  deepStrictEqual(ordered(['Cake', 'Salad'], 'Bread'), ['Cake', 'Salad', 'Bread']);
  deepStrictEqual(ordered(['Bread', 'Cake'], 'Salad'), ['Bread', 'Salad', 'Cake']);
  deepStrictEqual(ordered(['Cake', 'Bread'], 'Lemonade'), ['Cake', 'Bread', 'Lemonade']);
});

test('without a main dish, the first of the others becomes it, and empty ones are left out', () => {
  const sides = [{ description: '' }, { description: 'Peas' }, { description: 'Cake' }].map((dish) =>
    newSide(dish),
  );
  deepStrictEqual(withSides(null, sides), { description: 'Peas', sides: [{ description: 'Cake' }] });
  deepStrictEqual(withSides({ description: 'Pie' }, sides.slice(0, 1)), { description: 'Pie' });
  strictEqual(withSides(null, sides.slice(0, 1)), null);
});

test('only dishes that were typed now get the recipe of their title', () => {
  const meal = { description: 'Pie', sides: [{ description: 'Peas' }] };
  const cake = { description: 'Cake' };
  const sides = [
    ...sidesOf(meal),
    newSide(cake),
    newSide({ description: 'Dal', recipeId: 'dal' }),
    newSide(),
  ];
  deepStrictEqual(typedSides(sides, meal), [cake]);
});
