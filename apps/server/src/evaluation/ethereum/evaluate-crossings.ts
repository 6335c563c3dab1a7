import {
  bitcoinSide,
  crossingsOf,
  crossingTransaction,
  demoChainId,
  fromDisplayHash,
  proofOfCrossing,
  toHex,
} from '@hopscope/chain';
import { nativeHashing } from '../../ledger/native-hashing.ts';
import type { Ratio } from '../ratio.ts';
import type { EthereumRiskTruth } from './ethereum-risk-truth.ts';

export interface CrossingQuality {
  /** Crossings found as exact that connect the two transactions of one transfer. */
  readonly precision: Ratio;
  /** Transfers whose two transactions are found as an exact crossing. */
  readonly recall: Ratio;
}

/** Compares the crossings that both ledgers prove with the transfers of the simulation. */
export function evaluateCrossings({
  bundles,
  crossed,
}: Pick<EthereumRiskTruth, 'bundles' | 'crossed'>): CrossingQuality {
  const counts = { right: 0, found: 0 };
  for (const { block, receipts } of bundles) {
    for (const [i, tx] of block.transactions.entries()) {
      for (const crossing of crossingsOf(receipts[i]?.logs ?? [], demoChainId)) {
        const deposit = crossed.get(crossing.transaction ?? '');
        if (crossing.transaction === null || !deposit) continue;
        const bitcoin = bitcoinSide(fromDisplayHash(crossing.transaction), deposit.outputs);
        const proven = proofOfCrossing(crossing, crossingTransaction(tx), bitcoin, nativeHashing);
        if (proven?.proof !== 'exact') continue;
        counts.found++;
        if (deposit.payout === toHex(tx.hash)) counts.right++;
      }
    }
  }
  return {
    precision: { right: counts.right, of: counts.found },
    recall: { right: counts.right, of: crossed.size },
  };
}
