/** The route table of the web app's API. */
import { accountRoutes } from '#http/app/routes/account/account.ts';
import { apiKeyRoutes } from '#http/app/routes/keys-and-links/api-keys.ts';
import { calendarLinkRoutes } from '#http/app/routes/keys-and-links/calendar-links.ts';
import { changeRoutes } from '#http/app/routes/plan/changes.ts';
import { displayRoutes } from '#http/app/routes/keys-and-links/displays.ts';
import { earlierMealRoutes } from '#http/app/routes/plan/earlier-meals.ts';
import { emailRoutes } from '#http/app/routes/account/emails.ts';
import { eventRoutes } from './routes/events.ts';
import { familyRoutes } from '#http/app/routes/account/family.ts';
import { importRoutes } from './routes/imports.ts';
import { identityRoutes } from '#http/app/routes/account/identities.ts';
import { foodRoutes } from '#http/app/routes/recipe/foods.ts';
import { lineRoutes } from '#http/app/routes/recipe/lines.ts';
import { listLinkRoutes } from '#http/app/routes/keys-and-links/list-links.ts';
import { listRoutes } from '#http/app/routes/shopping-list/lists.ts';
import { memberRoutes } from '#http/app/routes/account/members.ts';
import { nutritionRoutes } from '#http/app/routes/recipe/nutrition.ts';
import { accountRecoveryRoutes } from '#http/app/routes/account/account-recovery.ts';
import { warningRoutes } from '#http/app/routes/recipe/warnings.ts';
import { pantryRoutes } from '#http/app/routes/shopping-list/pantry.ts';
import { passkeyRoutes } from '#http/app/routes/account/passkeys.ts';
import { photoRoutes } from '#http/app/routes/recipe/photos.ts';
import { pictureRoutes } from '#http/app/routes/recipe/pictures.ts';
import { planRoutes } from '#http/app/routes/plan/plans.ts';
import { plannerRoutes } from '#http/app/routes/plan/planner.ts';
import { preferencesRoutes } from '#http/app/routes/plan/preferences.ts';
import { priceRoutes } from '#http/app/routes/shopping-list/prices.ts';
import { proofRoutes } from '#http/app/routes/account/proof.ts';
import { recipeImportRoutes } from '#http/app/routes/recipe/recipe-import.ts';
import { recipeNoteRoutes } from '#http/app/routes/recipe/recipe-notes.ts';
import { recipeRoutes } from '#http/app/routes/recipe/recipes.ts';
import { refusalRoutes } from '#http/app/routes/plan/refusals.ts';
import { securityRoutes } from '#http/app/routes/account/security.ts';
import { starRoutes } from '#http/app/routes/recipe/stars.ts';
import { webhookRoutes } from '#http/app/routes/keys-and-links/webhooks.ts';

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
