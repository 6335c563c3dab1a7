import type { DemoEntity } from '../entities.ts';
import type { CoinQueue, QueuedCoin } from './coin-queue.ts';
import type { WalletStyle } from './keys.ts';

/** Satoshis of a coin that come from illicit flows, by flow id; undefined for clean coins. */
export type Shares = ReadonlyMap<number, bigint>;

/** An unspent output. */
export interface Coin {
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly value: bigint;
  readonly wallet: Wallet;
  /** Index of the address in the wallet. */
  readonly index: number;
  readonly shares: Shares | undefined;
}

/** Which address receives change. */
export type ChangeHabit = 'fresh' | 'same_address';

/** How a wallet's software creates transactions. */
export interface Fingerprint {
  readonly version: 1 | 2;
  /** Signals replaceability (BIP 125). */
  readonly rbf: boolean;
  /** Sets the locktime to the current height, as some wallets do against fee sniping. */
  readonly locktime: boolean;
  readonly change: ChangeHabit;
  /** Sorted by amount, or change at a random position. */
  readonly order: 'sorted' | 'shuffled' | 'change_last';
}

/** Coins under one set of keys. */
export interface Wallet {
  readonly id: number;
  readonly entity: DemoEntity;
  readonly client: string | undefined;
  readonly style: WalletStyle;
  readonly fingerprint: Fingerprint;
  /** Locking script of a wallet that has only one address, and never pays; undefined for others. */
  readonly script: Uint8Array | undefined;
  /** A service that pools its funds: flows end here. */
  readonly pools: boolean;
  /** Addresses used so far. */
  used: number;
  readonly coins: CoinQueue;
  balance: bigint;
}

/** Adds a coin to its wallet. */
export function credit(coin: Coin): void {
  coin.wallet.coins.push(coin);
  coin.wallet.balance += coin.value;
}

/** Returns the number of coins in a wallet. */
export function coinCount(wallet: Wallet): number {
  return wallet.coins.length;
}

function debit(wallet: Wallet, coin: QueuedCoin | undefined): Coin | undefined {
  if (!coin) return undefined;
  wallet.balance -= coin.value;
  return { ...coin, wallet };
}

/** Removes and returns the oldest coin; undefined if there is none. */
export function takeOldest(wallet: Wallet): Coin | undefined {
  return debit(wallet, wallet.coins.takeOldest());
}

/** Removes and returns the newest coin; undefined if there is none. */
export function takeNewest(wallet: Wallet): Coin | undefined {
  return debit(wallet, wallet.coins.takeNewest());
}

/** Removes and returns up to `most` of the oldest coins. */
export function takeMany(wallet: Wallet, most: number): Coin[] {
  const taken: Coin[] = [];
  while (taken.length < most) {
    const coin = takeOldest(wallet);
    if (!coin) break;
    taken.push(coin);
  }
  return taken;
}
