import { ChainError, decodeBlock, equalBytes, verifyWitnessCommitment } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { nativeHashing } from '../../native-hashing.ts';
import { violate } from './audit-violation.ts';
import type { BlockRow } from '../blocks/block-row.ts';
import { compactSize, readRests, rebuildTransaction, spentPositions } from '../blocks/stored-scripts.ts';
import type { FoundTx } from '../lookups.ts';
import { readTxids } from '../reader.ts';

/** Rebuilds a block's exact bytes from stored parts. Throws RangeError if they don't fit together. */
function rebuildBlock(
  block: BlockRow,
  txs: readonly FoundTx[],
  stored: { rests: ReadonlyMap<number, Uint8Array>; txids: ReadonlyMap<number, Uint8Array> },
): Uint8Array {
  const raws = txs.map((tx) => {
    const rest = stored.rests.get(tx.position);
    if (!rest) throw new RangeError('The scripts of one of its transactions are missing');
    return rebuildTransaction(tx, rest, { txids: stored.txids, hashing: nativeHashing }).raw;
  });
  return Buffer.concat([block.header, compactSize(raws.length), ...raws]);
}

/**
 * Checks the stored scripts of a run of blocks: either none or all scripts of a block are stored. If all are, the rebuilt
 * bytes must have the stored hashes, and the witnesses those that the coinbase commits to (BIP141). `from` and `to` are the
 * positions of the run. Returns the number of transactions with stored scripts. Throws ViolationError.
 */
export async function checkStoredScripts(
  session: SqlSession,
  run: readonly { block: BlockRow; txs: readonly FoundTx[] }[],
  around: { from: number; to: number },
): Promise<number> {
  const rests = await readRests(session, around.from, around.to);
  if (rests.size === 0) return 0;
  const keeping = run.filter(({ txs }) => txs.some(({ position }) => rests.has(position)));
  const txids = await readTxids(session, spentPositions(keeping.flatMap(({ txs }) => txs)));
  let checked = 0;
  for (const { block, txs } of keeping) {
    try {
      const raw = decodeBlock(rebuildBlock(block, txs, { rests, txids }), { hashing: nativeHashing });
      if (!equalBytes(raw.hash, block.hash)) throw new RangeError('The rebuilt block has another hash');
      const active = raw.transactions.some(({ segwit }) => segwit);
      verifyWitnessCommitment(raw, { active, hashing: nativeHashing });
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof ChainError)) throw error;
      violate('scripts', `The stored scripts of block ${block.height} are damaged: ${error.message}`, {
        height: block.height,
      });
    }
    checked += txs.length;
  }
  return checked;
}

/** Throws ViolationError if more transactions have stored scripts than were checked. */
export async function checkStoredCount(session: SqlSession, checked: number): Promise<void> {
  const { rows } = await session.query<{ stored: bigint }>('select count(*) as stored from btc_tx_rest');
  const stored = Number(rows[0]?.stored ?? 0n);
  if (stored !== checked) {
    violate(
      'scripts',
      `Scripts are stored for ${stored} transactions, but the blocks with scripts have ${checked}`,
    );
  }
}
