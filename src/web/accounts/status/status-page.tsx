/** A page with a message instead of content: an illustration, a title, an explanation and one action. */
import type { ReactNode } from 'react';
import { PageHeader } from '#web/base/ui/page.tsx';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { EmptyPlate } from '#web/accounts/illustrations.tsx';

export function StatusPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <AuthLayout>
      <EmptyPlate />
      <PageHeader title={title} lead={lead} />
      {children}
    </AuthLayout>
  );
}
