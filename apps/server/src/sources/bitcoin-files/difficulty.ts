import {
  type BitcoinNetwork,
  type BlockHeader,
  ChainError,
  decodeHeader,
  type Hashing,
  nextBits,
  RETARGET_INTERVAL,
} from '@hopscope/chain';
import type { BitcoinLedger } from '../../ledger/bitcoin/ledger.ts';

/**
 * Checks that a block claims the difficulty that its chain requires, if the headers for it are known: unchanged within a
 * window of 2016 blocks, computed from the window at its end.
 */
export function createDifficultyCheck(options: {
  ledger: Pick<BitcoinLedger, 'headers'>;
  network: BitcoinNetwork;
  hashing: Hashing;
}) {
  const { ledger, network, hashing } = options;
  const recent = new Map<number, Pick<BlockHeader, 'time' | 'bits'>>();

  async function headerAt(height: number): Promise<Pick<BlockHeader, 'time' | 'bits'> | undefined> {
    const known = recent.get(height);
    if (known) return known;
    const stored = (await ledger.headers([height])).get(height);
    return stored && decodeHeader(stored, hashing).header;
  }

  return {
    /** Throws ChainError `pow_invalid`. Check blocks in order; a checked block counts as known. */
    async check(height: number, header: BlockHeader): Promise<void> {
      if (network.retarget && !network.minDifficultyBlocks && height > 0) {
        const parent = await headerAt(height - 1);
        let expected = parent?.bits;
        if (parent && height % RETARGET_INTERVAL === 0) {
          const first = await headerAt(height - RETARGET_INTERVAL);
          expected = first && nextBits({ network, first, last: parent });
        }
        if (expected !== undefined && expected !== header.bits) {
          throw new ChainError(
            'pow_invalid',
            "The block's difficulty is not the one that its chain requires.",
            {
              details: { expected: expected.toString(16), claimed: header.bits.toString(16) },
            },
          );
        }
      }
      recent.set(height, header);
      recent.delete(height - RETARGET_INTERVAL - 1);
    },
    /** Adds a block that was checked earlier; call it in ascending order. */
    note(height: number, header: BlockHeader): void {
      recent.set(height, header);
      recent.delete(height - RETARGET_INTERVAL - 1);
    },
    /** Removes the blocks from `height` on: they are about to be replaced. */
    forgetFrom(height: number): void {
      for (const known of recent.keys()) if (known >= height) recent.delete(known);
    },
  };
}

export type DifficultyCheck = ReturnType<typeof createDifficultyCheck>;

/** Checks the history of an empty ledger, which has no headers to ask for. */
export const emptyLedger: Pick<BitcoinLedger, 'headers'> = { headers: async () => new Map() };
