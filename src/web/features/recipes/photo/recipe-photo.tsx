/** The picture of a recipe. That of an own recipe can be replaced by a photo, which is stored at once. */
import { parsePhoto } from '#domain/photo/photo.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import type { WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { removePhoto, sendPhoto } from './photo-requests.ts';

export function RecipePhoto({ recipe, className }: { recipe: WarnedRecipe; className: string }) {
  const { id, own, picture } = recipe;
  if (!own) return <DishPicture className={className} picture={picture} />;
  return (
    <PhotoPicker
      className={className}
      isOnPicture
      hasPhoto={parsePhoto(picture) !== undefined}
      onPhoto={async (photo) => void (await sendPhoto(id, photo))}
      onRemove={() => removePhoto(id)}
    >
      <DishPicture className="photo-place" picture={picture} isLarge />
    </PhotoPicker>
  );
}
