import type { SqlSession } from '../../../db/session.ts';
import type { EthereumRemoteAddress } from './by-address.ts';

/** An address that is to be compared with a remote provider. */
export interface DueEthereumAddress {
  readonly key: Uint8Array;
  /** When somebody asked for it, milliseconds since 1970; 0: nobody did, it is monitored. */
  readonly askedAt: number;
}

/** Times in milliseconds since 1970. */
export interface EthereumDueQuestion {
  /** Hash of the provider's newest block. */
  readonly tip: Uint8Array;
  readonly askedSince: number;
  /** Monitored addresses whose history did not hold are due when they were not looked at since. */
  readonly problemsBefore: number;
  /** Keys in hex that are left out. */
  readonly passed: readonly string[];
  readonly limit: number;
}

/** Whose histories are wanted from a remote provider: what a source asks before it goes on. */
export interface EthereumDemand {
  /** Addresses to compare with the provider, each once, those that were compared longest ago first. */
  due(session: SqlSession, asked: EthereumDueQuestion): Promise<DueEthereumAddress[]>;
  /** An address of whose history more is wanted; undefined where there is none. */
  unfinished(
    session: SqlSession,
    asked: { readonly passed: readonly string[] },
  ): Promise<EthereumRemoteAddress | undefined>;
}
