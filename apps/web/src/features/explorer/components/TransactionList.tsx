import type { Coverage, TransactionView } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import type { TableColumnsType } from 'antd';
import { coverageText } from '../../../lib/coverage-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { CoverageLine } from '../../../ui/Coverage.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { RowTable, TableFoot } from '../../../ui/RowTable.tsx';
import { pageRangeText } from '../model/page-range.ts';
import { TransactionFlow } from './TransactionFlow.tsx';

export interface ListPage<Row> {
  txs: readonly Row[];
  pagination: { page: number; limit: number; totalTxs: number; totalPages: number };
  coverage: Coverage;
}

/** A page of transactions whose rows open to inputs and outputs, with the pager below. */
export function TransactionList<Row extends TransactionView>({
  data,
  columns,
  own,
  stale,
  emptyText,
  hideHead,
}: {
  data: ListPage<Row>;
  columns: TableColumnsType<Row>;
  own?: string;
  stale: boolean;
  /** Title where there is no transaction at all. */
  emptyText: string;
  hideHead?: boolean;
}) {
  const formats = useFormats();
  const { txs, pagination, coverage } = data;
  if (pagination.totalTxs === 0)
    return (
      <EmptyState path="outside" title={emptyText}>
        {coverageText(coverage, formats)}
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
        label="Transactions"
        columns={columns}
        rows={txs}
        rowKey={(tx) => `${tx.block}-${tx.index}`}
        detail={(tx) => <TransactionFlow tx={tx} {...(own !== undefined && { own })} />}
        detailLabel="Show inputs and outputs"
        stale={stale}
        hideHead={hideHead ?? false}
      />
      <TableFoot pager={<Pager page={pagination.page} totalPages={pagination.totalPages} />}>
        <span>{pageRangeText(pagination, txs.length, formats)}</span>
        <CoverageLine coverage={coverage} />
      </TableFoot>
    </>
  );
}
