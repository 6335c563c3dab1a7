import type { CallOutput, getTransaction } from '@hopscope/contract';

type Shown =
  | { blockchain: 'ethereum' }
  | Pick<
      Extract<CallOutput<typeof getTransaction>['data'], { blockchain: 'bitcoin' }>,
      'blockchain' | 'input_count' | 'output_count' | 'confirmations'
    >;

/** Above this number of inputs and outputs, a transaction takes some hundred kilobytes. */
const longTransaction = 500;

/**
 * Returns whether a transaction has to be reloaded after new blocks: an unconfirmed one may have been confirmed, and outputs may
 * have been spent. In long transactions and on Ethereum, only the confirmations change, and those follow from the height of the
 * ledger.
 */
export function changesWithBlocks(tx: Shown | undefined): boolean {
  if (tx === undefined) return true;
  if (tx.blockchain === 'ethereum') return false;
  return tx.confirmations === 0 || tx.input_count + tx.output_count <= longTransaction;
}
