import { type Organization, texts } from '@hopscope/contract';
import type { ReactNode } from 'react';
import { toApiError } from '../../lib/api/api-error.ts';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { NoOrganization } from './NoOrganization.tsx';
import { RowTableSkeleton } from '../../ui/display/RowTable.tsx';

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
