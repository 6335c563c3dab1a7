import type { Coverage } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { coverageText } from '../../../../lib/text/coverage-text.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CoverageLine } from '../../../../shared/chain/Coverage.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Pagination } from '../../../../ui/display/Pagination.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { pageRangeText } from '../../model/page-range.ts';

export interface ListPage<Row> {
  txs: readonly Row[];
  pagination: { page: number; limit: number; totalTxs: number; totalPages: number };
  coverage: Coverage;
}

/** A page of rows that open to their details, with the pager below. */
export function TransactionList<Row extends object>({
  data,
  columns,
  label = 'Transactions',
  rowKey,
  detail,
  detailLabel = 'Show inputs and outputs',
  stale,
  emptyText,
  emptyDetail,
  hideHead,
}: {
  data: ListPage<Row>;
  columns: RowColumns<Row>;
  label?: string;
  rowKey: (row: Row) => string;
  detail: (row: Row) => ReactNode;
  detailLabel?: string;
  stale: boolean;
  /** Title where there is no transaction at all. */
  emptyText: string;
  /** Why, where it is not what the list rests on. */
  emptyDetail?: string;
  hideHead?: boolean;
}) {
  const formats = useFormats();
  const { txs, pagination, coverage } = data;
  if (pagination.totalTxs === 0)
    return (
      <EmptyState path="outside" title={emptyText}>
        {emptyDetail ?? coverageText(coverage, formats)}
      </EmptyState>
    );
  if (txs.length === 0) {
    return (
      <EmptyState path="outside" title={`There is no page ${formats.count(pagination.page)}`}>
        The last page is{' '}
        <Link to="." search={(search) => ({ ...search, page: pagination.totalPages })}>
          page {formats.count(pagination.totalPages)}
        </Link>
        .
      </EmptyState>
    );
  }
  return (
    <>
      <RowTable
        label={label}
        columns={columns}
        rows={txs}
        rowKey={rowKey}
        detail={detail}
        detailLabel={detailLabel}
        stale={stale}
        hideHead={hideHead ?? false}
      />
      <TableFoot pager={<Pagination page={pagination.page} totalPages={pagination.totalPages} />}>
        <span>{pageRangeText(pagination, txs.length, formats)}</span>
        <CoverageLine coverage={coverage} />
      </TableFoot>
    </>
  );
}
