import { texts } from '@hopscope/contract';
import { Card } from './Card.tsx';
import { EmptyState } from './EmptyState.tsx';
import { LinkButton } from './LinkButton.tsx';

/** Shown where an organization is needed and the person has none. */
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
