/** The photo of a recipe that is not stored yet. */
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useSync } from '#web/data/sync.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { previewOf } from './photo-requests.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

type NewPhotoProps = {
  photo: PreparedPhoto | undefined;
  onChange: (photo: PreparedPhoto | undefined) => void;
};

export function NewPhoto({ photo, onChange }: NewPhotoProps) {
  const { t } = useTranslation();
  const { isOnline } = useSync();
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
      {!isOnline && (
        <p className="photo-offline" role="status">
          {t('recipes.photo-not-queued')}
        </p>
      )}
    </PhotoPicker>
  );
}
