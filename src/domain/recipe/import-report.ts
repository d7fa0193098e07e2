/** What an import of another app's recipes would do or has done: the report that people read before they decide. */
import type { ImportFormat } from './import-formats.ts';

export type ImportReport = {
  /** The apps that the file is from. */
  readonly formats: readonly ImportFormat[];
  /** Recipes in the file, those that are added, and those that take the place of one that the family had. */
  readonly recipes: number;
  readonly newRecipes: number;
  readonly replacedRecipes: number;
  /** Of the new recipes, those with a photo. */
  readonly photos: number;
  /** Ingredient lines of the new recipes. */
  readonly lines: number;
  readonly understoodLines: number;
  readonly meals: number;
  readonly listLines: number;
  /** The file is Weekfare's own export: preferences, pantry, prices, answers, stars and rejected dishes come along. */
  readonly hasFamilyData?: true;
  readonly leftOut: readonly LeftOut[];
  /** The recipes of the file in its order: of one with thousands, the first. All are imported. */
  readonly details: readonly ReportedRecipe[];
};

export type ReportedRecipe = {
  readonly title: string;
  /** `new`, or why it is not stored. */
  readonly status: RecipeStatus;
  /** The title of the family's recipe, if it is the same one under another name. */
  readonly sameAs?: string;
  /** New, but perhaps the same as another one: somebody decides. */
  readonly similar?: SimilarRecipe;
  readonly lines: number;
  /** Ingredient lines that are not understood. */
  readonly unclear: readonly string[];
  /** Fields of which the end was too long. */
  readonly shortened: readonly string[];
};

/** A recipe of the family or, if `isInFile`, of the same file: with the same title, or from the same page. */
export type SimilarRecipe = {
  readonly title: string;
  readonly by: 'title' | 'address';
  readonly isInFile?: true;
};

/** What to do with a recipe that is similar to one of the family. */
export const SIMILAR_CHOICES = ['keep', 'skip', 'replace'] as const;
export type SimilarChoice = (typeof SIMILAR_CHOICES)[number];

export type RecipeStatus =
  | 'new'
  /** The family has it from an earlier import, or it is in the file twice. */
  | 'earlier-import'
  /** The family has a recipe with the same title and nearly the same ingredients and steps. */
  | 'same-recipe'
  | 'too-long';

/** `count` is how often: one entry stands for the ratings of all recipes. `name` is that of a file, recipe, slot or kind of data. */
export type LeftOut = { readonly code: LeftOutCode; readonly name?: string; readonly count: number };

/** What is left out, and why. The web app has its own texts for these codes. */
export const LEFT_OUT = {
  'pictures-not-in-file': ['pictures', 'the export names them and does not contain them'],
  'picture-unusable': [
    'picture',
    'it is a PNG or of another format than JPEG and WebP, has more than 400 kB or 1,600 pixels, or is damaged',
  ],
  'pictures-full': ['pictures', 'the family has no room for more photos'],
  'more-pictures': ['more pictures', 'a recipe has one photo'],
  ratings: ['ratings', 'in Weekfare every eater rates a dish'],
  tools: ['kitchen tools', 'Weekfare does not list tools'],
  attachments: ['attached files', 'Weekfare keeps no files beside a recipe'],
  difficulty: ['levels of difficulty', 'Weekfare knows the minutes of a recipe, not its difficulty'],
  trashed: ['recipe', 'it is in the trash of its app'],
  favourites: ['favourites', 'Weekfare learns what a family likes from its ratings'],
  links: ['links between recipes', 'both recipes are imported, each by itself'],
  expenses: ['expenses', 'Weekfare has no expenses'],
  'list-names': ['shopping lists', 'the export has their names and not their items'],
  ticked: ['ticked items of shopping lists', 'they are bought'],
  'list-limit': ['items of shopping lists', 'only the first 300 are taken'],
  'list-full': ['shopping lists', 'the list of this week has no room for them'],
  'no-recipe': ['file', 'it has no recipe in a format that we know'],
  'no-title': ['file', 'the recipe has no title'],
  'too-long': ['recipe', 'it is longer than 100 kB'],
  shortened: ['the end of a recipe', 'a text in it is too long'],
  'more-files': ['more files', 'they have no recipe'],
  'meal-without-date': ['planned meals', 'they have no date'],
  'meal-without-recipe': ['planned meals', 'their recipe is not imported'],
  'meal-taken': ['planned meals', 'there is a meal in their place already'],
  'meal-slot': ['planned meals', 'Weekfare plans breakfast, lunch and dinner'],
  account: ['members, keys, links and the log', 'they belong to the family that was exported'],
  'has-own': ['data of the family', 'the family has its own'],
  'other-currency': ['prices', 'they are in another currency'],
  'not-valid': ['data of the family', 'it names somebody or something that does not exist here'],
  'week-out-of-range': [
    'weeks of the plan',
    'they are too many years away, or the family has no room for them',
  ],
} as const satisfies Record<string, readonly [what: string, why: string]>;

export type LeftOutCode = keyof typeof LEFT_OUT;

/** Why a file is refused as a whole. */
export type ArchiveFault =
  | 'no-recipe'
  | 'too-large'
  | 'too-many-files'
  | 'unpacks-too-large'
  | 'nested'
  | 'bad-name'
  | 'password'
  | 'link'
  | 'compression'
  | 'damaged';
