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
 * The newest blocks of a chain; `coverage` determines the number of skeleton rows. A new block makes new rows in the same places
 * and moves none. While the list has the pointer or the focus, it stays as it is, so that nothing changes under a click.
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
  const [used, setUsed] = useState<readonly Block[]>();
  if (blocks) {
    return (
      <div
        onPointerEnter={() => setUsed(blocks)}
        onPointerLeave={() => setUsed(undefined)}
        onFocus={() => setUsed((shown) => shown ?? blocks)}
        onBlur={() => setUsed(undefined)}
      >
        <RowTable
          label="Latest blocks"
          columns={columns}
          rows={used ?? blocks}
          rowKey={({ hash }, place) => `${place} ${hash}`}
        />
      </div>
    );
  }
  if (error) return <Failure error={error} subject="block" onRetry={refetch} />;
  return <RowTableSkeleton rows={latestHeights(coverage, shownBlocks).length} />;
}
