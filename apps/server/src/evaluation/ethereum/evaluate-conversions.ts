import { conversionsOf, internalTransfers, movementsOfTransaction, toHex } from '@hopscope/chain';
import type { EthereumRiskTruth } from './ethereum-risk-truth.ts';
import type { Ratio } from '../ratio.ts';

export interface ConversionQuality {
  /** Transactions with a conversion that swap, add liquidity, or sell a collectible. */
  readonly precision: Ratio;
  /** Swaps and additions of liquidity with exactly one conversion, of their sender. */
  readonly recall: Ratio;
}

/** Compares the conversions of every transaction with what the simulation says it was for. */
export function evaluateConversions({
  bundles,
  kinds,
}: Pick<EthereumRiskTruth, 'bundles' | 'kinds'>): ConversionQuality {
  const counts = { right: 0, found: 0, recalled: 0, wanted: 0 };
  for (const { block, receipts, traces } of bundles) {
    const internal = traces ? internalTransfers(traces, block.header) : [];
    for (const [i, tx] of block.transactions.entries()) {
      const receipt = receipts[i];
      const kind = kinds.get(toHex(tx.hash));
      // Failed ones move nothing.
      if (!receipt || kind === undefined) continue;
      const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
      const facts = { tx, receipt, header: block.header, failed: false, internal: own, isFake: () => false };
      const called = tx.input.length > 0 ? tx.to : null;
      const movements = movementsOfTransaction(facts);
      const found = conversionsOf({ signer: tx.from, called, movements, logs: receipt.logs });
      const converts = kind === 'swap' || kind === 'liquidity';
      if (found.length > 0) counts.found++;
      if (found.length > 0 && (converts || kind === 'collectible')) counts.right++;
      if (!converts) continue;
      counts.wanted++;
      const [only] = found;
      const [giver] = only?.gave ?? [];
      if (found.length === 1 && giver && toHex(giver.account) === toHex(tx.from)) counts.recalled++;
    }
  }
  return {
    precision: { right: counts.right, of: counts.found },
    recall: { right: counts.recalled, of: counts.wanted },
  };
}
