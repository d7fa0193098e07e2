/**
 * Shows a reload button when a page throws, or when its script cannot be loaded because the device is offline
 * or a new version has replaced it. Error boundaries exist only as classes.
 */
import { Component, type ReactNode } from 'react';
import { Button } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { StatusPage } from './status-page.tsx';

type Props = { path: string; children: ReactNode };
type State = { path: string; isBroken: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, isBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  /** Navigating to another page clears the error. */
  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, isBroken: false };
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  const { t } = useTranslation();
  return (
    <StatusPage title={t('app.broken')} lead={t('app.broken-why')}>
      <Button kind="primary" onClick={() => location.reload()}>
        {t('app.reload')}
      </Button>
    </StatusPage>
  );
}
