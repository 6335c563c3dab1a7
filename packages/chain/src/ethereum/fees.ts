import { EthereumError } from './ethereum-error.ts';
import type { EthereumHeader, EthereumTransaction, Receipt, Wei } from './model.ts';

/** Gas of one blob (EIP-4844). */
export const GAS_PER_BLOB = 131_072n;

/** What a transaction paid besides its value, in wei. */
export interface FeeSplit {
  /** Everything that the sender paid: `burnt + tip + blobBurnt`. */
  readonly fee: Wei;
  /** Base fee, destroyed since London (EIP-1559); 0 before. */
  readonly burnt: Wei;
  /** What the miner or fee recipient got. */
  readonly tip: Wei;
  /** Price of the blobs, destroyed (EIP-4844). */
  readonly blobBurnt: Wei;
}

/**
 * Returns the price that a transaction pays in a block, in wei per gas: its gas price, or since London the base fee and the
 * tip within the limit (EIP-1559). Throws `price_wrong` if the limit or price is below the base fee, and `fields_contradict`
 * for a transaction of type 2 or above in a block without base fee.
 */
export function gasPriceOf(tx: EthereumTransaction, header: EthereumHeader): Wei {
  const { baseFee } = header;
  const at = `block.transactions[${tx.index}]`;
  const limit = tx.gasPrice ?? tx.maxFeePerGas ?? 0n;
  if (tx.gasPrice === null && baseFee === null) {
    throw new EthereumError(
      'fields_contradict',
      at,
      `${at} has a priority fee, but the block has no base fee.`,
    );
  }
  if (baseFee !== null && limit < baseFee) {
    throw new EthereumError('price_wrong', at, `${at} pays less than the base fee of the block.`);
  }
  if (tx.gasPrice !== null) return tx.gasPrice;
  const withTip = (baseFee ?? 0n) + (tx.maxPriorityFeePerGas ?? 0n);
  return withTip < limit ? withTip : limit;
}

/** What a fee follows from. */
export type FeeFacts = Pick<Receipt, 'gasUsed' | 'gasPrice' | 'blobGasUsed' | 'blobGasPrice'>;

/** Computes the fee of a transaction from its receipt, in wei, split into burned and earned parts. */
export function splitFee(receipt: FeeFacts, header: Pick<EthereumHeader, 'baseFee'>): FeeSplit {
  const gasFee = receipt.gasUsed * receipt.gasPrice;
  const burnt = receipt.gasUsed * (header.baseFee ?? 0n);
  const blobBurnt = (receipt.blobGasUsed ?? 0n) * (receipt.blobGasPrice ?? 0n);
  return { fee: gasFee + blobBurnt, burnt, tip: gasFee - burnt, blobBurnt };
}

/** The fees of all transactions of a block together. */
export function sumFees(receipts: readonly FeeFacts[], header: Pick<EthereumHeader, 'baseFee'>): FeeSplit {
  let sum: FeeSplit = { fee: 0n, burnt: 0n, tip: 0n, blobBurnt: 0n };
  for (const receipt of receipts) {
    const { fee, burnt, tip, blobBurnt } = splitFee(receipt, header);
    sum = {
      fee: sum.fee + fee,
      burnt: sum.burnt + burnt,
      tip: sum.tip + tip,
      blobBurnt: sum.blobBurnt + blobBurnt,
    };
  }
  return sum;
}
