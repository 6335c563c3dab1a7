import type { Coverage } from '@hopscope/contract';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { shownBlocks } from '../../api/latest-blocks.ts';
import { latestHeights } from '../../model/latest-heights.ts';
import { Failure } from '../Failure.tsx';

/** The newest blocks of a chain; `coverage` says how many rows to expect while they are on their way. */
export function BlockTable<Block extends { hash: string }>({
  coverage,
  query: { data: blocks, error, refetch },
  columns,
}: {
  coverage: Coverage;
  query: { data: readonly Block[] | undefined; error: Error | null; refetch: () => unknown };
  columns: RowColumns<Block>;
}) {
  if (blocks) {
    return <RowTable label="Latest blocks" columns={columns} rows={blocks} rowKey={(block) => block.hash} />;
  }
  if (error) return <Failure error={error} subject="block" onRetry={refetch} />;
  return <RowTableSkeleton rows={latestHeights(coverage, shownBlocks).length} />;
}
