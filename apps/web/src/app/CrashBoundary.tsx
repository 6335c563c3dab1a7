import { Component, type ReactNode } from 'react';
import { Crash } from './Crash.tsx';

/** React has error boundaries as classes only. Catches what the router's own boundaries do not: the frame itself. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}
