import { decodeHeader, type Hashing, networks } from '@hopscope/chain';
import type { BlockAtHeight } from '../../ledger/bitcoin/blocks/batch.ts';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import { createDifficultyCheck } from '../bitcoin-files/difficulty.ts';
import type { SyncTarget } from '../shared/chain-sync.ts';

/**
 * Small transactions use more memory decoded than in their block, so the number of transactions limits a batch, as for
 * files.
 */
const decodedTransactionBytes = 700;

/**
 * Adapts the Bitcoin ledger for chain synchronization. Checks the claimed difficulty of blocks before they are added
 * (ChainError).
 */
export function followedBitcoin(options: {
  ledger: BitcoinLedger;
  network: NetworkName;
  hashing: Hashing;
}): SyncTarget<BlockAtHeight> {
  const { ledger, network, hashing } = options;
  const difficulty = createDifficultyCheck({ ledger, network: networks[network], hashing });

  async function check(blocks: readonly BlockAtHeight[]): Promise<void> {
    const [first] = blocks;
    // Blocks that were checked earlier may not have been added, or are about to be replaced.
    if (first) difficulty.forgetFrom(first.height);
    for (const { height, block } of blocks) await difficulty.check(height, block.header);
  }

  return {
    describe: ({ height, block }) => ({
      height,
      hash: block.hash,
      parent: block.header.prevHash,
      bytes: Math.max(block.size, block.transactions.length * decodedTransactionBytes),
    }),
    ranges: () => ledger.ranges(),
    async hashes(heights) {
      const headers = await ledger.headers(heights);
      return new Map([...headers].map(([height, bytes]) => [height, decodeHeader(bytes, hashing).hash]));
    },
    async append(blocks) {
      await check(blocks);
      await ledger.append(network, blocks);
    },
    async reorganize(depth, blocks) {
      await check(blocks);
      await ledger.reorganize(network, depth, blocks);
    },
  };
}
