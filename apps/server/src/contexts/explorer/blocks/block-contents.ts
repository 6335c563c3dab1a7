import { splitFee, toDisplayHash, tokenTransfersOf } from '@hopscope/chain';
import { type BlockTransactionType, type BlockView, type EthereumBlockView, texts } from '@hopscope/contract';
import { notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { coinJoinOf } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { type FoundTx, readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { readBlocks, readState } from '../../../ledger/bitcoin/reader.ts';
import type { StoredTx } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import type { EthereumBlockRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { positionOf } from '../../../ledger/shared/positions.ts';
import { addressOf } from '../bitcoin/bitcoin.presenter.ts';
import { blockAt } from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf as ethereumAddressOf, hexOf } from '../ethereum/ethereum-values.ts';
import { type BlockRates, createRecent, type PaidRate, ratesOf } from '../bitcoin/fee-rates.ts';

/** A transaction of a block with the fields that filters need. */
export interface BlockEntry {
  /** Base units: sum of the outputs on Bitcoin, value of the transaction itself on Ethereum. */
  readonly amount: bigint;
  readonly types: ReadonlySet<BlockTransactionType>;
  /** Addresses as in answers; computed on demand. */
  readonly addresses: () => string[];
}

/** All transactions of a block in order, with their fee rates. */
export interface BlockContents {
  /** Hash as in answers. */
  readonly hash: string;
  readonly height: number;
  readonly entries: readonly BlockEntry[];
  readonly rates: BlockRates;
}

/** Blocks whose contents are cached. */
const blocksStored = 8;
/** Highest sequence that signals replaceability (BIP 125). */
const maxReplaceableSequence = 0xfffffffd;

/** Returns the fee of a transaction; undefined for coinbases and unknown inputs. */
export function feeOf({ coinbase, inputs, outputs }: StoredTx): bigint | undefined {
  if (coinbase) return undefined;
  let fee = 0n;
  for (const { prevout } of inputs) {
    if (prevout.kind !== 'known') return undefined;
    fee += prevout.value;
  }
  return outputs.reduce((left, { value }) => left - value, fee);
}

/** Returns hundredths of a satoshi per virtual byte, rounded half up like `presentRate`. */
export function rateOf({ size, strippedSize }: StoredTx, fee: bigint): number {
  const vsize = BigInt(Math.ceil((strippedSize * 3 + size) / 4));
  return Number((fee * 200n + vsize) / (2n * vsize));
}

function bitcoinTypes(record: StoredTx): Set<BlockTransactionType> {
  const types = new Set<BlockTransactionType>();
  if (record.coinbase) types.add('coinbase');
  if (coinJoinOf(record).is === 'coinjoin') types.add('coinjoin');
  if (record.outputs.some(({ type }) => type === 'op_return')) types.add('op_return');
  if (record.segwit) types.add('segwit');
  const signals = record.inputs.some(({ sequence }) => sequence <= maxReplaceableSequence);
  if (!record.coinbase && signals) types.add('replaceable');
  return types;
}

// Entries must not reference the records that they were read from: those of a block take many times the size.

function bitcoinEntry({ record }: FoundTx, network: NetworkName): BlockEntry {
  const keys = [
    ...record.inputs.map(({ prevout }) => (prevout.kind === 'known' ? prevout.key : undefined)),
    ...record.outputs.map(({ key }) => key),
  ].flatMap((key) => (key ? [Uint8Array.from(key)] : []));
  return {
    amount: record.outputs.reduce((sum, { value }) => sum + value, 0n),
    types: bitcoinTypes(record),
    addresses: () => keys.flatMap((key) => addressOf(key, network) ?? []),
  };
}

function bitcoinRates(txs: readonly FoundTx[]): BlockRates {
  const paid: PaidRate[] = [];
  let unknown = 0;
  for (const { record } of txs) {
    if (record.coinbase) continue;
    const fee = feeOf(record);
    if (fee === undefined) unknown++;
    else paid.push({ rate: rateOf(record, fee), size: record.strippedSize * 3 + record.size });
  }
  return ratesOf(paid, unknown);
}

function ethereumTypes({ tx, receipt, failed }: StoredEthereumTx): Set<BlockTransactionType> {
  const types = new Set<BlockTransactionType>();
  if (!tx.to) types.add('creation');
  else types.add(tx.input.length === 0 ? 'payment' : 'call');
  if (receipt.logs.some((log) => tokenTransfersOf(log).length > 0)) types.add('token');
  if (failed) types.add('failed');
  return types;
}

function ethereumEntry(stored: StoredEthereumTx): BlockEntry {
  const { tx, receipt, failed, internal, created } = stored;
  const keys = [
    tx.from,
    tx.to,
    ...created,
    ...(internal ?? []).flatMap(({ from, to }) => [from, to]),
    ...receipt.logs.flatMap((log) => tokenTransfersOf(log).flatMap(({ from, to }) => [from, to])),
  ].flatMap((key) => (key ? [Uint8Array.from(key)] : []));
  return {
    amount: failed ? 0n : tx.value,
    types: ethereumTypes(stored),
    addresses: () => keys.map(ethereumAddressOf),
  };
}

/** Returns the tip in wei per gas, and the gas. */
function ethereumRate({ receipt }: StoredEthereumTx, { header }: EthereumBlockRow): PaidRate {
  const { tip } = splitFee(receipt, header);
  return { rate: receipt.gasUsed === 0n ? 0 : Number(tip / receipt.gasUsed), size: Number(receipt.gasUsed) };
}

/** Reads whole blocks, and caches the most recently requested. */
export function createBlockContents({ db }: { db: SqlDatabase }) {
  const recent = createRecent<BlockContents>(blocksStored);
  return {
    /** Reads a block that was just returned. Throws 404 if it has left the chain since. */
    bitcoin: ({ hash, number, transaction_count: count, unknown_input_count: unknown }: BlockView) =>
      recent(`${hash} ${unknown}`, () =>
        inTransaction(db, 'read only', async (session) => {
          const block = (await readBlocks(session, [number])).get(number);
          if (!block || toDisplayHash(block.hash) !== hash) throw notFound(texts.blockNotFound);
          // btc_ledger contains only names that the ledger wrote.
          const network = ((await readState(session)).totals?.network ?? 'mainnet') as NetworkName;
          const positions = Array.from({ length: count }, (_, index) => positionOf(number, index));
          const txs = (await readTxsAt(session, positions)).sort((a, b) => a.position - b.position);
          const entries = txs.map((tx) => bitcoinEntry(tx, network));
          return { hash, height: number, entries, rates: bitcoinRates(txs) };
        }),
      ),

    /** Reads an Ethereum block in the same way; rates are tips in wei per gas. */
    ethereum: ({ hash, number, transaction_count: count }: EthereumBlockView) =>
      recent(hash, () =>
        inTransaction(db, 'read only', async (session) => {
          const blocks = await readEthereumBlocks(session, [number]);
          const positions = Array.from({ length: count }, (_, index) => positionOf(number, index));
          const row = blocks.get(number);
          if (!row || hexOf(row.hash) !== hash) throw notFound(texts.blockNotFound);
          const txs = await readEthereumTxs(session, positions);
          const paid = txs.map((tx) => ethereumRate(tx, blockAt(blocks, tx.position)));
          return { hash, height: number, entries: txs.map(ethereumEntry), rates: ratesOf(paid, 0) };
        }),
      ),
  };
}

export type ReadsBlockContents = ReturnType<typeof createBlockContents>;
