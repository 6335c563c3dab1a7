import { texts } from '@hopscope/contract';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/button/LinkButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Shows the settings alone while the person still has to set up the second factor that the installation requires. */
export function SecondFactorGate({ needed, children }: { needed: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  if (!needed || pathname.startsWith('/home/settings')) return children;
  return (
    <Card>
      <EmptyState
        path="outside"
        title="Second factor needed"
        actions={<LinkButton to="/home/settings/security">Open Security Settings</LinkButton>}
      >
        {texts.secondFactorOfInstallation}
      </EmptyState>
    </Card>
  );
}
