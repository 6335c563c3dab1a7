import { collapsedRows } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';

/** Rows added per step: a transaction can have a hundred thousand. */
const step = 500;

/** A list that shows 5 rows, then all on demand, long lists in steps of 500. */
export function Folded<Row>({
  rows,
  children,
}: {
  rows: readonly Row[];
  children: (shown: readonly Row[]) => ReactNode;
}) {
  const { count } = useFormats();
  const [shown, setShown] = useState(collapsedRows);
  const left = rows.length - shown;
  return (
    <>
      {children(rows.slice(0, shown))}
      {rows.length > collapsedRows && (
        <Inset>
          {left > 0 ? (
            <TextButton expanded={false} onClick={() => setShown(left > step ? shown + step : rows.length)}>
              {left > step
                ? `Show ${count(step)} more of ${count(rows.length)}`
                : `Show All ${count(rows.length)}`}
            </TextButton>
          ) : (
            <TextButton expanded onClick={() => setShown(collapsedRows)}>
              Show less
            </TextButton>
          )}
        </Inset>
      )}
    </>
  );
}
