import { texts } from '@hopscope/contract';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../ui/button/LinkButton.tsx';

/** Shown if an organization is needed and the person has none. */
export function NoOrganization({ why }: { why: string }) {
  return (
    <Card>
      <EmptyState
        title={texts.noActiveOrganization}
        actions={
          <LinkButton to="/onboarding" search={{}}>
            Create or join an organization
          </LinkButton>
        }
      >
        {why}
      </EmptyState>
    </Card>
  );
}
