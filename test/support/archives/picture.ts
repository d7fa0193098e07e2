/** The picture of the samples: a grey square, with and without what a camera adds. */
import { locatedPhoto, makeJpeg } from '../photos.ts';

export const PICTURE = makeJpeg();
export const DIRTY_PICTURE = locatedPhoto(PICTURE, 1);
