import { explorerPageSize } from '@hopscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Failure } from './Failure.tsx';
import { NewRows } from './home/NewRows.tsx';
import type { ListPage } from './transaction/TransactionList.tsx';

/**
 * The card around a transaction list: its total, its skeleton, its failure. `now` is how many rows there are by now: on the
 * first page those that are not shown yet are offered above the list.
 */
export function TransactionsCard<Row>({
  title = 'Transactions',
  noun = 'transaction',
  extra,
  above,
  query,
  now,
  children,
}: {
  title?: string;
  /** What a row is called. */
  noun?: string;
  extra?: ReactNode;
  /** Between the head and the list. */
  above?: ReactNode;
  query: UseQueryResult<ListPage<Row>>;
  now?: number | undefined;
  children: (data: ListPage<Row>) => ReactNode;
}) {
  const { count } = useFormats();
  const { data, error, refetch } = query;
  const shown = data?.pagination.page === 1 ? data.pagination.totalTxs : undefined;
  const fresh = now === undefined || shown === undefined ? 0 : Math.max(0, now - shown);
  return (
    <Card title={title} extra={extra} {...(data && { count: count(data.pagination.totalTxs) })}>
      {above}
      <NewRows count={fresh} noun={noun} onShow={() => void refetch()} />
      {data ? (
        children(data)
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={explorerPageSize} />
      )}
    </Card>
  );
}
