import { chains, fixedDecimal } from '@hopscope/domain';
import { ChainError } from './errors.ts';

/** Satoshis: 10^-8 bitcoin. */
export type Sats = bigint;

/** Satoshis in one bitcoin. */
export const SATS_PER_BTC: Sats = 100_000_000n;

/** No amount on the Bitcoin network is above this: 21 million bitcoin, in satoshis. */
export const MAX_MONEY: Sats = 21_000_000n * SATS_PER_BTC;

/** Bitcoin with all eight decimals, `-` in front of a negative amount: `0.00000000`. */
export function formatBtc(sats: Sats): string {
  return fixedDecimal(sats, chains.bitcoin.coin.decimals);
}

/**
 * Satoshis of a decimal number of bitcoin (`12`, `0.5`, `-0.00000001`). Throws `amount_invalid` for anything else:
 * exponents, separators, more than eight decimals, or more than 21 million.
 */
export function parseBtc(text: string): Sats {
  const match = /^(-?)(\d{1,16})(?:\.(\d{1,8}))?$/.exec(text);
  if (!match) {
    throw new ChainError(
      'amount_invalid',
      'Enter an amount in BTC with at most eight decimals, such as 0.125.',
    );
  }
  const [, sign, whole = '', fraction = ''] = match;
  const sats = BigInt(whole) * SATS_PER_BTC + BigInt(fraction.padEnd(8, '0'));
  if (sats > MAX_MONEY) {
    throw new ChainError('amount_invalid', 'The amount is above the maximum supply of 21,000,000 BTC.');
  }
  return sign === '-' ? -sats : sats;
}
