/** Asks once more before something ends, says what that means, and why it did not work if it did not. */
import { type ReactNode, useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { useTranslation } from '#web/i18n/translation.ts';

type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** What the button says: what will happen, not "OK". */
  action: string;
  /** What the other one says. */
  keep?: string;
  run: () => Promise<void>;
  onClose: () => void;
};

/** It closes when the work is done, and stays with the reason when it was refused. */
export function Confirm({ title, children, action, keep, run, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const go = async () => {
    setBusy(true);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(problemText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Actions>
        <Button onClick={onClose}>{keep ?? t('profile.keep')}</Button>
        <Button kind="danger" busy={isBusy} onClick={() => void go()}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
