/** The apps and file formats that an import can be from. */

/** The name of the app; empty where a file tells only its format. */
const IMPORT_FORMATS = {
  weekfare: 'Weekfare',
  mealie: 'Mealie',
  'mealie-backup': 'Mealie',
  tandoor: 'Tandoor',
  paprika: 'Paprika',
  'recipe-sage': 'RecipeSage',
  'nextcloud-cookbook': 'Nextcloud Cookbook',
  'kitchen-owl': 'KitchenOwl',
  'plan-to-eat': 'Plan to Eat',
  'my-recipe-box': 'My Recipe Box',
  'recipe-keeper': 'Recipe Keeper',
  'copy-me-that': 'CopyMeThat',
  mela: 'Mela',
  crouton: 'Crouton',
  chowdown: 'Chowdown',
  cooklang: 'Cooklang',
  'json-ld': '',
  'web-page': '',
} as const;

export type ImportFormat = keyof typeof IMPORT_FORMATS;
export const IMPORT_FORMAT_NAMES = Object.keys(IMPORT_FORMATS) as ImportFormat[];

/** The app that a file is from, or its name if it is from none or from several. */
export function appName(formats: readonly ImportFormat[], fileName: string): string {
  const [name, ...others] = new Set(formats.map((format) => IMPORT_FORMATS[format]));
  return name && others.length === 0 ? name : fileName;
}
