import type { SqlSession } from '../../../db/session.ts';
import type { RemoteAddress } from './by-address.ts';

/** An address to compare with a remote provider. */
export interface DueAddress {
  readonly key: Uint8Array;
  readonly address: string;
  /** When it was requested, in milliseconds since 1970; 0: not requested, but monitored. */
  readonly askedAt: number;
}

/** Times in milliseconds since 1970. */
export interface DueQuestion {
  /** Hash of the provider's chain tip. */
  readonly tip: Uint8Array;
  readonly askedSince: number;
  /** Monitored addresses with an invalid history are due if they were last checked before this time. */
  readonly problemsBefore: number;
  /** The same time for addresses without stored data. */
  readonly nothingBefore: number;
  /** Keys in hex to omit. */
  readonly passed: readonly string[];
  readonly limit: number;
}

/** Determines whose histories are needed from a remote provider. */
export interface BitcoinDemand {
  /** Returns addresses to compare with the provider, each once, in ascending order of their last comparison. */
  due(session: SqlSession, asked: DueQuestion): Promise<DueAddress[]>;
  /** Returns an address whose history is incomplete and needed; undefined if there is none. */
  unfinished(
    session: SqlSession,
    asked: { readonly tip: Uint8Array; readonly passed: readonly string[] },
  ): Promise<RemoteAddress | undefined>;
}
