import { groupDigits, shortDecimal } from '@hopscope/domain';
import { useCallback } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';

/** Returns a function that formats amounts of an axis without their unit and trailing zeros. */
export function useAxisAmount(decimals: number): (amount: bigint) => string {
  const { marks } = useFormats();
  return useCallback(
    (amount) => {
      const [whole = '0', fraction] = shortDecimal(amount, decimals).split('.');
      return groupDigits(whole, marks) + (fraction === undefined ? '' : marks.decimal + fraction);
    },
    [decimals, marks],
  );
}
