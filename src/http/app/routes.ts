/** The route table of the web app's API. */
import { accountRoutes } from './account.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { changeRoutes } from './changes.ts';
import { displayRoutes } from './displays.ts';
import { eventRoutes } from './events.ts';
import { familyRoutes } from './family.ts';
import { foodRoutes } from './foods.ts';
import { listRoutes } from './lists.ts';
import { memberRoutes } from './members.ts';
import { nutritionRoutes } from './nutrition.ts';
import { pantryRoutes } from './pantry.ts';
import { planRoutes } from './plans.ts';
import { plannerRoutes } from './planner.ts';
import { preferencesRoutes } from './preferences.ts';
import { priceRoutes } from './prices.ts';
import { recipeRoutes } from './recipes.ts';
import { starRoutes } from './stars.ts';

export const APP_ROUTES = [
  ...accountRoutes,
  ...familyRoutes,
  ...memberRoutes,
  ...apiKeyRoutes,
  ...planRoutes,
  ...changeRoutes,
  ...preferencesRoutes,
  ...starRoutes,
  ...plannerRoutes,
  ...recipeRoutes,
  ...nutritionRoutes,
  ...foodRoutes,
  ...listRoutes,
  ...pantryRoutes,
  ...priceRoutes,
  ...eventRoutes,
  ...displayRoutes,
];
