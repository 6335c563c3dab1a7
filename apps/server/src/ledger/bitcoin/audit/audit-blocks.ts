import {
  type BitcoinNetwork,
  decodeHeader,
  equalBytes,
  merkleRoot,
  subsidyAt,
  ChainError,
  decodeBlock,
  verifyWitnessCommitment,
} from '@hopscope/chain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { nativeHashing } from '../../native-hashing.ts';
import { effectsOf, readReplacements } from './audit-effects.ts';
import type { Fingerprint } from './audit-fingerprint.ts';
import { checkInputs, checkLookups, checkSpends, checkUnresolved } from './audit-links.ts';
import { addTx, type ChainSums, zeroSums } from './audit-sums.ts';
import { placeOf, violate } from './audit-violation.ts';
import type { FoundTx } from '../lookups.ts';
import { pointOf, positionOf } from '../positions.ts';
import type { HeightRange } from '../ranges.ts';
import { readBlocksFrom, readTxids } from '../reader.ts';
import type { BlockRow } from '../blocks/block-row.ts';
import { unpackTx } from '../blocks/tx-record.ts';
import { compactSize, readRests, rebuildTransaction, spentPositions } from '../blocks/stored-scripts.ts';

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
async function checkStoredScripts(
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
async function checkStoredCount(session: SqlSession, checked: number): Promise<void> {
  const { rows } = await session.query<{ stored: bigint }>('select count(*) as stored from btc_tx_rest');
  const stored = Number(rows[0]?.stored ?? 0n);
  if (stored !== checked) {
    violate(
      'scripts',
      `Scripts are stored for ${stored} transactions, but the blocks with scripts have ${checked}`,
    );
  }
}

const txsPerBatch = 10_000;

export interface BlockAuditOptions {
  network: BitcoinNetwork;
  ranges: readonly HeightRange[];
  fingerprint: Fingerprint;
  /** Height up to which separate sums are computed. */
  height: number | undefined;
  onBlocks(done: number): void;
  /** Called with the transactions of each run of blocks, in ascending order, after they were found to be complete. */
  onTxs(txs: readonly FoundTx[]): Promise<void>;
}

/** Yields blocks in ascending order, in runs of about `txsPerBatch` transactions. */
async function* blockBatches(session: SqlSession): AsyncGenerator<BlockRow[]> {
  let batch: BlockRow[] = [];
  let size = 0;
  for (let page = await readBlocksFrom(session, 0, 500); page.length > 0; ) {
    for (const block of page) {
      if (batch.length > 0 && size + block.txCount > txsPerBatch) {
        yield batch;
        batch = [];
        size = 0;
      }
      batch.push(block);
      size += block.txCount;
    }
    page = await readBlocksFrom(session, (page.at(-1)?.height ?? 0) + 1, 500);
  }
  if (batch.length > 0) yield batch;
}

/** Reads transactions from one position to before another, in ascending order; at most one more than `expected`. */
async function readTxRun(
  session: SqlSession,
  from: number,
  to: number,
  expected: number,
): Promise<FoundTx[]> {
  const reader = createCopyReader(
    await session.copyOut(
      `select pos, txid, body from btc_tx where pos >= ${from} and pos < ${to} order by pos limit ${expected + 1}`,
    ),
  );
  const txs: FoundTx[] = [];
  while (reader.next()) {
    const position = reader.int8Number();
    const txid = reader.bytes().slice();
    const body = reader.bytes().slice();
    txs.push({ position, txid, record: readRecord(body, position, txid) });
  }
  return txs;
}

function readRecord(body: Uint8Array, position: number, txid: Uint8Array): FoundTx['record'] {
  try {
    return unpackTx(body, position);
  } catch (error) {
    if (error instanceof RangeError)
      violate(
        'transaction',
        `The stored transaction is damaged: ${error.message}`,
        placeOf({ position, txid }),
      );
    throw error;
  }
}

/** Splits a run of transactions into the blocks of the batch; requires every position, and no others. */
function assignTxs(
  blocks: readonly BlockRow[],
  txs: readonly FoundTx[],
): { block: BlockRow; txs: FoundTx[] }[] {
  let at = 0;
  const assigned = blocks.map((block) => {
    const own: FoundTx[] = [];
    for (let index = 0; index < block.txCount; index++) {
      const tx = txs[at++];
      if (tx && tx.position < positionOf(block.height, index)) {
        violate('transaction', 'The transaction belongs to no block', placeOf(tx));
      }
      if (tx?.position !== positionOf(block.height, index)) {
        violate('block', `Transaction ${index} of block ${block.height} is missing`, {
          height: block.height,
        });
      }
      own.push(tx);
    }
    return { block, txs: own };
  });
  const extra = txs[at];
  if (extra) violate('transaction', 'The transaction belongs to no block', placeOf(extra));
  return assigned;
}

function compactLength(n: number): number {
  return n < 0xfd ? 1 : n <= 0xffff ? 3 : 5;
}

/** Checks a block's row against its header, its transactions, and its parent. */
function checkBlock(block: BlockRow, txs: readonly FoundTx[], parent: BlockRow | undefined): void {
  const { height } = block;
  const fail = (message: string): never => violate('block', `${message} (block ${height})`, { height });
  if (block.header.length !== 80) fail('The header does not have 80 bytes');
  const { header, hash } = decodeHeader(block.header, nativeHashing);
  if (!equalBytes(hash, block.hash)) fail('The hash does not match the header');
  if (parent && !equalBytes(parent.hash, header.prevHash))
    fail('The block does not follow the block before it');
  const { root } = merkleRoot(txs.map((tx) => tx.txid));
  if (!equalBytes(root, header.merkleRoot))
    fail('The transactions do not match the Merkle root of the header');
  for (const tx of txs) {
    if (tx.record.coinbase !== (tx.position === positionOf(height, 0))) {
      violate(
        'transaction',
        'The first transaction of a block, and no other, must be a coinbase',
        placeOf(tx),
      );
    }
  }
  const frame = 80 + compactLength(txs.length);
  if (block.size !== txs.reduce((sum, tx) => sum + tx.record.size, frame))
    fail('The size does not match the transactions');
  if (block.strippedSize !== txs.reduce((sum, tx) => sum + tx.record.strippedSize, frame)) {
    fail('The size without witnesses does not match the transactions');
  }
  if (block.coinbaseScript.length !== txs[0]?.record.inputs[0]?.scriptSize)
    fail('The coinbase script does not have the recorded length');
}

/** Checks a block's sums; fees count if every input of a transaction is known. */
function checkBlockSums(block: BlockRow, txs: readonly FoundTx[], network: BitcoinNetwork): void {
  const { height } = block;
  let [inputs, unknownInputs, outputs, outputAmount, reward, fees] = [0, 0, 0, 0n, 0n, 0n];
  for (const tx of txs) {
    const paidOut = tx.record.outputs.reduce((sum, { value }) => sum + value, 0n);
    outputs += tx.record.outputs.length;
    outputAmount += paidOut;
    if (tx.record.coinbase) {
      reward += paidOut;
      continue;
    }
    let paidIn = 0n;
    let unknown = 0;
    for (const { prevout } of tx.record.inputs) {
      if (prevout.kind === 'known') paidIn += prevout.value;
      else unknown++;
    }
    inputs += tx.record.inputs.length;
    unknownInputs += unknown;
    if (unknown > 0) continue;
    if (paidOut > paidIn)
      violate('transaction', 'The outputs of the transaction exceed its inputs', placeOf(tx));
    fees += paidIn - paidOut;
  }
  const compare = (what: string, stored: number | bigint, counted: number | bigint): void => {
    if (stored !== counted)
      violate('block', `Block ${height} records ${stored} ${what}, but its transactions have ${counted}`, {
        height,
      });
  };
  compare('inputs', block.inputCount, inputs);
  compare('outputs', block.outputCount, outputs);
  compare('unknown inputs', block.unknownInputs, unknownInputs);
  compare('satoshis in outputs', block.outputAmount, outputAmount);
  compare('satoshis in the reward', block.reward, reward);
  compare('satoshis in fees', block.fees, fees);
  if (unknownInputs === 0 && reward > fees + subsidyAt(height, network)) {
    violate('issue', `The coinbase of block ${height} pays more than subsidy and fees`, { height });
  }
}

/**
 * Checks that blocks have the heights of `ranges`, without gaps, and that every input is known in a history from block 0.
 */
function checkPlace(block: BlockRow, before: BlockRow | undefined, ranges: readonly HeightRange[]): void {
  const { height } = block;
  const range = ranges.find(({ from, to }) => from <= height && height <= to);
  if (!range) violate('ranges', `Block ${height} is outside the ranges of the ledger`, { height });
  const expected = before && before.height >= range.from ? before.height + 1 : range.from;
  if (height !== expected) violate('ranges', `Block ${expected} is missing`, { height: expected });
  if (range.from === 0 && block.unknownInputs > 0) {
    violate('unresolved', `Block ${height} has unknown inputs, although every block below it is stored`, {
      height,
    });
  }
}

/**
 * Audits blocks and transactions in chain order, and adds their activity to the fingerprint. Returns the sums of all blocks
 * and of those up to `height`, and the number of transactions with stored scripts. Throws ViolationError.
 */
export async function auditBlocks(
  session: SqlSession,
  options: BlockAuditOptions,
): Promise<{ all: ChainSums; upTo: ChainSums; saved: number }> {
  const { network, ranges, fingerprint } = options;
  const all = zeroSums();
  let upTo: ChainSums | undefined;
  let before: BlockRow | undefined;
  let from = 0;
  let saved = 0;
  for await (const blocks of blockBatches(session)) {
    const last = blocks.at(-1)?.height ?? 0;
    const to = positionOf(last + 1, 0);
    const txs = await readTxRun(
      session,
      from,
      to,
      blocks.reduce((sum, block) => sum + block.txCount, 0),
    );
    const assigned = assignTxs(blocks, txs);
    for (const { block, txs: own } of assigned) {
      checkPlace(block, before, ranges);
      checkBlock(block, own, before?.height === block.height - 1 ? before : undefined);
      checkBlockSums(block, own, network);
      before = block;
    }
    await checkLookups(session, txs);
    await checkInputs(session, txs);
    await checkUnresolved(session, txs);
    await checkSpends(session, txs, pointOf(from, 0), pointOf(to, 0));
    saved += await checkStoredScripts(session, assigned, { from, to });
    const replacements = await readReplacements(session, txs, network);
    for (const { block, txs: own } of assigned) {
      if (options.height !== undefined && block.height > options.height) upTo ??= { ...all };
      for (const tx of own) {
        const replaced = replacements.get(tx.position);
        addTx(all, tx, replaced);
        for (const { key, entry } of effectsOf(tx, replaced)) fingerprint.add(key, entry);
      }
      all.blocks++;
      all.rewards += block.reward;
      all.fees += block.fees;
      all.schedule += subsidyAt(block.height, network);
    }
    await options.onTxs(txs);
    from = to;
    options.onBlocks(all.blocks);
  }
  await checkNothingAbove(session, before, ranges, from);
  await checkStoredCount(session, saved);
  return { all, upTo: upTo ?? { ...all }, saved };
}

async function checkNothingAbove(
  session: SqlSession,
  top: BlockRow | undefined,
  ranges: readonly HeightRange[],
  from: number,
): Promise<void> {
  const highest = ranges.at(-1)?.to ?? -1;
  if (highest !== (top?.height ?? -1)) violate('ranges', `Block ${highest} is missing`, { height: highest });
  const [stray] = await readTxRun(session, from, Number.MAX_SAFE_INTEGER, 0);
  if (stray) violate('transaction', 'The transaction belongs to no block', placeOf(stray));
  await checkSpends(session, [], pointOf(from, 0), 2n ** 63n - 1n);
}
