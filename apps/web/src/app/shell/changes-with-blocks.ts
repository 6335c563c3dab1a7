import type { CallOutput, getTransaction } from '@hopscope/contract';

type Shown =
  | { blockchain: 'ethereum' }
  | Pick<
      Extract<CallOutput<typeof getTransaction>['data'], { blockchain: 'bitcoin' }>,
      'blockchain' | 'input_count' | 'output_count' | 'confirmations'
    >;

/** More inputs and outputs than this are some hundred kilobytes. */
const longTransaction = 500;

/**
 * Whether a transaction has to be asked for again when blocks came in: one that waits may have been taken, and outputs may
 * have been spent. Where it is long, or of Ethereum, only its confirmations go on, and those follow the height of the ledger.
 */
export function changesWithBlocks(tx: Shown | undefined): boolean {
  if (tx === undefined) return true;
  if (tx.blockchain === 'ethereum') return false;
  return tx.confirmations === 0 || tx.input_count + tx.output_count <= longTransaction;
}
