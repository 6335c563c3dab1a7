import { toDisplayHash } from '@hopscope/chain';
import type { Coverage } from '@hopscope/contract';
import type { SqlDatabase } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { readBlocks } from '../../../ledger/bitcoin/reader.ts';
import { findAccount, readBitcoin } from './bitcoin-snapshot.ts';
import { parseBitcoinAddress } from '../../../lib/identifiers.ts';

/** The state of an address that readers of its history need. */
export interface BitcoinGlance {
  readonly address: string;
  readonly key: Uint8Array;
  readonly network: NetworkName;
  readonly coverage: Coverage;
  /** Satoshis. */
  readonly balance: bigint;
  readonly txCount: number;
  /** The newest block; null without blocks. */
  readonly tip: { readonly height: number; readonly hash: string } | null;
}

/**
 * Reads one snapshot of the ledger of blocks. Throws 400 for a malformed address, and 404 `not_covered` if a partial
 * ledger has no transaction of it.
 */
export function readGlance(db: SqlDatabase, text: string): Promise<BitcoinGlance> {
  return readBitcoin(db, async (snapshot) => {
    const { session, ranges, network, coverage } = snapshot;
    const address = parseBitcoinAddress(text, network);
    const account = await findAccount(snapshot, address);
    const top = ranges.at(-1)?.to;
    const block = top === undefined ? undefined : (await readBlocks(session, [top])).get(top);
    return {
      address: address.text,
      key: address.key,
      network,
      coverage,
      balance: (account?.received ?? 0n) - (account?.spent ?? 0n),
      txCount: account?.txCount ?? 0,
      tip: block ? { height: block.height, hash: toDisplayHash(block.hash) } : null,
    };
  });
}
