import type { CoinHistory } from './address-history.ts';

/** An unspent output of an address. */
export interface Unspent {
  txid: string;
  index: number;
  value: bigint;
  block: number;
  coinbase: boolean;
}

/**
 * Returns the unspent outputs of an address, newest first. A spend is newer than the output it spends, so it is read
 * first; reading stops when the outputs found add up to the balance. Outputs of 0 satoshis are skipped.
 */
export async function findUnspent(history: CoinHistory): Promise<Unspent[]> {
  const spent = new Set<string>();
  const unspent: Unspent[] = [];
  let left = history.balance;
  if (left === 0n) return unspent;
  for await (const part of history.coins()) {
    for (const { txid, block, coinbase, spends, made } of part) {
      for (const name of spends) spent.add(name);
      for (const { name, index, value } of made.toReversed()) {
        // Each output is spent at most once.
        if (spent.delete(name) || value === 0n) continue;
        unspent.push({ txid, index, value, block, coinbase });
        left -= value;
      }
    }
    if (left === 0n) return unspent;
  }
  return unspent;
}
