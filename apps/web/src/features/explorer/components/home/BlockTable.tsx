import type { Coverage } from '@hopscope/contract';
import { useState } from 'react';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { shownBlocks } from '../../api/latest-blocks.ts';
import { latestHeights } from '../../model/latest-heights.ts';
import { Failure } from '../Failure.tsx';

/** Returns columns with widths in pixels, in their order: another block doesn't change them. */
export function withWidths<Block extends object>(
  columns: RowColumns<Block>,
  widths: readonly number[],
): RowColumns<Block> {
  return columns.map((column, place) => {
    const width = widths[place];
    return width === undefined ? column : { ...column, width };
  });
}

/**
 * The newest blocks of a chain; `coverage` determines the number of skeleton rows. A row is a place: a new block changes what the
 * rows show and moves none of them. While the pointer is on the list, it stays as it is, so that nothing changes under a click.
 */
export function BlockTable<Block extends { hash: string }>({
  coverage,
  query: { data: blocks, error, refetch },
  columns,
}: {
  coverage: Coverage;
  query: { data: readonly Block[] | undefined; error: Error | null; refetch: () => unknown };
  columns: RowColumns<Block>;
}) {
  const [pointed, setPointed] = useState<readonly Block[]>();
  if (blocks) {
    return (
      <div onPointerEnter={() => setPointed(blocks)} onPointerLeave={() => setPointed(undefined)}>
        <RowTable
          label="Latest blocks"
          columns={columns}
          rows={pointed ?? blocks}
          rowKey={(_, place) => String(place)}
        />
      </div>
    );
  }
  if (error) return <Failure error={error} subject="block" onRetry={refetch} />;
  return <RowTableSkeleton rows={latestHeights(coverage, shownBlocks).length} />;
}
