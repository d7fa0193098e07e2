/** The course of a recipe: what it is of a meal. */
export const COURSES = ['main', 'side', 'salad', 'dessert', 'drink'] as const;
export type Course = (typeof COURSES)[number];
