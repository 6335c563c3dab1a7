import type { AddressTransactionView } from '@hopscope/contract';

type Row = Pick<AddressTransactionView, 'direction' | 'inputs' | 'outputs' | 'coinbase' | 'truncated'>;

export interface Counterparties {
  /** Distinct other addresses on the other side, in the transaction's order. */
  addresses: string[];
  /** The list response omitted inputs or outputs, so there may be more. */
  more: boolean;
  /** Part of the other side is unknown or has no address. */
  unnamed: boolean;
  newCoins: boolean;
}

/** Returns counterparties of an address in a transaction: senders of incoming, receivers of outgoing payments. */
export function counterpartiesOf(row: Row, own: string): Counterparties {
  const side =
    row.direction === 'in' ? row.inputs : row.outputs.filter((output) => output.script_type !== 'op_return');
  const others = side.map(({ addr }) => addr).filter((addr) => addr !== own);
  const addresses = [...new Set(others.filter((addr) => addr !== null))];
  const newCoins = row.coinbase && row.direction === 'in';
  return { addresses, more: row.truncated, unnamed: !newCoins && others.includes(null), newCoins };
}
