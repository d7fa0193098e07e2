/** Every endpoint: of the public API, by key, and of the web app's API, by session. */
import { accountEndpoints } from '#http/endpoints/account/account.ts';
import { apiKeyEndpoints } from '#http/endpoints/keys-and-links/api-keys.ts';
import { calendarLinkEndpoints } from '#http/endpoints/keys-and-links/calendar-links.ts';
import { changeEndpoints } from '#http/endpoints/plan/changes.ts';
import { displayEndpoints } from '#http/endpoints/keys-and-links/displays.ts';
import { earlierMealEndpoints } from '#http/endpoints/plan/earlier-meals.ts';
import { emailEndpoints } from '#http/endpoints/account/emails.ts';
import { eventEndpoints } from '#http/endpoints/events.ts';
import { familyEndpoints } from '#http/endpoints/account/family.ts';
import { importEndpoints } from '#http/endpoints/imports.ts';
import { identityEndpoints } from '#http/endpoints/account/identities.ts';
import { foodEndpoints } from '#http/endpoints/recipe/foods.ts';
import { lineEndpoints } from '#http/endpoints/recipe/lines.ts';
import { listLinkEndpoints } from '#http/endpoints/keys-and-links/list-links.ts';
import { listEndpoints } from '#http/endpoints/shopping-list/lists.ts';
import { memberEndpoints } from '#http/endpoints/account/members.ts';
import { nutritionEndpoints } from '#http/endpoints/recipe/nutrition.ts';
import { accountRecoveryEndpoints } from '#http/endpoints/account/account-recovery.ts';
import { warningEndpoints } from '#http/endpoints/recipe/warnings.ts';
import { pantryEndpoints } from '#http/endpoints/shopping-list/pantry.ts';
import { passkeyEndpoints } from '#http/endpoints/account/passkeys.ts';
import { photoEndpoints } from '#http/endpoints/recipe/photos.ts';
import { pictureEndpoints } from '#http/endpoints/recipe/pictures.ts';
import { planEndpoints } from '#http/endpoints/plan/plans.ts';
import { plannerEndpoints } from '#http/endpoints/plan/planner.ts';
import { preferencesEndpoints } from '#http/endpoints/plan/preferences.ts';
import { priceEndpoints } from '#http/endpoints/shopping-list/prices.ts';
import { reauthenticationEndpoints } from '#http/endpoints/account/reauthentication.ts';
import { recipeImportEndpoints } from '#http/endpoints/recipe/recipe-import.ts';
import { recipeNoteEndpoints } from '#http/endpoints/recipe/recipe-notes.ts';
import { recipeEndpoints } from '#http/endpoints/recipe/recipes.ts';
import { weekExceptionEndpoints } from '#http/endpoints/plan/week-exceptions.ts';
import { menuEndpoints } from '#http/endpoints/plan/menus.ts';
import { rejectedDishEndpoints } from '#http/endpoints/plan/rejected-dishes.ts';
import { securityEndpoints } from '#http/endpoints/account/security.ts';
import { suggestionEndpoints } from '#http/endpoints/recipe/suggestions.ts';
import { starEndpoints } from '#http/endpoints/recipe/stars.ts';
import { webhookEndpoints } from '#http/endpoints/keys-and-links/webhooks.ts';
import { publicEventEndpoints } from '#http/endpoints/public-events.ts';
import { publicMealPlanChanges } from '#http/endpoints/plan/public-meal-plan-changes.ts';
import { publicMealPlanEndpoints } from '#http/endpoints/plan/public-meal-plans.ts';
import { publicRecipeChanges } from '#http/endpoints/recipe/public-recipe-changes.ts';
import { publicRecipeEndpoints } from '#http/endpoints/recipe/public-recipes.ts';
import { publicListChanges } from '#http/endpoints/shopping-list/public-list-changes.ts';
import { publicListEndpoints } from '#http/endpoints/shopping-list/public-lists.ts';
import { publicPantryEndpoints } from '#http/endpoints/shopping-list/public-pantry.ts';

/** In the order of the API description. */
export const KEY_ENDPOINTS = [
  ...publicMealPlanEndpoints,
  ...publicRecipeEndpoints,
  ...publicListEndpoints,
  ...publicMealPlanChanges,
  ...publicRecipeChanges,
  ...publicListChanges,
  ...publicPantryEndpoints,
  ...publicEventEndpoints,
];

export const APP_ENDPOINTS = [
  ...accountEndpoints,
  ...reauthenticationEndpoints,
  ...accountRecoveryEndpoints,
  ...emailEndpoints,
  ...securityEndpoints,
  ...passkeyEndpoints,
  ...identityEndpoints,
  ...familyEndpoints,
  ...memberEndpoints,
  ...apiKeyEndpoints,
  ...planEndpoints,
  ...changeEndpoints,
  ...earlierMealEndpoints,
  ...preferencesEndpoints,
  ...weekExceptionEndpoints,
  ...starEndpoints,
  ...menuEndpoints,
  ...rejectedDishEndpoints,
  ...plannerEndpoints,
  ...recipeImportEndpoints,
  ...importEndpoints,
  ...recipeEndpoints,
  ...suggestionEndpoints,
  ...recipeNoteEndpoints,
  ...nutritionEndpoints,
  ...pictureEndpoints,
  ...photoEndpoints,
  ...warningEndpoints,
  ...foodEndpoints,
  ...lineEndpoints,
  ...listEndpoints,
  ...pantryEndpoints,
  ...priceEndpoints,
  ...eventEndpoints,
  ...displayEndpoints,
  ...listLinkEndpoints,
  ...calendarLinkEndpoints,
  ...webhookEndpoints,
];
