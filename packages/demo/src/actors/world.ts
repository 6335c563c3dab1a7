import type { Economy } from '../bitcoin/economy.ts';
import type { Wallet } from '../bitcoin/wallet.ts';
import type { Exchange } from './exchange.ts';
import type { WalletHabits } from './habits.ts';

/** A person or customer with one wallet and an account at an exchange. */
export interface Person {
  readonly number: number;
  readonly wallet: Wallet;
  readonly home: Exchange;
  /** Takes part in CoinJoins. */
  readonly mixes: boolean;
  /** Per mille of payments to a reused address. */
  readonly reuse: number;
}

/** The receiving wallet of a service, and which of its addresses it uses. */
export type Receiver = () => { to: Wallet; index: number };

/** All actors, for access by other actors. */
export interface World {
  readonly economy: Economy;
  readonly habits: WalletHabits;
  readonly people: Person[];
  readonly customers: Person[];
  readonly exchanges: { northwind: Exchange; meridian: Exchange; kitsune: Exchange; nonames: Exchange };
  /** Current average number of seconds between payments of all people together. */
  pace(): number;
  /** Average number of seconds between payments during the history. */
  readonly historyPace: number;
  /** Seconds from the first block to the end of the history. */
  readonly length: number;
  readonly start: number;
  /** Withdraws from the exchange what a person needs for a payment. */
  topUp(person: Person, value: bigint): void;
}

/** One bitcoin in satoshis. */
export const btc = 100_000_000n;

/** Returns a round amount with two leading digits, as typed by a person. */
export function rounded(value: bigint): bigint {
  let unit = 1n;
  while (value / unit >= 100n) unit *= 10n;
  return (value / unit) * unit;
}

/** Returns the hour of the day in UTC. */
export function hourOf(time: number): number {
  return Math.floor(time / 3600) % 24;
}

/** Tests whether an actor is awake. */
export function isAwake(time: number, [start, hours]: readonly [number, number]): boolean {
  return (hourOf(time) - start + 24) % 24 < hours;
}
