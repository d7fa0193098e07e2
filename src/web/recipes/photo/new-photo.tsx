/** The photo of a recipe that is not stored yet. */
import { PhotoPicker } from './photo-picker.tsx';
import { previewOf } from './photo-requests.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

type NewPhotoProps = {
  photo: PreparedPhoto | undefined;
  onChange: (photo: PreparedPhoto | undefined) => void;
};

export function NewPhoto({ photo, onChange }: NewPhotoProps) {
  return (
    <PhotoPicker
      className="recipe-form-photo"
      hasPhoto={photo !== undefined}
      onPhoto={onChange}
      onRemove={() => onChange(undefined)}
    >
      {photo && (
        <span className="dish-place">
          <img className="dish-picture dish-photo" src={previewOf(photo)} alt="" />
        </span>
      )}
    </PhotoPicker>
  );
}
