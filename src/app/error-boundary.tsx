import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What is drawn instead; nothing at all for a part the page can do without. */
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Keeps a bug in one part of the screen from taking the rest along. Give it a `key` to give its children another chance. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
