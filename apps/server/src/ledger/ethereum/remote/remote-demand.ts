import type { SqlSession } from '../../../db/session.ts';
import type { EthereumRemoteAddress } from './by-address.ts';

/** An address to compare with a remote provider. */
export interface DueEthereumAddress {
  readonly key: Uint8Array;
  /** When it was requested, in milliseconds since 1970; 0: not requested, but monitored. */
  readonly askedAt: number;
}

/** Times in milliseconds since 1970. */
export interface EthereumDueQuestion {
  /** Hash of the provider's chain tip. */
  readonly tip: Uint8Array;
  readonly askedSince: number;
  /** Monitored addresses with an invalid history are due if they were last checked before this time. */
  readonly problemsBefore: number;
  /** Keys in hex to omit. */
  readonly passed: readonly string[];
  readonly limit: number;
}

/** Determines whose histories are needed from a remote provider. */
export interface EthereumDemand {
  /** Returns addresses to compare with the provider, each once, in ascending order of their last comparison. */
  due(session: SqlSession, asked: EthereumDueQuestion): Promise<DueEthereumAddress[]>;
  /** Returns an address whose history is incomplete and needed; undefined if there is none. */
  unfinished(
    session: SqlSession,
    asked: { readonly passed: readonly string[] },
  ): Promise<EthereumRemoteAddress | undefined>;
}
