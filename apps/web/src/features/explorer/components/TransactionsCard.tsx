import { explorerPageSize } from '@hopscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/Card.tsx';
import { RowTableBones } from '../../../ui/RowTable.tsx';
import { Failure } from './Failure.tsx';
import type { ListPage } from './TransactionList.tsx';

/** The card around a transaction list: its total, its skeleton, its failure. */
export function TransactionsCard<Row>({
  title = 'Transactions',
  extra,
  query,
  children,
}: {
  title?: string;
  extra?: ReactNode;
  query: UseQueryResult<ListPage<Row>>;
  children: (data: ListPage<Row>) => ReactNode;
}) {
  const { count } = useFormats();
  const { data, error, refetch } = query;
  return (
    <Card title={title} extra={extra} {...(data && { count: count(data.pagination.totalTxs) })}>
      {data ? (
        children(data)
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <RowTableBones rows={explorerPageSize} />
      )}
    </Card>
  );
}
