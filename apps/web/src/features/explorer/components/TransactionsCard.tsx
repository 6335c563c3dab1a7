import { explorerPageSize } from '@hopscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Failure } from './Failure.tsx';
import { NewRows } from '../../../ui/display/NewRows.tsx';
import type { ListPage } from './transaction/TransactionList.tsx';

/**
 * Card of a transaction list with its total, skeleton, and error. `now` is the current number of rows: on the first
 * page, a button on the edge of the card loads the rows that are not shown yet.
 */
export function TransactionsCard<Row>({
  title = 'Transactions',
  noun = 'transaction',
  tabs,
  extra,
  above,
  query,
  now,
  children,
}: {
  title?: string;
  /** Noun for one row. */
  noun?: string;
  /** Links to other lists, in the place of the title. */
  tabs?: ReactNode;
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
    <Card title={title} tabs={tabs} extra={extra} {...(data && { count: count(data.pagination.totalTxs) })}>
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
