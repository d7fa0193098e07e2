/** The fields of dishes in the slot editor, in one script, which is loaded later than the editor. */
export { MealRecipe } from './meal-recipe.tsx';
export { MealSides } from './meal-sides.tsx';
export { SlotSuggestions } from './slot-suggestions.tsx';
