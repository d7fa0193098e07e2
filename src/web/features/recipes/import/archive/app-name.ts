/** The names of the apps whose exports we read. */
const NAMES: Readonly<Record<string, string>> = {
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
};

/** The app that a file is from, or its name if it is from none or from several. */
export function appName(formats: readonly string[], fileName: string): string {
  const names = new Set(formats.map((format) => NAMES[format]));
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : fileName;
}
