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

/** Something about a row that deserves a second look, with the reason; it hides nothing. */
export interface Warning {
  name: string;
  reason: string;
}

/** For each address of a list that looks like another one of it, the others. */
export type LookAlikes = ReadonlyMap<string, readonly string[]>;

/** Look-alikes among an address and the other sides of its transactions. */
export function lookAlikesOf(own: string, rows: readonly Transaction[]): LookAlikes {
  return findLookAlikes([own, ...rows.flatMap((tx) => counterpartiesOf(tx, own).addresses)]);
}

/** The same of movements. */
export function lookAlikesOfMovements(own: string, rows: readonly Movement[]): LookAlikes {
  const others = rows.flatMap((row) => {
    const other = otherSide(row);
    return 'address' in other ? [other.address] : [];
  });
  return findLookAlikes([own, ...others]);
}

/** The warning of an address that looks like another one; undefined where it does not. */
export function lookAlikeWarning(address: string, alike: LookAlikes): Warning | undefined {
  const others = alike.get(address);
  if (!others) return undefined;
  return {
    name: 'Look-alike',
    reason: `It begins and ends like ${others.join(' and ')}. One may be made to be mistaken for the other: compare every character.`,
  };
}

const highFee: Warning = { name: 'High fee', reason: 'The fee is more than a tenth of what was paid.' };

/** What is unusual about the fee of a Bitcoin transaction; `block` holds the rates of its block, once they are known. */
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
    reason: `It pays ${block?.own} sat/vB, more than five times the median of its block (${block?.median}).`,
  };
  return unusual.map((why) => (why === 'amount' ? highFee : highRate));
}

/** What deserves a second look in a transaction of a Bitcoin address: dust that it received, a fee out of proportion. */
export function warningsOf(tx: Transaction, own: string): Warning[] {
  const dust = tx.outputs.find(({ addr, amt, script_type }) => addr === own && isDust(script_type, amt));
  const found: Warning[] = [];
  if (dust && tx.direction === 'in') {
    found.push({
      name: 'Dust',
      reason: `It received ${dust.amt} satoshis, which cost more to spend than nodes think worth it (less than ${dustLimit(dust.script_type)} for ${scriptName(dust.script_type)}). Such amounts are sent to find out which addresses belong together.`,
    });
  }
  return tx.direction === 'in' ? found : [...found, ...feeWarnings(tx)];
}

/** Whether rows show that an address was paid more than once, so that whoever pays it sees what it got before. */
export function isReused(rows: readonly Pick<AddressTransactionView, 'received'>[]): boolean {
  return rows.filter(({ received }) => received > 0).length > 1;
}
