import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorBoundaryProps {
  title: string;
  text: string;
  retryLabel: string;
  children: ReactNode;
}

/** Limits an error to its page: the frame stays, and the reader can try again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { title, text, retryLabel, children } = this.props;
    if (!this.state.failed) return children;
    const action = (
      <Button variant="primary" onClick={() => this.setState({ failed: false })}>
        {retryLabel}
      </Button>
    );
    return (
      <EmptyState title={title} action={action}>
        {text}
      </EmptyState>
    );
  }
}
