/** The end of a form: what went wrong, unless it is said at a field, and the button. */
import type { ReactNode } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { useForm } from './form.ts';

type SubmitProps = { form: ReturnType<typeof useForm>; kind?: 'primary'; children: ReactNode };

export function Submit({ form, kind, children }: SubmitProps) {
  return (
    <>
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
      <Button type="submit" busy={form.isBusy} {...(kind && { kind })}>
        {children}
      </Button>
    </>
  );
}
