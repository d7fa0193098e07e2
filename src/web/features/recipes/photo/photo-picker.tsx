/** The picture of an own recipe with a button to take, choose or remove its photo. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#web/base/ui/button.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { preparePhoto, type PreparedPhoto } from './prepare-photo.ts';
import { photoFailure } from './photo-requests.ts';
import './photo-picker.css';

const CAMERA = 'M4 8h4l2-3h4l2 3h4v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z';

type PickerProps = {
  /** The picture, drawn or photo. */
  children: ReactNode;
  className: string;
  hasPhoto: boolean;
  /** The button is an icon on the picture. */
  isOnPicture?: boolean;
  onPhoto: (photo: PreparedPhoto) => Promise<void> | void;
  onRemove: () => Promise<void> | void;
};

export function PhotoPicker({
  children,
  className,
  hasPhoto,
  isOnPicture = false,
  onPhoto,
  onRemove,
}: PickerProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const failureId = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (work: () => Promise<void> | void) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(photoFailure(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={`photo-picker ${className}`} aria-busy={isBusy}>
      {children}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // So that the same file can be chosen again.
          target.value = '';
          if (file) void run(async () => onPhoto(await preparePhoto(file)));
        }}
      />
      <PhotoButton
        hasPhoto={hasPhoto && !isBusy}
        isOnPicture={isOnPicture}
        isBusy={isBusy}
        onChoose={() => input.current?.click()}
        onRemove={() => void run(onRemove)}
      />
      {failure && (
        <p id={failureId} className="photo-failure" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

type ButtonProps = {
  hasPhoto: boolean;
  isOnPicture: boolean;
  isBusy: boolean;
  onChoose: () => void;
  onRemove: () => void;
};

/** Adds a photo, or opens a menu if there is one. */
function PhotoButton({ hasPhoto, isOnPicture, isBusy, onChoose, onRemove }: ButtonProps) {
  const { t } = useTranslation();
  const camera = <Drawing path={CAMERA} size={20} />;
  if (hasPhoto) {
    return (
      <Menu label={t('recipes.photo-change')} button={camera} buttonClass="button button-icon photo-button">
        <MenuItem icon={camera} onSelect={onChoose}>
          {t('recipes.photo-other')}
        </MenuItem>
        <MenuItem isDanger icon={<Icon name="trash" />} onSelect={onRemove}>
          {t('recipes.photo-remove')}
        </MenuItem>
      </Menu>
    );
  }
  if (isOnPicture) {
    return (
      <button
        type="button"
        className="button button-icon photo-button"
        aria-label={t('recipes.photo-add')}
        title={t('recipes.photo-add')}
        disabled={isBusy}
        onClick={onChoose}
      >
        {camera}
      </button>
    );
  }
  return (
    <Button busy={isBusy} icon={camera} onClick={onChoose}>
      {t('recipes.photo-add')}
    </Button>
  );
}
