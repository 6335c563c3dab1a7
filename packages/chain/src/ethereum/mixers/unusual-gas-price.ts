import { equalBytes } from '../../bytes.ts';
import type { EthereumTransaction, Wei } from '../model.ts';
import type { MixerNote } from './mixer-notes.ts';

type Prices = Pick<EthereumTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/** A thousandth of a gwei: wallets and tables of prices propose and accept up to three decimals of a gwei. */
const usualStep = 1_000_000n;
/** Nobody can pay more: all ether are fewer wei. */
const width = 16;

function bytesOf(price: Wei): Uint8Array {
  return Uint8Array.from({ length: width }, (_, i) => Number((price >> BigInt(8 * (width - 1 - i))) & 0xffn));
}

/**
 * Returns the gas price of a transaction, if it is unusual: its gas price, or its maximum fee per gas, isn't a multiple of a
 * thousandth of a gwei, so that nobody chose it because it is round. Of types 0 and 1: 16 bytes with the gas price in wei; of later
 * types: 32 bytes with the maximum priority fee and the maximum fee in wei; the type is in front, as 0 or 2. Undefined for all others.
 */
export function unusualGasPrice({
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: Prices): Uint8Array | undefined {
  const limit = gasPrice ?? maxFeePerGas;
  const tip = gasPrice === null ? (maxPriorityFeePerGas ?? 0n) : 0n;
  const end = 1n << BigInt(8 * width);
  if (limit === null || limit % usualStep === 0n || limit >= end || tip >= end) return undefined;
  return gasPrice === null
    ? Uint8Array.of(2, ...bytesOf(tip), ...bytesOf(limit))
    : Uint8Array.of(0, ...bytesOf(limit));
}

/**
 * Returns the unusual gas price of a deposit, or of a withdrawal that no relayer was paid for, or that its recipient sent; undefined
 * for others, whose price a relayer chose.
 */
export function gasPriceOfNote(
  { relayer, recipient }: Pick<MixerNote, 'relayer' | 'recipient'>,
  tx: Prices & Pick<EthereumTransaction, 'from'>,
): Uint8Array | undefined {
  const isOwn = relayer === null || (recipient !== null && equalBytes(recipient, tx.from));
  return isOwn ? unusualGasPrice(tx) : undefined;
}
