import { Component, type ReactNode } from 'react';
import { useText } from '../i18n.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Limits an error to its page: the frame stays, and the reader can try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <PageFailed onRetry={() => this.setState({ failed: false })} />;
  }
}

function PageFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <EmptyState
      title={t('app.failedTitle')}
      action={
        <Button variant="primary" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      }
    >
      {t('app.failedText')}
    </EmptyState>
  );
}
