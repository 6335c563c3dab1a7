import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../display/RowTable.tsx';

/** A card with loading, failed, and loaded states. */
export function LoadedCard<Data>({
  title,
  count,
  extra,
  query,
  failure,
  fallback,
  skeleton = 4,
  padded = false,
  children,
}: {
  title: string;
  count?: ReactNode;
  extra?: ReactNode;
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Heading of a failed load. */
  failure: string;
  fallback?: string;
  skeleton?: number;
  padded?: boolean;
  children: (data: Data) => ReactNode;
}) {
  const { data, error } = query;
  if (data !== undefined) {
    return (
      <Card title={title} count={count} extra={extra} padded={padded}>
        {children(data)}
      </Card>
    );
  }
  if (!error) {
    return (
      <Card title={title} loading>
        <RowTableSkeleton rows={skeleton} kind="facts" />
      </Card>
    );
  }
  return (
    <Card title={title}>
      <LoadFailure title={failure} fallback={fallback} error={error} onRetry={query.refetch} />
    </Card>
  );
}
