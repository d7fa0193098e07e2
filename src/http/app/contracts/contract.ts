/**
 * The contract between the web app and its API: the body of every response, and of the requests that the web app
 * composes from types of its own. Types only, and only of domain, so that pages can import them without the server.
 * The functions that define a route (route.ts) check every handler against `Responses`.
 */
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import type { Currency } from '#domain/family/currency.ts';
import type { Role } from '#domain/family/family.ts';
import type { Creator } from '#domain/family/creator.ts';
import type { Cost } from '#domain/food/cost.ts';
import type { Nutrition } from '#domain/food/nutrition.ts';
import type { EarlierMeal, Meal, Place, Plan, Plans } from '#domain/plan/plan.ts';
import type { NameStyle, Preferences } from '#domain/preferences/preferences.ts';
import type { StartStep } from '#domain/preferences/start-steps.ts';
import type { DishFacts, WarnedMeal, Warning, WarningsByMeal } from '#domain/preferences/warnings.ts';
import type { Alternative, Proposal } from '#domain/proposal/proposal.ts';
import type { LineStatus } from '#domain/recipe/line-status.ts';
import type { RecipeCard } from '#domain/recipe/recipe-card.ts';
import type { RecipeNotes } from '#domain/recipe/recipe-note.ts';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { PricedFood } from '#domain/shopping-list/cost.ts';
import type { ListAisle, SharedItem, ShoppingList } from '#domain/shopping-list/item.ts';
import type * as account from './account-contract.ts';
import type { CalendarLinksResponse, NewCalendarLinkResponse } from './calendar-contract.ts';
import type * as imports from './import-contract.ts';
import type { ApiKeysResponse, NewApiKeyResponse } from './key-contract.ts';
import type { NewWebhookResponse, WebhooksResponse, WebhookTestResponse } from './webhook-contract.ts';

/** By method and path. A route that is not listed responds with 204 or a stream. */
export type Responses = {
  'GET /app/api/sign-up': account.SignUpModeResponse;
  'POST /app/api/sign-up': account.SignedInResponse;
  'POST /app/api/sign-in': account.SignedInResponse;
  'POST /app/api/join': account.SignedInResponse;
  'POST /app/api/invitation': account.InvitationFamilyResponse;
  'GET /app/api/sessions': account.SessionsResponse;
  'POST /app/api/members/:id/reset-link': account.NewResetLinkResponse;
  'POST /app/api/reset/look': account.ResetLinkResponse;
  'POST /app/api/reset': account.ResetResponse;
  'POST /app/api/recover': account.ResetResponse;
  'PUT /app/api/password': account.AccessEndedResponse;
  'POST /app/api/password': account.AccessEndedResponse;
  'GET /app/api/access': account.AccessResponse;
  'POST /app/api/access/end': account.AccessEndedResponse;
  'GET /app/api/recovery-codes': account.RecoveryCodesLeftResponse;
  'POST /app/api/recovery-codes': account.RecoveryCodesResponse;
  'GET /app/api/notices': account.NoticesResponse;
  'PUT /app/api/me/email': account.NewEmailResponse;
  'POST /app/api/email/look': account.EmailLinkResponse;
  'GET /app/api/security-events': account.SecurityEventsResponse;
  'GET /app/api/reauthentication': account.ReauthenticationMethodsResponse;
  'POST /app/api/passkeys/sign-in/options': account.PasskeyRequestResponse;
  'POST /app/api/passkeys/sign-in': account.SignedInResponse;
  'GET /app/api/passkeys': account.PasskeysResponse;
  'POST /app/api/passkeys/options': account.NewPasskeyOptionsResponse;
  'POST /app/api/passkeys': account.NewPasskeyResponse;
  'POST /app/api/reauthentication/passkey/options': account.PasskeyRequestResponse;
  'POST /app/api/oidc/start': account.AuthorizationUrlResponse;
  'POST /app/api/oidc/finish': account.AuthorizationResultResponse;
  'POST /app/api/oidc/sign-up': account.SignedInResponse;
  'POST /app/api/oidc/join': account.SignedInResponse;
  'GET /app/api/identities': account.IdentitiesResponse;
  'POST /app/api/identities/start': account.AuthorizationUrlResponse;
  'POST /app/api/reauthentication/oidc/start': account.AuthorizationUrlResponse;
  'GET /app/api/me': MeResponse;
  'GET /app/api/session': SessionResponse;
  'GET /app/api/members': MembersResponse;
  'GET /app/api/invitations': InvitationsResponse;
  'POST /app/api/invitations': NewInvitationResponse;
  'GET /app/api/keys': ApiKeysResponse;
  'POST /app/api/keys': NewApiKeyResponse;
  'POST /app/api/keys/:id/rotate': NewApiKeyResponse;
  'GET /app/api/displays': DisplaysResponse;
  'POST /app/api/displays': NewDisplayResponse;
  'GET /app/api/display': DisplayResponse;
  'GET /app/api/list-links': ListLinksResponse;
  'POST /app/api/list-links': NewListLinkResponse;
  'POST /app/api/shared-list': SharedListResponse;
  'GET /app/api/calendar-links': CalendarLinksResponse;
  'POST /app/api/calendar-links': NewCalendarLinkResponse;
  'GET /app/api/webhooks': WebhooksResponse;
  'POST /app/api/webhooks': NewWebhookResponse;
  'POST /app/api/webhooks/:id/rotate': NewWebhookResponse;
  'POST /app/api/webhooks/:id/test': WebhookTestResponse;
  'GET /app/api/plans/:week': PlanResponse;
  'GET /app/api/earlier-meals': EarlierMealsResponse;
  'POST /app/api/changes': PlansResponse;
  'GET /app/api/preferences': PreferencesResponse;
  'PUT /app/api/preferences': PreferencesResponse;
  'GET /app/api/stars': StarsResponse;
  'GET /app/api/recipe-notes': RecipeNotesResponse;
  'POST /app/api/recipe-notes': RecipeNotesResponse;
  'POST /app/api/weeks/:week/proposal': ProposalResponse;
  'POST /app/api/weeks/:week/alternatives': AlternativesResponse;
  'GET /app/api/recipes': RecipesResponse;
  'POST /app/api/recipes': RecipeResponse;
  'GET /app/api/recipes/:id': RecipeResponse;
  'PUT /app/api/recipes/:id': RecipeResponse;
  'PUT /app/api/recipes/:id/photo': PhotoResponse;
  'POST /app/api/recipes/:id/copy': RecipeResponse;
  'POST /app/api/recipes/understand': IngredientLinesResponse;
  'POST /app/api/recipes/read': imports.ReadRecipeResponse;
  'POST /app/api/recipes/check': imports.RecipeCheckResponse;
  'GET /app/api/imports': imports.ImportsResponse;
  'POST /app/api/imports/report': imports.ImportReportResponse;
  'POST /app/api/imports': imports.ImportResponse;
  'POST /app/api/imports/:id/undo': imports.UndoneImportResponse;
  'GET /app/api/nutrition': NutritionResponse;
  'GET /app/api/pictures': PicturesResponse;
  'POST /app/api/warnings': WarningsResponse;
  'GET /app/api/foods': FoodsResponse;
  'GET /app/api/lists/:week': ListResponse;
  'POST /app/api/lists/:week/operations': ListResponse;
  'GET /app/api/lists/:week/costs': ListCostsResponse;
  'GET /app/api/pantry': PantryResponse;
  'PUT /app/api/pantry': PantryResponse;
};

/** The requests that the web app composes from the types below. */
export type Requests = {
  'POST /app/api/changes': ChangeRequest;
  'PUT /app/api/preferences': SavedPreferences;
  'PUT /app/api/rejected-dishes': RejectedDishRequest;
  'POST /app/api/weeks/:week/proposal': ProposalRequest;
  'POST /app/api/weeks/:week/alternatives': AlternativesRequest;
};

export type MeResponse = {
  /** `eaterId`: who of the eaters the member is; null for none. */
  member: {
    id: string;
    email: string;
    role: Role;
    eaterId: string | null;
    /** Absent, like the next two, in what a device cached before they existed. */
    isEmailConfirmed?: boolean;
    /** The address that becomes the email when its link is opened. */
    newEmail?: string | null;
    /** Of mails; null if none was chosen. */
    language?: string | null;
  };
  family: {
    id: string;
    name: string;
    timeZone: string;
    /** Until when; also `none` and `forever`. */
    premium: string;
    hasPremium: boolean;
    units: UnitSystem;
    /** Of all amounts of money. Null if it is not known; absent in what a device cached before it existed. */
    currency?: Currency | null;
    /** Whether an eater has an allergy, a diet or a food that they never eat: only then dishes have warnings. */
    hasEaterRules: boolean;
    /** Whether the family wants to see calories and other nutrition figures. */
    showsNutrition: boolean;
    /** First steps to do. Absent in what a device cached before they existed. */
    openSteps?: StartStep[];
  };
  /** Whether there is something that the member must be told. */
  hasNotices: boolean;
};

/** Null if nobody is signed in. */
export type SessionResponse = { me: MeResponse | null };

export type Member = { id: string; email: string; role: Role; createdAt: string; eaterId: string | null };
export type MembersResponse = { members: Member[] };

/** `email`: to which the link was sent; null for one that its creator passes on. */
export type Invitation = {
  id: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
  createdBy: Creator;
  email: string | null;
};
export type InvitationsResponse = { invitations: Invitation[] };
/** The link is in this response only; null if it is sent by mail. */
export type NewInvitationResponse = { id: string; link: string | null; expiresAt: string };

export type DisplayLink = {
  id: string;
  name: string;
  createdAt: string;
  lastSeenAt: string | null;
  expiresAt: string | null;
  createdBy: Creator;
};
export type DisplaysResponse = { displays: DisplayLink[] };
/** The link is in this response only. */
export type NewDisplayResponse = { id: string; link: string };

/** What a kitchen display shows: the plans of this week and the next. */
export type DisplayResponse = {
  family: { name: string; timeZone: string };
  plans: Plans;
  /** With names as the family has chosen for displays. */
  warnings: WarningsByMeal;
  pictures: PicturesByRecipe;
};

/** A link to the list of the current week, for people without an account. */
export type ListLink = { id: string; createdAt: string; expiresAt: string; createdBy: Creator };
export type ListLinksResponse = { listLinks: ListLink[] };
/** The link is in this response only. */
export type NewListLinkResponse = { id: string; link: string; expiresAt: string };
/** What is still to be bought, by aisle, and what the family may have at home. */
export type SharedListResponse = {
  familyName: string;
  week: string;
  /** The number of the family's last change, from which on the events report changes. */
  version: number;
  aisles: { aisle: ListAisle; items: SharedItem[] }[];
  asked: SharedItem[];
  /** How many things are in the trolley already. */
  done: number;
};

/** `lastChange` is the number of the family's last change, whatever it concerned; it only grows. */
export type PlanResponse = { plan: Plan | null; lastChange: number };

export type EarlierMealsResponse = { meals: EarlierMeal[] };

/** One slot: the meal that was seen there, and the meal to put there. */
export type Edit = Place & { week: string; before: Meal | null; after: Meal | null };
/** `basis` is that of the proposal that is accepted. */
export type ChangeRequest = { id: string; edits: Edit[]; basis?: string | undefined };
/** The plans of the weeks that a change touched. */
type PlansResponse = { plans: Plans };

/** Version 0 means that no preferences were saved yet. */
export type SavedPreferences = { version: number; preferences: Preferences };
/** `tags`: what a rule can count, from all recipes of the family. */
export type PreferencesResponse = SavedPreferences & {
  tags: { proteins: string[]; cuisines: string[]; own: string[] };
};

/** After a change: of its recipe only. */
export type RecipeNotesResponse = { notes: RecipeNotes };

/** A dish that the family does not want for some time. */
type RejectedDishRequest = { recipeId: string };

/** By eater and recipe. */
export type StarsResponse = { stars: { [eaterId: string]: { [recipeId: string]: number } } };

/** A dish that stays where it is, and the later meal that eats its leftovers. */
export type Lock = Place & { recipeId: string; leftoversAt?: Place | undefined };
export type ProposalRequest = {
  seed?: number | undefined;
  locked?: Lock[] | undefined;
  /** The ids of recipes that the week must not contain. */
  avoided?: string[] | undefined;
};
/**
 * `plan` is the plan that the proposal was made for; `basis` identifies what it was computed from. `leftOut`: recurring
 * meals that are not for an eater, and why.
 */
export type ProposalResponse = {
  proposal: Proposal;
  basis: string;
  plan: Plan | null;
  leftOut: WarnedMeal[];
};
export type AlternativesRequest = { seed?: number | undefined; place: Place; meals: Lock[] };
export type AlternativesResponse = { alternatives: Alternative[] };

/** `sameTitle`: those with exactly the title that was searched, own ones first. `next` is the `after` of the next page, null at the end. */
export type RecipesResponse = { recipes: WarnedCard[]; sameTitle: string[]; next: string | null };
/** A card without what the warnings are computed from. */
export type WarnedCard = Omit<RecipeCard, keyof DishFacts> & { warnings: Warning[] };
export type RecipeResponse = { recipe: RecipeView & { warnings: Warning[] } };

/** `nameStyle` is for prints. */
export type WarningsResponse = { warnings: WarningsByMeal; nameStyle: NameStyle };

/** An ingredient line as it was typed, and what was understood of it. */
export type IngredientLineView = LineStatus & {
  text: string;
  isUnderstood: boolean;
  food?: string;
  foodName?: string;
  amount?: string;
  unit?: string;
  preparation?: string;
};
export type IngredientLinesResponse = { lines: IngredientLineView[] };

/** Of one serving, by recipe. */
export type NutritionResponse = { nutrition: { [recipeId: string]: Nutrition } };
export type PicturesResponse = { pictures: PicturesByRecipe };
/** The text of the picture (domain/photo). */
export type PhotoResponse = { picture: string };

/** The first name is the one to show. */
export type NamedFood = { id: string; names: string[] };
/** All foods that people call by one of the names; the title says so. Its id is its key, `group:…`. */
type NamedFoodGroup = NamedFood & { title: string };
/** `own`: what the family calls foods that the catalogue calls otherwise; a food may be there more than once. */
export type FoodsResponse = { groups: NamedFoodGroup[]; foods: NamedFood[]; own: NamedFood[] };

export type PantryEntry = {
  foodId: string;
  name: string;
  quantityText?: string | undefined;
  bestBefore?: string | undefined;
};
export type PantryResponse = { version: number; entries: PantryEntry[] };

export type ListResponse = {
  list: ShoppingList;
  /** The number of the family's last change; it only grows. */
  version: number;
  /** How many operations changed an item; it only grows. */
  versions: { [itemId: string]: number };
  units: UnitSystem;
  pantry: PantryEntry[];
  cost: Cost;
  /** By food: whom it may harm. */
  warnings: { [foodId: string]: Warning[] };
};
export type ListCostsResponse = { cost: Cost; units: UnitSystem; foods: PricedFood[] };
