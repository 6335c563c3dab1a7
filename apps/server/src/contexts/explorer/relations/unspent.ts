import type { CoinHistory } from './address-history.ts';

/** A coin of an address. */
export interface Unspent {
  txid: string;
  index: number;
  value: bigint;
  block: number;
  coinbase: boolean;
}

/**
 * The coins of an address that none of its transactions spends, newest first. A spend is newer than what it spends, so it
 * is met first; the reading ends where the coins found make up the balance. Coins of 0 satoshis are none.
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
        // Each output is spent once at most.
        if (spent.delete(name) || value === 0n) continue;
        unspent.push({ txid, index, value, block, coinbase });
        left -= value;
      }
    }
    if (left === 0n) return unspent;
  }
  return unspent;
}
