/** The order of further dishes. Apart from sides.ts, which the first script of the week page has. */
import type { Dish } from '#domain/plan/plan.ts';
import { type Course, COURSES } from '#domain/recipe/course.ts';
import type { Side } from './sides.ts';

/** A dish that was just chosen, before those that are served after it, as far as their courses are known. */
export function inOrder(sides: Side[], key: number, courseOf: (dish: Dish) => Course | undefined): Side[] {
  const chosen = sides.find((side) => side.key === key);
  const rank = ({ dish }: Side) => {
    const course = courseOf(dish);
    return course && COURSES.indexOf(course);
  };
  const own = chosen && rank(chosen);
  if (!chosen || own === undefined) return sides;
  const others = sides.filter((side) => side !== chosen);
  const after = others.findIndex((side) => (rank(side) ?? own) > own);
  return others.toSpliced(after < 0 ? others.length : after, 0, chosen);
}
