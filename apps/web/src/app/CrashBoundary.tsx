import { Component, type ReactNode } from 'react';
import { Crash } from './Crash.tsx';

/**
 * Catches errors outside the router's own boundaries, such as in the frame. A class, because React requires one for error
 * boundaries.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}
