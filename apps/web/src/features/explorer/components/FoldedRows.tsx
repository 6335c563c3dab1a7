import { collapsedRows } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { FlowSide } from '../../../ui/display/Flow.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';

/** Rows added per step: a transaction can have a hundred thousand. */
const step = 500;

/**
 * One side of a transaction: 5 rows, then Show All, long lists in steps of 500. `total` includes rows
 * that the response omits.
 */
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
  const [most, setMost] = useState(collapsedRows);
  const open = most > collapsedRows;
  const hidden = rows.length - most;
  const indexed = rows.map((row, index) => ({ row, index }));
  const folded = first ? indexed.toSorted((a, b) => Number(first(b.row)) - Number(first(a.row))) : indexed;
  const shown = open ? indexed.slice(0, most) : folded.slice(0, collapsedRows);
  const button = rows.length > collapsedRows && (
    <TextButton
      expanded={hidden <= 0}
      onClick={() => setMost(hidden <= 0 ? collapsedRows : hidden <= step ? rows.length : most + step)}
    >
      {hidden <= 0
        ? 'Show less'
        : hidden <= step
          ? `Show All ${count(rows.length)}`
          : `Show ${count(step)} more of ${count(rows.length)}`}
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
            {left > 0 && <span>{count(left)} more on the transaction page</span>}
            {below}
          </>
        )
      }
    />
  );
}
