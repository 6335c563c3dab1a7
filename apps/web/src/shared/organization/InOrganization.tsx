import { type Organization, texts } from '@hopscope/contract';
import type { ReactNode } from 'react';
import { toApiError } from '../../lib/api/api-error.ts';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowTableSkeleton } from '../../ui/display/RowTable.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../ui/button/LinkButton.tsx';

/** Shown if an organization is needed and the person has none. */
function NoOrganization({ why }: { why: string }) {
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

/** A part of a page that belongs to the active organization; remounted when it changes. */
export function InOrganization({
  why,
  children,
}: {
  /** Why an organization is needed. */
  why: string;
  children: (organization: Organization) => ReactNode;
}) {
  const { organization, none, error, refetch } = useActiveOrganization();
  if (organization) return children(organization);
  if (none) return <NoOrganization why={why} />;
  if (!error) {
    return (
      <Card>
        <RowTableSkeleton rows={6} kind="facts" />
      </Card>
    );
  }
  const { message, requestId } = toApiError(error);
  return (
    <Card>
      <ErrorState
        title={texts.organizationsFailed}
        message={message}
        requestId={requestId}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}
