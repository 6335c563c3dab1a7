import type { AddressTransactionView } from '@hopscope/contract';

type Row = Pick<AddressTransactionView, 'direction' | 'inputs' | 'outputs' | 'coinbase' | 'truncated'>;

export interface Counterparties {
  /** Distinct other addresses on the other side, in the transaction's order. */
  addresses: string[];
  /** More may follow: the list answer left out inputs or outputs. */
  more: boolean;
  /** Some of the other side is not known, or has no address. */
  unnamed: boolean;
  newCoins: boolean;
}

/** Who stands on the other side of an address's transaction: senders of what came in, receivers of what went out. */
export function counterpartiesOf(row: Row, own: string): Counterparties {
  const side =
    row.direction === 'in' ? row.inputs : row.outputs.filter((output) => output.script_type !== 'op_return');
  const others = side.map(({ addr }) => addr).filter((addr) => addr !== own);
  const addresses = [...new Set(others.filter((addr) => addr !== null))];
  const newCoins = row.coinbase && row.direction === 'in';
  return { addresses, more: row.truncated, unnamed: !newCoins && others.includes(null), newCoins };
}
