/** The route table of the web app's API. */
import { accountRoutes } from '#http/endpoints/account/account.ts';
import { apiKeyRoutes } from '#http/endpoints/keys-and-links/api-keys.ts';
import { calendarLinkRoutes } from '#http/endpoints/keys-and-links/calendar-links.ts';
import { changeRoutes } from '#http/endpoints/plan/changes.ts';
import { displayRoutes } from '#http/endpoints/keys-and-links/displays.ts';
import { earlierMealRoutes } from '#http/endpoints/plan/earlier-meals.ts';
import { emailRoutes } from '#http/endpoints/account/emails.ts';
import { eventRoutes } from '#http/endpoints/events.ts';
import { familyRoutes } from '#http/endpoints/account/family.ts';
import { importRoutes } from '#http/endpoints/imports.ts';
import { identityRoutes } from '#http/endpoints/account/identities.ts';
import { foodRoutes } from '#http/endpoints/recipe/foods.ts';
import { lineRoutes } from '#http/endpoints/recipe/lines.ts';
import { listLinkRoutes } from '#http/endpoints/keys-and-links/list-links.ts';
import { listRoutes } from '#http/endpoints/shopping-list/lists.ts';
import { memberRoutes } from '#http/endpoints/account/members.ts';
import { nutritionRoutes } from '#http/endpoints/recipe/nutrition.ts';
import { accountRecoveryRoutes } from '#http/endpoints/account/account-recovery.ts';
import { warningRoutes } from '#http/endpoints/recipe/warnings.ts';
import { pantryRoutes } from '#http/endpoints/shopping-list/pantry.ts';
import { passkeyRoutes } from '#http/endpoints/account/passkeys.ts';
import { photoRoutes } from '#http/endpoints/recipe/photos.ts';
import { pictureRoutes } from '#http/endpoints/recipe/pictures.ts';
import { planRoutes } from '#http/endpoints/plan/plans.ts';
import { plannerRoutes } from '#http/endpoints/plan/planner.ts';
import { preferencesRoutes } from '#http/endpoints/plan/preferences.ts';
import { priceRoutes } from '#http/endpoints/shopping-list/prices.ts';
import { proofRoutes } from '#http/endpoints/account/proof.ts';
import { recipeImportRoutes } from '#http/endpoints/recipe/recipe-import.ts';
import { recipeNoteRoutes } from '#http/endpoints/recipe/recipe-notes.ts';
import { recipeRoutes } from '#http/endpoints/recipe/recipes.ts';
import { refusalRoutes } from '#http/endpoints/plan/refusals.ts';
import { securityRoutes } from '#http/endpoints/account/security.ts';
import { starRoutes } from '#http/endpoints/recipe/stars.ts';
import { webhookRoutes } from '#http/endpoints/keys-and-links/webhooks.ts';

export const APP_ROUTES = [
  ...accountRoutes,
  ...proofRoutes,
  ...accountRecoveryRoutes,
  ...emailRoutes,
  ...securityRoutes,
  ...passkeyRoutes,
  ...identityRoutes,
  ...familyRoutes,
  ...memberRoutes,
  ...apiKeyRoutes,
  ...planRoutes,
  ...changeRoutes,
  ...earlierMealRoutes,
  ...preferencesRoutes,
  ...starRoutes,
  ...refusalRoutes,
  ...plannerRoutes,
  ...recipeImportRoutes,
  ...importRoutes,
  ...recipeRoutes,
  ...recipeNoteRoutes,
  ...nutritionRoutes,
  ...pictureRoutes,
  ...photoRoutes,
  ...warningRoutes,
  ...foodRoutes,
  ...lineRoutes,
  ...listRoutes,
  ...pantryRoutes,
  ...priceRoutes,
  ...eventRoutes,
  ...displayRoutes,
  ...listLinkRoutes,
  ...calendarLinkRoutes,
  ...webhookRoutes,
];
