import type { DemoEntity } from '../entities.ts';
import type { WalletStyle } from './keys.ts';

/** Satoshis of a coin that come from illicit flows, by flow id; undefined for clean coins. */
export type Shares = ReadonlyMap<number, bigint>;

/** An output that can be spent. */
export interface Coin {
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly value: bigint;
  readonly wallet: Wallet;
  /** Number of the address within the wallet. */
  readonly index: number;
  readonly shares: Shares | undefined;
}

/** Where the rest of a payment goes. */
export type ChangeHabit = 'fresh' | 'same_address';

/** How the software behind a wallet makes transactions. */
export interface Fingerprint {
  readonly version: 1 | 2;
  /** Signals that it may be replaced (BIP125). */
  readonly rbf: boolean;
  /** Locks to the current height, as some wallets do against fee sniping. */
  readonly locktime: boolean;
  readonly change: ChangeHabit;
  /** Sorted by amount, or change at a random place. */
  readonly order: 'sorted' | 'shuffled' | 'change_last';
}

/** Coins under one set of keys. */
export interface Wallet {
  readonly id: number;
  readonly entity: DemoEntity;
  readonly client: string | undefined;
  readonly style: WalletStyle;
  readonly fingerprint: Fingerprint;
  /** A service that pools what it receives: flows end here. */
  readonly pools: boolean;
  /** Addresses used so far. */
  used: number;
  /** Oldest first, from `head`. */
  coins: Coin[];
  head: number;
  balance: bigint;
}

/** Puts a coin into its wallet. */
export function credit(coin: Coin): void {
  coin.wallet.coins.push(coin);
  coin.wallet.balance += coin.value;
}

/** Number of coins in a wallet. */
export function coinCount(wallet: Wallet): number {
  return wallet.coins.length - wallet.head;
}

/** Takes the oldest coin; undefined if there is none. */
export function takeOldest(wallet: Wallet): Coin | undefined {
  const coin = wallet.coins[wallet.head];
  if (!coin) return undefined;
  wallet.head++;
  if (wallet.head > 16 && wallet.head * 2 > wallet.coins.length) {
    wallet.coins = wallet.coins.slice(wallet.head);
    wallet.head = 0;
  }
  wallet.balance -= coin.value;
  return coin;
}

/** Takes the newest coin; undefined if there is none. */
export function takeNewest(wallet: Wallet): Coin | undefined {
  if (coinCount(wallet) === 0) return undefined;
  const coin = wallet.coins.pop();
  if (coin) wallet.balance -= coin.value;
  return coin;
}

/** Takes up to `most` of the oldest coins. */
export function takeMany(wallet: Wallet, most: number): Coin[] {
  const taken: Coin[] = [];
  while (taken.length < most) {
    const coin = takeOldest(wallet);
    if (!coin) break;
    taken.push(coin);
  }
  return taken;
}
