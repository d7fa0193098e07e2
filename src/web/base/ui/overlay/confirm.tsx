/** A confirmation dialog: explains the consequence and shows the error if the action fails. */
import { type ReactNode, useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The button's label names the action, not "OK". */
  action: string;
  /** The label of the other button. */
  cancelLabel?: string;
  run: () => Promise<void>;
  /** A more specific text for an error; undefined for the usual one. */
  explain?: (error: unknown) => string | undefined;
  onClose: () => void;
};

/** Closes after success and stays open with the reason after a failure. */
export function Confirm({ title, children, action, cancelLabel, run, explain, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const go = async () => {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(explain?.(error) ?? problemText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Actions>
        <Button onClick={onClose}>{cancelLabel ?? t('profile.keep')}</Button>
        <Button kind="danger" busy={isBusy} onClick={() => void go()}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
