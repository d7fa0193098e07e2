/** What the app's API, the public API and MCP accept alike: sizes of bodies, costs in the rate limit, the form of ids. */

/** Edits of three weeks, with five slots a day: what was there, and what to put there. */
export const PLAN_CHANGE_BYTES = 1_000_000;
/** The body limit of routes that take a whole document: a recipe, the preferences. */
export const DOCUMENT_BYTES = 300_000;
/** The page of a recipe. The app removes scripts, styles and drawings before it sends it, so few have more than 300 kB. */
export const PAGE_BYTES = 2_000_000;

/** Planning runs in a worker thread, but its input is read in the main thread. */
export const PLANNING_COST = 5;

/** Recipes of the cookbook have hyphens in their ids. */
export const RECIPE_ID = /^[0-9A-Za-z-]{1,64}$/;
