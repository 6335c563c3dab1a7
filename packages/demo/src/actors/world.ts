import type { Economy } from '../bitcoin/economy.ts';
import type { Wallet } from '../bitcoin/wallet.ts';
import type { Exchange } from './exchange.ts';

/** A person or customer with one wallet and an account at an exchange. */
export interface Person {
  readonly number: number;
  readonly wallet: Wallet;
  readonly home: Exchange;
  /** Cares about privacy: takes part in CoinJoins. */
  readonly mixes: boolean;
  /** Per mille of payments to an address that was used before. */
  readonly reuse: number;
}

/** Where a service takes money in: a wallet, and which of its addresses. */
export type Receiver = () => { to: Wallet; index: number };

/** Everybody, as the actors meet each other. */
export interface World {
  readonly economy: Economy;
  readonly people: Person[];
  readonly customers: Person[];
  readonly exchanges: { northwind: Exchange; meridian: Exchange; kitsune: Exchange; nonames: Exchange };
  /** Average seconds between two payments of all people together, at the moment. */
  pace(): number;
  /** The same during the history. */
  readonly historyPace: number;
  /** Seconds from the first block to the end of the history. */
  readonly length: number;
  readonly start: number;
  /** Gives money a person needs before it can pay: a withdrawal from the exchange. */
  topUp(person: Person, value: bigint): void;
}

/** One bitcoin in satoshis. */
export const btc = 100_000_000n;

/** A round amount as people type it: two leading digits. */
export function rounded(value: bigint): bigint {
  let unit = 1n;
  while (value / unit >= 100n) unit *= 10n;
  return (value / unit) * unit;
}

/** Hour of the day in UTC. */
export function hourOf(time: number): number {
  return Math.floor(time / 3600) % 24;
}

/** Whether an actor is awake. */
export function isAwake(time: number, [start, hours]: readonly [number, number]): boolean {
  return (hourOf(time) - start + 24) % 24 < hours;
}
