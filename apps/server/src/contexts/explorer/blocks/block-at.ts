import { headerTime, toDisplayHash } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { readBlocks } from '../../../ledger/bitcoin/reader.ts';
import { readEthereumBlocks } from '../../../ledger/ethereum/blocks/blocks.ts';
import { hexOf } from '../ethereum/ethereum-values.ts';

/** A block of the chain: its hash as in answers, and its time in seconds since 1970. */
export interface BlockAt {
  readonly hash: string;
  readonly time: number;
}

type ReadBlockAt = (session: SqlSession, height: number) => Promise<BlockAt | undefined>;

/** Converts a block hash of the ledger to the form in answers. */
export const hashTexts: Readonly<Record<Blockchain, (hash: Uint8Array) => string>> = {
  bitcoin: toDisplayHash,
  ethereum: hexOf,
};

const readers: Readonly<Record<Blockchain, ReadBlockAt>> = {
  async bitcoin(session, height) {
    const block = (await readBlocks(session, [height])).get(height);
    return (
      block && {
        hash: hashTexts.bitcoin(block.hash),
        time: headerTime(block.header),
      }
    );
  },
  async ethereum(session, height) {
    const block = (await readEthereumBlocks(session, [height])).get(height);
    return block && { hash: hashTexts.ethereum(block.hash), time: block.header.time };
  },
};

/** Returns the current block of a chain at a height; undefined if the ledger doesn't have it. */
export function readBlockAt(
  session: SqlSession,
  chain: Blockchain,
  height: number,
): Promise<BlockAt | undefined> {
  return readers[chain](session, height);
}
