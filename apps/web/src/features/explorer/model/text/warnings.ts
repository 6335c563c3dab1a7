import type {
  AddressTransactionView,
  EthereumMovementView,
  TransactionContext,
  TransactionView,
} from '@hopscope/contract';
import { dustLimit, findLookAlikes, isDust, unusualFee } from '@hopscope/risk';
import { counterpartiesOf } from '../counterparties.ts';
import { otherSide } from './ethereum-text.ts';
import { scriptName } from './script-text.ts';

type Transaction = Pick<
  AddressTransactionView,
  'direction' | 'inputs' | 'outputs' | 'coinbase' | 'truncated' | 'fee_amt' | 'output_amt'
>;
type Movement = Pick<EthereumMovementView, 'kind' | 'direction' | 'from' | 'to' | 'asset'>;

/** A warning about a row, with the reason. */
export interface Warning {
  name: string;
  reason: string;
}

/** For each address that resembles others in a list, the others. */
export type LookAlikes = ReadonlyMap<string, readonly string[]>;

/** Finds look-alikes among an address and its counterparties. */
export function lookAlikesOf(own: string, rows: readonly Transaction[]): LookAlikes {
  return findLookAlikes([own, ...rows.flatMap((tx) => counterpartiesOf(tx, own).addresses)]);
}

/** Finds look-alikes among an address and the counterparties of its movements. */
export function lookAlikesOfMovements(own: string, rows: readonly Movement[]): LookAlikes {
  const others = rows.flatMap((row) => {
    const other = otherSide(row);
    return 'address' in other ? [other.address] : [];
  });
  return findLookAlikes([own, ...others]);
}

/** Returns the warning for an address that resembles another one; undefined if none does. */
export function lookAlikeWarning(address: string, alike: LookAlikes): Warning | undefined {
  const others = alike.get(address);
  if (!others) return undefined;
  return {
    name: 'Look-alike',
    reason: `Begins and ends like ${others.join(' and ')}. Compare every character: look-alike addresses are used for address poisoning.`,
  };
}

const highFee: Warning = { name: 'High fee', reason: 'The fee is more than a tenth of the amount sent.' };

/** Returns warnings about the fee of a Bitcoin transaction; `block` has the fee rates of its block, once loaded. */
export function feeWarnings(
  tx: Pick<TransactionView, 'fee_amt' | 'output_amt'>,
  block?: Pick<TransactionContext['fee'], 'own' | 'median'>,
): Warning[] {
  if (tx.fee_amt === null) return [];
  const unusual = unusualFee({
    fee: BigInt(tx.fee_amt),
    amount: BigInt(tx.output_amt),
    ...(block && { rate: block.own, median: block.median }),
  });
  const highRate = {
    name: 'High fee rate',
    reason: `Pays ${block?.own} sat/vB, more than five times the median of the block (${block?.median}).`,
  };
  return unusual.map((why) => (why === 'amount' ? highFee : highRate));
}

/** Returns warnings about a transaction of a Bitcoin address: received dust, unusual fee. */
export function warningsOf(tx: Transaction, own: string): Warning[] {
  const dust = tx.outputs.find(({ addr, amt, script_type }) => addr === own && isDust(script_type, amt));
  const found: Warning[] = [];
  if (dust && tx.direction === 'in') {
    found.push({
      name: 'Dust',
      reason: `Received ${dust.amt} satoshis, below the dust limit of ${dustLimit(dust.script_type)} for ${scriptName(dust.script_type)}. Such amounts are often sent to link addresses (dusting).`,
    });
  }
  return tx.direction === 'in' ? found : [...found, ...feeWarnings(tx)];
}

/** Returns whether an address was paid more than once, which lets each payer see its other payments. */
export function isReused(rows: readonly Pick<AddressTransactionView, 'received'>[]): boolean {
  return rows.filter(({ received }) => received > 0).length > 1;
}
