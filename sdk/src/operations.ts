/** Generated from docs/openapi.json by `npm run openapi`; do not edit. */

export type RequestOptions = {
  /** Cancels the request, and the wait before a retry. */
  signal?: AbortSignal | undefined;
};

/** The body of a response and its ETag, which is the `ifMatch` of a change. */
export type Result<Body> = Body & { etag: string | undefined };

/** The plan, or null if there is none for this week */
export type MealPlanResponse = {
  data: MealPlan | null;
};

/** What the family eats in one week, Monday to Sunday */
export type MealPlan = {
  /** Unique meal plan identifier */
  id: string;
  /** The Monday of the week, in the family's time zone */
  weekOf: string;
  meals: Meals;
};

/** Meals by day, Monday to Sunday; a day without meals is absent */
export type Meals = {
  Monday?: Day;
  Tuesday?: Day;
  Wednesday?: Day;
  Thursday?: Day;
  Friday?: Day;
  Saturday?: Day;
  Sunday?: Day;
};

/** The meals of one day; a slot without a meal is absent */
export type Day = {
  breakfast?: Meal;
  lunch?: Meal;
  dinner?: Meal;
};

/** What stands in a slot */
export type Meal = {
  /** Human-readable meal description */
  description: string;
  /** Identifier of the associated recipe; present only if the meal has one */
  recipeId?: string;
};

/** The plan, or null if there is none for this week */
export type DetailedMealPlanResponse = {
  data: DetailedMealPlan | null;
};

/** A plan with the kind and servings of its meals */
export type DetailedMealPlan = {
  /** Unique meal plan identifier */
  id: string;
  /** The Monday of the week, in the family's time zone */
  weekOf: string;
  meals: DetailedMeals;
};

/** Meals by day, Monday to Sunday; a day without meals is absent */
export type DetailedMeals = {
  Monday?: DetailedDay;
  Tuesday?: DetailedDay;
  Wednesday?: DetailedDay;
  Thursday?: DetailedDay;
  Friday?: DetailedDay;
  Saturday?: DetailedDay;
  Sunday?: DetailedDay;
};

/** The meals of one day; a slot without a meal is absent */
export type DetailedDay = {
  breakfast?: DetailedMeal;
  lunchbox?: DetailedMeal;
  lunch?: DetailedMeal;
  snack?: DetailedMeal;
  dinner?: DetailedMeal;
};

/** What stands in a slot: the fields of the main dish, and further dishes */
export type DetailedMeal = {
  /** Human-readable meal description */
  description: string;
  /** Identifier of the associated recipe; present only if the meal has one */
  recipeId?: string;
  kind?: 'leftovers' | 'eating-out';
  servings?: number;
  /** The ids of eaters who eat something else */
  exceptEaters?: string[];
  /** Who gets the variant of the recipe, and how many of the servings are of it */
  variant?: {
    eaterIds: string[];
    servings: number;
  };
  /** The ids of the only eaters who eat the dish */
  eaterIds?: string[];
  /** Further dishes, in the order in which they are served: sides, salad, dessert, drink */
  sides?: Side[];
};

/** A dish beside the main one */
export type Side = {
  /** Human-readable meal description */
  description: string;
  /** Identifier of the associated recipe; present only if the meal has one */
  recipeId?: string;
  kind?: 'leftovers' | 'eating-out';
  servings?: number;
  /** The ids of eaters who eat something else */
  exceptEaters?: string[];
  /** Who gets the variant of the recipe, and how many of the servings are of it */
  variant?: {
    eaterIds: string[];
    servings: number;
  };
  /** The ids of the only eaters who eat the dish */
  eaterIds?: string[];
};

/** The recipe */
export type RecipeResponse = {
  data: Recipe;
};

/** How to cook a meal */
export type Recipe = {
  /** The `recipeId` of meals */
  id: string;
  title: string;
  /** The number of servings that the amounts are for */
  servings: number;
  activeMinutes: number;
  /** Includes resting, soaking and baking */
  totalMinutes: number;
  ingredients: Ingredient[];
  steps: string[];
  /** The slots it suits */
  meals: ('breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner')[];
  /** What it is of a meal: only `main` is one by itself */
  course: 'main' | 'side' | 'salad' | 'dessert' | 'drink';
  /** Empty if none is given */
  cuisine: string;
  /** The main source of protein; empty if none is given */
  protein: string;
  /** Whether it keeps until the next day */
  keeps: boolean;
  /** Whether it is the family's own, which it can change */
  isOwn: boolean;
  /** The address of its photo on this server; null without one. Another photo has another address. */
  photo: string | null;
  allergens: Allergens;
  /** What it fits, derived from its foods; none unless `isComplete` */
  diets: ('vegetarian' | 'vegan' | 'pescatarian' | 'no-pork' | 'no-alcohol' | 'gluten-free' | 'dairy-free' | 'halal-style' | 'kosher-style')[];
  /** Whether every line was understood */
  isComplete: boolean;
  nutrition: Nutrition;
};

/** A line of a recipe: an amount of a food */
export type Ingredient = {
  /** The line as it was written */
  text: string;
  /** The food of the catalogue that it names; absent if the line was not understood */
  food?: string;
  /** The amount; absent where the line has none */
  amount?: number;
  /** The unit; `piece` is a count */
  unit?: 'mg' | 'g' | 'kg' | 'oz' | 'lb' | 'pfund' | 'ml' | 'cl' | 'dl' | 'l' | 'tsp' | 'tbsp' | 'fl-oz' | 'cup' | 'pint' | 'quart' | 'gallon' | 'imperial-fl-oz' | 'imperial-pint' | 'imperial-gallon' | 'tl' | 'el' | 'tasse' | 'pinch' | 'dash' | 'drop' | 'drizzle' | 'splash' | 'knob' | 'handful' | 'glass' | 'dessertspoon' | 'piece' | 'small' | 'medium' | 'large' | 'clove' | 'slice' | 'stalk' | 'stick' | 'head' | 'ear' | 'bunch' | 'sprig' | 'leaf' | 'fillet' | 'sheet' | 'cube' | 'wedge' | 'loaf' | 'block' | 'bar' | 'can' | 'jar' | 'bottle' | 'carton' | 'tub' | 'bag' | 'package' | 'sachet' | 'box' | 'punnet' | 'tube' | 'ball' | 'inch' | 'cm';
  /** The rest of the line */
  preparation?: string;
  /** The recipe that the line stands for, such as a dough; allergens and nutrition count what is in it */
  recipeId?: string;
};

/** Derived from the foods of the recipe */
export type Allergens = {
  /** What its foods contain */
  contains: ('gluten' | 'crustaceans' | 'eggs' | 'fish' | 'peanuts' | 'soy' | 'milk' | 'nuts' | 'celery' | 'mustard' | 'sesame' | 'sulphites' | 'lupin' | 'molluscs' | 'wheat')[];
  /** What only some brands of its foods contain; look at the label */
  mayContain: ('gluten' | 'crustaceans' | 'eggs' | 'fish' | 'peanuts' | 'soy' | 'milk' | 'nuts' | 'celery' | 'mustard' | 'sesame' | 'sulphites' | 'lupin' | 'molluscs' | 'wheat')[];
  /** What a line that was not understood could contain; none if `isComplete` */
  notSure: ('gluten' | 'crustaceans' | 'eggs' | 'fish' | 'peanuts' | 'soy' | 'milk' | 'nuts' | 'celery' | 'mustard' | 'sesame' | 'sulphites' | 'lupin' | 'molluscs' | 'wheat')[];
};

/** What is in one serving */
export type Nutrition = {
  energyKcal: number;
  proteinG: number;
  fatG: number;
  carbohydrateG: number;
  fibreG: number;
  saltG: number;
  /** Whether the energy may be higher: some lines could not be counted */
  isAtLeast: boolean;
  /** All values that may be higher: after "salt to taste" it is only the salt */
  atLeast: ('energyKcal' | 'proteinG' | 'fatG' | 'carbohydrateG' | 'fibreG' | 'saltG')[];
};

/** The recipe as JSON-LD in the schema.org vocabulary */
export type RecipeJsonLd = {
  '@context': 'https://schema.org';
  '@type': 'Recipe';
  identifier: string;
  name: string;
  recipeYield: string;
  totalTime: string;
  recipeCuisine?: string;
  recipeIngredient: string[];
  recipeInstructions: HowToStep[];
  suitableForDiet?: string[];
  /** Without the values that may be higher, since schema.org has no "at least"; absent if the energy may be */
  nutrition?: NutritionInformation;
};

/** A step, as in schema.org */
export type HowToStep = {
  '@type': 'HowToStep';
  text: string;
};

/** What is in one serving, as in schema.org */
export type NutritionInformation = {
  '@type': 'NutritionInformation';
  servingSize: string;
  calories: string;
  proteinContent?: string;
  fatContent?: string;
  carbohydrateContent?: string;
  fiberContent?: string;
  sodiumContent?: string;
};

/** The list, or null if there is no plan and nothing to buy */
export type ShoppingListResponse = {
  data: ShoppingList | null;
};

/** Everything that the week's meals need or people added, each once */
export type ShoppingList = {
  /** The Monday of the week, in the family's time zone */
  weekOf: string;
  /** In the order of the family's shop */
  aisles: Aisle[];
  /** Staples that most families have at home: check before buying */
  probablyAtHome: Item[];
};

/** An aisle of the shop */
export type Aisle = {
  aisle: 'vegetables' | 'fruit' | 'herbs' | 'bakery' | 'dairy' | 'eggs' | 'plant' | 'meat' | 'fish' | 'grains' | 'legumes' | 'tins' | 'nuts' | 'oils' | 'spices' | 'baking' | 'condiments' | 'sweets' | 'drinks' | 'frozen' | 'other';
  items: Item[];
};

/** Something to buy */
export type Item = {
  /** Stays the same while the plan changes */
  id: string;
  /** The food, or the line as it was written */
  name: string;
  /** Absent where the item is a line of text */
  foodId?: string;
  isTicked: boolean;
  /** Empty where no amount is known; several where units cannot be added */
  buy: Buy[];
  for: Purpose[];
};

/** An amount to buy, rounded up from the amount needed */
export type Buy = {
  /** How many packs of this amount; absent where the food is not sold in packs */
  packs?: number;
  amount: number;
  /** `piece` is a count: 2 onions */
  unit: 'mg' | 'g' | 'kg' | 'oz' | 'lb' | 'pfund' | 'ml' | 'cl' | 'dl' | 'l' | 'tsp' | 'tbsp' | 'fl-oz' | 'cup' | 'pint' | 'quart' | 'gallon' | 'imperial-fl-oz' | 'imperial-pint' | 'imperial-gallon' | 'tl' | 'el' | 'tasse' | 'pinch' | 'dash' | 'drop' | 'drizzle' | 'splash' | 'knob' | 'handful' | 'glass' | 'dessertspoon' | 'piece' | 'small' | 'medium' | 'large' | 'clove' | 'slice' | 'stalk' | 'stick' | 'head' | 'ear' | 'bunch' | 'sprig' | 'leaf' | 'fillet' | 'sheet' | 'cube' | 'wedge' | 'loaf' | 'block' | 'bar' | 'can' | 'jar' | 'bottle' | 'carton' | 'tub' | 'bag' | 'package' | 'sachet' | 'box' | 'punnet' | 'tube' | 'ball' | 'inch' | 'cm';
};

/** What an item is for; without day and slot, a line added by hand */
export type Purpose = {
  day?: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
  slot?: 'breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner';
  /** The meal, or the line that was added by hand */
  description: string;
};

/** The plans, by week; a week without a plan is absent */
export type MealPlansResponse = {
  data: DetailedMealPlan[];
};

/** A page of recipes, the best matches first */
export type FoundRecipesResponse = {
  data: FoundRecipe[];
  /** The `after` of the next page; null at the end */
  next: string | null;
};

/** A recipe in short */
export type FoundRecipe = {
  id: string;
  title: string;
  isOwn: boolean;
  servings: number;
  activeMinutes: number;
  totalMinutes: number;
  meals: ('breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner')[];
  course: 'main' | 'side' | 'salad' | 'dessert' | 'drink';
  diets: ('vegetarian' | 'vegan' | 'pescatarian' | 'no-pork' | 'no-alcohol' | 'gluten-free' | 'dairy-free' | 'halal-style' | 'kosher-style')[];
  /** Whether every line was understood */
  isComplete: boolean;
};

/** The list after the change */
export type ChangedShoppingListResponse = {
  data: ShoppingList;
};

/** What the family has at home */
export type PantryResponse = {
  data: PantryEntry[];
};

/** A food at home. A food may have several entries */
export type PantryEntry = {
  foodId: string;
  name: string;
  /** An amount, such as `500 g`; absent for enough of it */
  quantity?: string;
  /** A date, such as `2026-11-15` */
  bestBefore?: string;
};

/** Something that has changed. Read the thing itself afterwards. */
export type Event = PlanChangedEvent | ListChangedEvent | RecipeChangedEvent | DinnerTodayEvent;

/** The plan of a week was changed, made or deleted. With a new time zone of the family it is the current week. */
export type PlanChangedEvent = {
  type: 'plan.changed';
  /** The instant of the change */
  timestamp: string;
  data: {
    /** The Monday of the week, in the family's time zone */
    weekOf: string;
    /** The number of the change; it only grows */
    version: number;
  };
};

/** The shopping list of a week has changed. Lines that are not bought move on, so lists of later weeks can have changed too. After a change of the pantry, of preferences, of settings or of a recipe, which can change every list, it is the current week. */
export type ListChangedEvent = {
  type: 'list.changed';
  /** The instant of the change */
  timestamp: string;
  data: {
    /** The Monday of the week, in the family's time zone */
    weekOf: string;
    /** The number of the change; it only grows */
    version: number;
  };
};

/** One of the family’s recipes was added, changed or deleted. */
export type RecipeChangedEvent = {
  type: 'recipe.changed';
  /** The instant of the change */
  timestamp: string;
  data: {
    recipeId: string;
    /** The number of the change; it only grows */
    version: number;
  };
};

/** Sent once a day, at the time that the family has chosen in its profile. There is none on a day without a dinner. */
export type DinnerTodayEvent = {
  type: 'dinner.today';
  /** The instant of the change */
  timestamp: string;
  data: {
    /** Today in the family’s time zone */
    date: string;
    /** The Monday of the week, in the family's time zone */
    weekOf: string;
    meal: {
      description: string;
      /** Absent where the meal has no recipe */
      recipeId?: string;
    };
  };
};

/** What one place shall have */
export type Edit = {
  weekOf: string;
  day: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
  slot: 'breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner';
  /** Null empties the place */
  meal: DetailedMeal | null;
};

/** A recipe of the family */
export type NewRecipe = {
  title: string;
  /** The number of servings that the amounts are for */
  servings: number;
  activeMinutes?: number;
  totalMinutes?: number;
  /** The slots it suits */
  meals?: ('breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner')[];
  /** `main` if absent */
  course?: 'main' | 'side' | 'salad' | 'dessert' | 'drink';
  cuisine?: string;
  protein?: string;
  /** Whether it keeps until the next day */
  keeps?: boolean;
  /** Lines as in a cookbook; one that ends with a colon is a heading */
  ingredients: string[];
  /** The lines that stand for other recipes, with the `recipeId` of each: “1 batch pizza dough”. Without it, a change leaves those lines as they are. */
  references?: {
    line: string;
    recipeId: string;
  }[];
  steps?: string[];
};

/** An error, as in RFC 9457 */
export type Problem = {
  /** Where this kind of problem is described */
  type: string;
  /** The kind of problem, in a few words */
  title: string;
  /** The status of the response */
  status: number;
  /** What to do about it */
  detail: string;
  /** The name of this kind of problem; it never changes */
  code: string;
  /** Of `missing-scope`: the scope that the key lacks */
  scope?: string;
  /** Of `invalid-input`: what is wrong */
  errors?: Record<string, unknown>[];
};

export type EditMealPlansBody = {
  edits: Edit[];
  /** By week: the `ETag` that its plan must still have */
  ifMatch?: Record<string, string>;
};

export type ImportRecipeBody = {
  /** The address of the page */
  address?: string;
  /** The page itself, or a recipe as text */
  text?: string;
};

export type AddItemsBody = {
  /** What to buy, as text */
  lines: string[];
};

export type TickItemBody = {
  isTicked: boolean;
};

export type AddToPantryBody = {
  /** What is at home, as text */
  lines: string[];
};

export type PutPantryFoodBody = {
  /** An amount, such as `500 g`; absent for enough of it */
  quantity?: string;
  /** A date, such as `2026-11-15` */
  bestBefore?: string;
};

/** The codes of problems that the operations have today; later versions may have more. */
export type ProblemCode = 'address-invalid' | 'address-private' | 'body-too-large' | 'fetch-off' | 'idempotency-key-reused' | 'import-busy' | 'invalid-api-key' | 'invalid-input' | 'list-full' | 'missing-scope' | 'no-recipe' | 'not-found' | 'page-not-text' | 'page-refused' | 'page-too-large' | 'page-too-slow' | 'page-unreachable' | 'precondition-failed' | 'premium-required' | 'quota-exceeded' | 'rate-limited' | 'recipe-circle' | 'recipe-too-long' | 'recipe-too-nested' | 'sub-recipe-unknown' | 'too-many' | 'unavailable' | 'unsupported-media-type' | 'week-out-of-range';

/** All operations of the API. */
export type Operations = {
  /** This week's meal plan. The plan of the week, Monday to Sunday, that contains this moment in the family's time zone. Needs the scope `plans:read`. */
  getCurrentMealPlan(input?: RequestOptions): Promise<Result<MealPlanResponse>>;
  /** Next week's meal plan. The plan of the week that begins on the Monday after the current week. Needs the scope `plans:read`. */
  getNextMealPlan(input?: RequestOptions): Promise<Result<MealPlanResponse>>;
  /** The meal plan of any week. The plan of the week of this Monday, with the kind and servings of its meals. Any other date or form is 400. Needs the scope `plans:read`. */
  getMealPlan(input: { weekOf: string } & RequestOptions): Promise<Result<DetailedMealPlanResponse>>;
  /** A recipe. The recipe that a meal refers to, from the cookbook or the family's own. With `Accept: application/ld+json` the response is the same recipe as JSON-LD in the schema.org vocabulary. Needs the scope `recipes:read`. */
  getRecipe(input: { recipeId: string } & RequestOptions): Promise<Result<RecipeResponse>>;
  /** Change a recipe. Replaces one of the family's own recipes. 404 for a recipe of the cookbook. Needs the scope `recipes:write`. */
  putRecipe(input: { recipeId: string; ifMatch?: string | undefined; idempotencyKey?: string | undefined; body: NewRecipe } & RequestOptions): Promise<Result<RecipeResponse>>;
  /** Delete a recipe. Deletes one of the family's own recipes. Meals of this and later weeks keep their descriptions. Needs the scope `recipes:write`. */
  deleteRecipe(input: { recipeId: string; ifMatch?: string | undefined; idempotencyKey?: string | undefined } & RequestOptions): Promise<Result<{ data: null }>>;
  /** This week's shopping list. What the recipes of this week's plan need, and what people added. Needs the scope `lists:read`. */
  getCurrentShoppingList(input?: RequestOptions): Promise<Result<ShoppingListResponse>>;
  /** Next week's shopping list. What the recipes of next week's plan need, and what people added. Needs the scope `lists:read`. */
  getNextShoppingList(input?: RequestOptions): Promise<Result<ShoppingListResponse>>;
  /** The shopping list of any week. The list of the week of this Monday. Any other date or form is 400. Needs the scope `lists:read`. */
  getShoppingList(input: { weekOf: string } & RequestOptions): Promise<Result<ShoppingListResponse>>;
  /** The meal plans of several weeks. The plans from one Monday to another, both included, at most 53 weeks. Needs the scope `plans:read`. */
  listMealPlans(input: { from: string; to: string } & RequestOptions): Promise<Result<MealPlansResponse>>;
  /** Put a meal into a place. Replaces what is there. `If-Match` is the `ETag` of the plan of the week. A `recipeId` that no recipe has is left out. Needs the scope `plans:write`. */
  putMeal(input: { weekOf: string; day: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday'; slot: 'breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner'; ifMatch?: string | undefined; idempotencyKey?: string | undefined; body: DetailedMeal } & RequestOptions): Promise<Result<DetailedMealPlanResponse>>;
  /** Empty a place. `If-Match` is the `ETag` of the plan of the week. 404 if there is no meal. Needs the scope `plans:write`. */
  deleteMeal(input: { weekOf: string; day: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday'; slot: 'breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner'; ifMatch?: string | undefined; idempotencyKey?: string | undefined } & RequestOptions): Promise<Result<DetailedMealPlanResponse>>;
  /** Change several places. Changes all of these places or none, in at most 3 weeks. Responds with the plans of these weeks. To move a meal, empty one place and fill the other. Needs the scope `plans:write`. */
  editMealPlans(input: { idempotencyKey?: string | undefined; body: EditMealPlansBody } & RequestOptions): Promise<Result<MealPlansResponse>>;
  /** Search recipes. Searches the cookbook and the family's own recipes by the words of title and ingredients. Needs the scope `recipes:read`. */
  searchRecipes(input?: { search?: string | undefined; meal?: 'breakfast' | 'lunchbox' | 'lunch' | 'snack' | 'dinner' | undefined; course?: 'main' | 'side' | 'salad' | 'dessert' | 'drink' | undefined; diet?: 'vegetarian' | 'vegan' | 'pescatarian' | 'no-pork' | 'no-alcohol' | 'gluten-free' | 'dairy-free' | 'halal-style' | 'kosher-style' | undefined; own?: boolean | undefined; limit?: number | undefined; after?: string | undefined; language?: 'en' | 'de' | undefined } & RequestOptions): Promise<Result<FoundRecipesResponse>>;
  /** Add a recipe. Adds a recipe to the family's own. Needs the scope `recipes:write`. */
  addRecipe(input: { idempotencyKey?: string | undefined; body: NewRecipe } & RequestOptions): Promise<Result<RecipeResponse>>;
  /** Import a recipe from a page. Reads the recipe of a web page and adds it. With `text` the page is not fetched. Look at the result: a page can be read wrongly, and then the recipe lacks a line. Needs the scope `recipes:write`. */
  importRecipe(input: { idempotencyKey?: string | undefined; body: ImportRecipeBody } & RequestOptions): Promise<Result<RecipeResponse>>;
  /** The photo of a recipe. The photo of one of the family's own recipes; 404 without one. The `photo` of the recipe is this address with a `hash`, under which the photo never changes and may be cached for ever. Needs the scope `recipes:read`. */
  getRecipePhoto(input: { recipeId: string; hash?: string | undefined } & RequestOptions): Promise<Result<{ data: Blob }>>;
  /** Add to the shopping list. Adds lines as people write them, such as “2 l milk” or “500 g flour, 2 onions”. What is understood is added up with what the recipes need. A line stays on the lists of later weeks until it is bought. Needs the scope `lists:write`. */
  addItems(input: { weekOf: string; idempotencyKey?: string | undefined; body: AddItemsBody } & RequestOptions): Promise<Result<ChangedShoppingListResponse>>;
  /** Mark an item as bought. Marks an item as bought, or as still to buy. Needs the scope `lists:write`. */
  tickItem(input: { weekOf: string; itemId: string; idempotencyKey?: string | undefined; body: TickItemBody } & RequestOptions): Promise<Result<ChangedShoppingListResponse>>;
  /** Remove an item. A line that somebody added is taken back. What a recipe needs is removed from the list of this week and not counted as bought. Needs the scope `lists:write`. */
  removeItem(input: { weekOf: string; itemId: string; idempotencyKey?: string | undefined } & RequestOptions): Promise<Result<ChangedShoppingListResponse>>;
  /** The pantry. What the family has at home. Shopping lists leave it out. Needs the scope `pantry:read`. */
  getPantry(input?: RequestOptions): Promise<Result<PantryResponse>>;
  /** Add to the pantry. Adds foods as people write them, such as “500 g flour, 2 onions”, each to what is there. Needs the scope `pantry:write`. */
  addToPantry(input: { ifMatch?: string | undefined; idempotencyKey?: string | undefined; body: AddToPantryBody } & RequestOptions): Promise<Result<PantryResponse>>;
  /** Set how much of a food is in the pantry. Replaces all entries of this food by one. The pantry has at most 500 entries. Needs the scope `pantry:write`. */
  putPantryFood(input: { foodId: string; ifMatch?: string | undefined; idempotencyKey?: string | undefined; body: PutPantryFoodBody } & RequestOptions): Promise<Result<PantryResponse>>;
  /** Remove a food from the pantry. Removes all entries of this food. 404 if there is none. Needs the scope `pantry:write`. */
  deletePantryFood(input: { foodId: string; ifMatch?: string | undefined; idempotencyKey?: string | undefined } & RequestOptions): Promise<Result<PantryResponse>>;
};

/** Method and path of each operation. */
export const OPERATIONS = {
  getCurrentMealPlan: 'GET /api/meal-plans/v1/current',
  getNextMealPlan: 'GET /api/meal-plans/v1/next',
  getMealPlan: 'GET /api/meal-plans/v1/{weekOf}',
  getRecipe: 'GET /api/recipes/v1/{recipeId}',
  putRecipe: 'PUT /api/recipes/v1/{recipeId}',
  deleteRecipe: 'DELETE /api/recipes/v1/{recipeId}',
  getCurrentShoppingList: 'GET /api/shopping-lists/v1/current',
  getNextShoppingList: 'GET /api/shopping-lists/v1/next',
  getShoppingList: 'GET /api/shopping-lists/v1/{weekOf}',
  listMealPlans: 'GET /api/meal-plans/v1',
  putMeal: 'PUT /api/meal-plans/v1/{weekOf}/{day}/{slot}',
  deleteMeal: 'DELETE /api/meal-plans/v1/{weekOf}/{day}/{slot}',
  editMealPlans: 'POST /api/meal-plans/v1/edits',
  searchRecipes: 'GET /api/recipes/v1',
  addRecipe: 'POST /api/recipes/v1',
  importRecipe: 'POST /api/recipes/v1/import',
  getRecipePhoto: 'GET /api/recipes/v1/{recipeId}/photo',
  addItems: 'POST /api/shopping-lists/v1/{weekOf}/items',
  tickItem: 'PATCH /api/shopping-lists/v1/{weekOf}/items/{itemId}',
  removeItem: 'DELETE /api/shopping-lists/v1/{weekOf}/items/{itemId}',
  getPantry: 'GET /api/pantry/v1',
  addToPantry: 'POST /api/pantry/v1',
  putPantryFood: 'PUT /api/pantry/v1/{foodId}',
  deletePantryFood: 'DELETE /api/pantry/v1/{foodId}',
} as const;
