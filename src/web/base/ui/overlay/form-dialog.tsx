/** A dialog with a form and the button that sends it. */
import type { ReactNode } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import type { useForm } from '#web/base/ui/form/form.ts';

type FormDialogProps = {
  title: string;
  /** Above the form. */
  lead?: ReactNode;
  form: ReturnType<typeof useForm>;
  className?: string;
  /** The label of the button. */
  action: string;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({ title, lead, form, className, action, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <form {...form.props} className={`section-form ${className ?? ''}`}>
        {children}
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
