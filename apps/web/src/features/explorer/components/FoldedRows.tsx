import { collapsedRows } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { FlowSide } from '../../../ui/Flow.tsx';
import { TextButton } from '../../../ui/TextButton.tsx';

/** One side of a transaction: 5 rows, then Show All (specification section 2); `total` counts what the answer left out too. */
export function FoldedRows<Row>({
  title,
  amount,
  rows,
  total,
  first,
  render,
  below,
}: {
  title: string;
  amount: ReactNode;
  rows: readonly Row[];
  total: number;
  /** A row to show even while folded: that of the page's own address. */
  first?: (row: Row) => boolean;
  render: (row: Row, index: number) => ReactNode;
  below?: ReactNode;
}) {
  const { count } = useFormats();
  const [open, setOpen] = useState(false);
  const indexed = rows.map((row, index) => ({ row, index }));
  const folded = first ? indexed.toSorted((a, b) => Number(first(b.row)) - Number(first(a.row))) : indexed;
  const shown = open ? indexed : folded.slice(0, collapsedRows);
  const button = rows.length > collapsedRows && (
    <TextButton expanded={open} onClick={() => setOpen(!open)}>
      {open ? 'Show less' : `Show All ${count(rows.length)}`}
    </TextButton>
  );
  const left = total - rows.length;
  return (
    <FlowSide
      title={title}
      total={amount}
      rows={shown.map(({ row, index }) => render(row, index))}
      below={
        (button || below || left > 0) && (
          <>
            {button}
            {left > 0 && <span>{count(left)} more on the transaction's page</span>}
            {below}
          </>
        )
      }
    />
  );
}
