/** The route table of the web app's API. */
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { calendarLinkRoutes } from './routes/calendar-links.ts';
import { changeRoutes } from './routes/changes.ts';
import { displayRoutes } from './routes/displays.ts';
import { earlierMealRoutes } from './routes/earlier-meals.ts';
import { emailRoutes } from './routes/emails.ts';
import { eventRoutes } from './routes/events.ts';
import { familyRoutes } from './routes/family.ts';
import { importRoutes } from './routes/imports.ts';
import { identityRoutes } from './routes/identities.ts';
import { foodRoutes } from './routes/foods.ts';
import { lineRoutes } from './routes/lines.ts';
import { listLinkRoutes } from './routes/list-links.ts';
import { listRoutes } from './routes/lists.ts';
import { memberRoutes } from './routes/members.ts';
import { nutritionRoutes } from './routes/nutrition.ts';
import { waysBackRoutes } from './routes/ways-back.ts';
import { warningRoutes } from './routes/warnings.ts';
import { pantryRoutes } from './routes/pantry.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { photoRoutes } from './routes/photos.ts';
import { pictureRoutes } from './routes/pictures.ts';
import { planRoutes } from './routes/plans.ts';
import { plannerRoutes } from './routes/planner.ts';
import { preferencesRoutes } from './routes/preferences.ts';
import { priceRoutes } from './routes/prices.ts';
import { proofRoutes } from './routes/proof.ts';
import { recipeImportRoutes } from './routes/recipe-import.ts';
import { recipeNoteRoutes } from './routes/recipe-notes.ts';
import { recipeRoutes } from './routes/recipes.ts';
import { refusalRoutes } from './routes/refusals.ts';
import { securityRoutes } from './routes/security.ts';
import { starRoutes } from './routes/stars.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export const APP_ROUTES = [
  ...accountRoutes,
  ...proofRoutes,
  ...waysBackRoutes,
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
