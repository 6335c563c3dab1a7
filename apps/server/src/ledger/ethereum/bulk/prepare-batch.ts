import { type Movement, movementsOfBlock } from '@hopscope/chain';
import { lookupWords } from '../../shared/bulk/lookups.ts';
import { RowWriter } from '../../shared/bulk/row-writer.ts';
import { RecordBuffer } from '../../shared/bulk/runs.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { heightOf, positionOf } from '../../shared/positions.ts';
import { createPackWriter } from '../../shared/varint.ts';
import { factKinds, type FactRow, factsIn } from '../accounts/facts.ts';
import { hasNames, tokensIn } from '../accounts/assets.ts';
import {
  addBlockSums,
  blockIndex,
  etherAsset,
  noSums,
  type SumDelta,
  txMovements,
} from '../accounts/effects.ts';
import { packEthereumBlock } from '../blocks/block-record.ts';
import type { EthereumBundle, TokenFacts, TokenStandard } from '../blocks/bundle.ts';
import { rewardScheduleOf } from '../blocks/schedule.ts';
import { storeBundle, type StoredBlock } from '../blocks/stored-block.ts';
import { packEthereumTx } from '../blocks/tx-record.ts';
import type { StoredEthereumTx } from '../model.ts';
import { bits } from './entry-records.ts';
import { EntryWriter } from './entry-writer.ts';

/** Bytes of a COPY in binary format, or words of records; their memory can be sent to another thread. */
type Rows = Uint8Array<ArrayBuffer>;
type Words = Uint32Array<ArrayBuffer>;

/** Place of a block in the chain. */
export interface PreparedBlock {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly parentHash: Uint8Array;
  readonly txCount: number;
}

/** A token of a batch. */
export interface PreparedToken {
  readonly contract: Uint8Array;
  readonly standard: TokenStandard;
  /** As reported with the first block of the batch in which it moved; undefined: not reported. */
  readonly facts: TokenFacts | undefined;
  /** Number of its movements in the batch. */
  readonly movements: number;
}

/** Verified blocks in ascending order, as rows and records: all that the ledger stores of them. */
export interface PreparedBatch extends BatchMemory {
  readonly blocks: readonly PreparedBlock[];
  /** In order of appearance. */
  readonly tokens: readonly PreparedToken[];
  /** Facts that were reported after the first block with a token. */
  readonly named: readonly TokenFacts[];
  readonly sums: SumDelta;
}

/** The rows and records of a batch, whose memory is used again. */
export interface BatchMemory {
  /** Rows of `eth_block` and `eth_tx`, ready for COPY. */
  readonly blockRows: Rows;
  readonly txRows: Rows;
  /** Rows of `eth_fact`; empty without any. */
  readonly factRows: Rows;
  /** Lookup keys and positions of the transactions (`lookups.ts`). */
  readonly lookups: Words;
  /** Entries of accounts (`entry-records.ts`); asset `n` is token `n − 1` of the batch, 0 is ether. */
  readonly entries: Words;
}

/** Returns the buffers of a batch, for transfer to another thread. */
export function buffersOf({ blockRows, txRows, factRows, lookups, entries }: BatchMemory): ArrayBuffer[] {
  return [blockRows.buffer, txRows.buffer, factRows.buffer, lookups.buffer, entries.buffer];
}

type BatchToken = { -readonly [Field in keyof PreparedToken]: PreparedToken[Field] } & { number: number };

const notFake = (): boolean => false;

/** Turns verified blocks into rows and records, one after another. */
export interface BatchPreparer {
  /** Adds the next block. */
  add(bundle: EthereumBundle): void;
  /** Returns the blocks since the last call. */
  take(): PreparedBatch;
  /** Reuses the memory of a batch that is no longer needed. */
  reuse(memory: BatchMemory): void;
}

/**
 * Creates a preparer. It needs nothing but the blocks, so it can run in any thread; numbers of assets and fake tokens are
 * filled in later, in chain order.
 */
export function createBatchPreparer(chainId: bigint): BatchPreparer {
  const schedule = rewardScheduleOf(chainId);
  const blockRows = new RowWriter();
  const txRows = new RowWriter(2 << 20);
  const factRows = new RowWriter(1 << 12);
  const entries = new EntryWriter();
  const pack = createPackWriter();
  const lookups = new RecordBuffer();
  const tokens = new Map<string, BatchToken>();
  let named: TokenFacts[] = [];
  let blocks: PreparedBlock[] = [];
  let sums = noSums();

  function writeBlock({ row }: StoredBlock): void {
    blockRows.row(6);
    blockRows.int4(row.height);
    blockRows.field(row.hash, 0, row.hash.length);
    blockRows.field(row.header.parentHash, 0, row.header.parentHash.length);
    blockRows.int8Number(row.header.time);
    blockRows.int4(row.txCount);
    const body = packEthereumBlock(pack, row);
    blockRows.field(body, 0, body.length);
  }

  function writeTx(stored: StoredEthereumTx): void {
    txRows.row(3);
    txRows.int8Number(stored.position);
    txRows.field(stored.tx.hash, 0, stored.tx.hash.length);
    const body = packEthereumTx(pack, stored);
    txRows.field(body, 0, body.length);
  }

  function writeFact({ key, position, logIndex, kind, contract }: FactRow): void {
    factRows.row(5);
    factRows.field(key, 0, key.length);
    factRows.int8Number(position);
    factRows.int4(logIndex);
    factRows.int2(factKinds.indexOf(kind));
    factRows.field(contract, 0, contract.length);
  }

  function addTokens({ receipts, tokens: facts }: EthereumBundle): void {
    const reported = new Map(facts.map((fact) => [byteKey(fact.contract), fact]));
    for (const [name, { contract, standard }] of tokensIn(receipts.flatMap(({ logs }) => logs))) {
      const fact = reported.get(name);
      if (!tokens.has(name)) {
        tokens.set(name, { contract, standard, facts: fact, movements: 0, number: tokens.size + 1 });
      } else if (fact && hasNames(fact)) named.push(fact);
    }
  }

  function addMovement(position: number, movement: number, moved: Movement): void {
    const { from, to, token, amount, spam } = moved;
    let asset = etherAsset;
    if (token) {
      const own = tokens.get(byteKey(token));
      if (!own) throw new RangeError('A token of the batch has no number');
      asset = own.number;
      own.movements++;
    }
    const put = (key: Uint8Array, direction: 'in' | 'out' | 'self'): void =>
      entries.add(key, asset, { position, movement, direction, spam, amount });
    if (from && to && byteKey(from) === byteKey(to)) put(from, 'self');
    else {
      if (from) put(from, 'out');
      if (to) put(to, 'in');
    }
    if (asset !== etherAsset) return;
    if (from) sums.spent += amount;
    if (to) sums.received += amount;
  }

  function markContracts({ position, receipt, internal, created, failed }: StoredEthereumTx): void {
    if (failed) return;
    for (const contract of created) {
      entries.mark(contract, position, bits.signs);
      entries.mark(contract, position, bits.created);
    }
    for (const { address } of receipt.logs) entries.mark(address, position, bits.signs);
    for (const { from } of internal ?? []) entries.mark(from, position, bits.signs);
  }

  function addLookup({ position, tx: { hash, index } }: StoredEthereumTx): void {
    const at = lookups.extend(lookupWords);
    const { words } = lookups;
    const key = new DataView(hash.buffer, hash.byteOffset, 8);
    words[at] = key.getUint32(0) ^ 0x80000000;
    words[at + 1] = key.getUint32(4);
    words[at + 2] = heightOf(position);
    words[at + 3] = index;
  }

  function addMovements(position: number, movements: readonly Movement[]): void {
    for (const [movement, moved] of movements.entries()) addMovement(position, movement, moved);
  }

  return {
    add(bundle) {
      const block = storeBundle(bundle, schedule);
      const { row } = block;
      addTokens(bundle);
      writeBlock(block);
      for (const tx of block.txs) {
        writeTx(tx);
        addLookup(tx);
        addMovements(tx.position, txMovements(tx, row, notFake));
        markContracts(tx);
      }
      for (const fact of factsIn(block.txs, chainId)) writeFact(fact);
      addMovements(positionOf(row.height, blockIndex), movementsOfBlock(row));
      addBlockSums(sums, block);
      const { height, hash, header, txCount } = row;
      blocks.push({ height, hash, parentHash: header.parentHash, txCount });
    },
    take() {
      const batch: PreparedBatch = {
        blocks,
        blockRows: blockRows.take(),
        txRows: txRows.take(),
        factRows: factRows.rows > 0 ? factRows.take() : new Uint8Array(),
        lookups: lookups.take(),
        entries: entries.take(),
        tokens: [...tokens.values()].map(({ contract, standard, facts, movements }) => ({
          contract,
          standard,
          facts,
          movements,
        })),
        named,
        sums,
      };
      tokens.clear();
      [blocks, named, sums] = [[], [], noSums()];
      return batch;
    },
    reuse(memory) {
      blockRows.reuse(memory.blockRows);
      txRows.reuse(memory.txRows);
      if (memory.factRows.length > 0) factRows.reuse(memory.factRows);
      lookups.reuse(memory.lookups);
      entries.reuse(memory.entries);
    },
  };
}
