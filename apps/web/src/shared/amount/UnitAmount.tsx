import type { ReactNode } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import css from './Amount.module.css';
import { ScreenReaderText } from '../../ui/text/ScreenReaderText.tsx';
import { unitParts } from './unit-parts.ts';

const signs = { in: '+', out: '−', self: '' } as const;

/**
 * An amount in a smallest unit (a decimal number of any size) with its decimals and unit. Shortened if long, with all digits in
 * the title and for screen readers; `full` shows all.
 */
export function UnitAmount({
  amt,
  decimals,
  unit,
  direction,
  full = false,
}: {
  amt: string;
  decimals: number;
  unit?: ReactNode;
  /** Adds a sign. */
  direction?: keyof typeof signs | undefined;
  full?: boolean;
}) {
  const { marks } = useFormats();
  const { text, whole, cut } = unitParts(BigInt(amt), decimals, marks);
  const sign = direction && amt !== '0' ? signs[direction] : '';
  return (
    <span
      className={full ? `${css.amount} ${css.long}` : css.amount}
      title={cut && !full ? whole : undefined}
    >
      {sign}
      {full || !cut ? (
        whole
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <ScreenReaderText>{whole}</ScreenReaderText>
        </>
      )}
      {unit !== undefined && (
        <>
          {'\u00a0'}
          <span className={css.beside}>{unit}</span>
        </>
      )}
    </span>
  );
}
