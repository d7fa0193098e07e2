/** Files that are no recipes, by their names: pictures, videos, documents. They are read only if a recipe refers to them. */
const MEDIA =
  /\.(?:jpe?g|png|webp|gif|heic|heif|avif|bmp|tiff?|svg|ico|pdf|mov|mp4|m4v|webm|mp3|m4a|docx?|odt|css|js|woff2?)$/i;

export function isMediaFile(name: string): boolean {
  return MEDIA.test(name);
}

/** The folder in which the browser adds a small file of each picture in an archive, under the picture's whole name. */
export const SMALL_PICTURES = 'weekfare-small/';
