import { type CopyReader, createCopyReader } from '../../db/copy-binary.ts';
import type { SqlSession } from '../../db/session.ts';
import { int8Array, int8List, plainBytes } from './byte-keys.ts';

/** Reads rows; call it for columns in their order. */
export type RowReader = Pick<CopyReader, 'next' | 'int8' | 'int8Number' | 'bytes'>;

/** For more numbers, COPY takes less time, although it is planned each time. */
const mostPrepared = 50;

/**
 * Reads the rows of `select`, whose parameters $1, $2, … are int8 arrays and whose columns are int8 or bytea, never null.
 * Pages read a few rows, often: as a prepared statement. Batches read thousands: in binary form, by COPY.
 */
export async function readByNumbers(
  session: SqlSession,
  select: string,
  ...numbers: readonly (readonly (bigint | number)[])[]
): Promise<RowReader> {
  const count = numbers.reduce((sum, { length }) => sum + length, 0);
  if (count > mostPrepared) {
    const literal = (_: string, number: string): string => int8Array(numbers[Number(number) - 1] ?? []);
    return createCopyReader(await session.copyOut(select.replaceAll(/\$(\d+)/g, literal)));
  }
  const { rows } = await session.query<Record<string, bigint | Uint8Array>>(
    select.replaceAll(/\$\d+/g, '$&::int8[]'),
    numbers.map(int8List),
  );
  return createRowReader(rows);
}

function createRowReader(rows: readonly Readonly<Record<string, bigint | Uint8Array>>[]): RowReader {
  let row = -1;
  let values: (bigint | Uint8Array)[] = [];
  let column = 0;
  const int8 = (): bigint => {
    const value = values[column++];
    if (typeof value !== 'bigint') throw new RangeError('Not an int8');
    return value;
  };
  return {
    next() {
      values = Object.values(rows[++row] ?? {});
      column = 0;
      return row < rows.length;
    },
    int8,
    int8Number: () => Number(int8()),
    bytes() {
      const value = values[column++];
      if (!(value instanceof Uint8Array)) throw new RangeError('Not a bytea');
      return plainBytes(value);
    },
  };
}
