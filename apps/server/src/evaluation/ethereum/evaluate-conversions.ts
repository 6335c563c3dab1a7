import {
  conversionsOf,
  type ConvertedSide,
  internalTransfers,
  movementsOfTransaction,
  toHex,
} from '@hopscope/chain';
import type { ConversionTruth, EthereumRiskTruth } from './ethereum-risk-truth.ts';
import type { Ratio } from '../ratio.ts';

export interface ConversionQuality {
  /** Transactions with a conversion in which accounts convert, add liquidity, or sell a collectible. */
  readonly precision: Ratio;
  /** Conversions that are found with their account and both amounts, and additions of liquidity by their sender. */
  readonly recall: Ratio;
}

function hasPart(
  sides: readonly ConvertedSide[],
  account: string,
  { token, amount }: ConversionTruth['gave'],
): boolean {
  return sides.some(
    (side) =>
      toHex(side.account) === account &&
      side.parts.some(
        (part) =>
          part.amount === amount && (part.token ? toHex(part.token) : '') === (token ? toHex(token) : ''),
      ),
  );
}

/** Compares the conversions of every transaction with what the simulation says it was for. */
export function evaluateConversions({
  bundles,
  kinds,
  conversions,
}: Pick<EthereumRiskTruth, 'bundles' | 'kinds' | 'conversions'>): ConversionQuality {
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
      const truth = conversions.get(toHex(tx.hash)) ?? [];
      if (found.length > 0) counts.found++;
      if (found.length > 0 && (truth.length > 0 || kind === 'liquidity' || kind === 'collectible'))
        counts.right++;
      for (const { account, gave, got } of truth) {
        counts.wanted++;
        const isFound = found.some(
          (each) => hasPart(each.gave, account, gave) && hasPart(each.received, account, got),
        );
        if (isFound && found.length === truth.length) counts.recalled++;
      }
      if (kind !== 'liquidity') continue;
      counts.wanted++;
      const [giver] = found[0]?.gave ?? [];
      if (found.length === 1 && giver && toHex(giver.account) === toHex(tx.from)) counts.recalled++;
    }
  }
  return {
    precision: { right: counts.right, of: counts.found },
    recall: { right: counts.recalled, of: counts.wanted },
  };
}
