import {
  type CallOutput,
  type EthereumBlockView,
  type EthereumTransactionRow,
  type EthereumTransactionView,
  type getLedgerStatus,
  texts,
  type EthereumCoverage,
} from '@hopscope/contract';
import type { SqlDatabase } from '../../../db/session.ts';
import type { EthereumBlockRow } from '../../../ledger/ethereum/model.ts';
import {
  readAssets,
  readEthereumBlocks,
  readEthereumHeightOf,
  readEthereumTxByHash,
  readEthereumTxs,
} from '../../../ledger/ethereum/reader.ts';
import { positionOf } from '../../../ledger/shared/positions.ts';
import {
  type EthereumList,
  type EthereumSnapshot,
  findTx,
  missing,
  readSnapshot,
  surroundings,
} from './ethereum-snapshot.ts';
import { confirmCrossings } from './confirm-crossings.ts';
import { readMixerNotes } from './mixer-notes.ts';
import {
  crossedTokens,
  blockAt,
  crossingsOfStored,
  presentEthereumRow,
  presentEthereumTransaction,
  tokensOf,
} from './ethereum-transaction.presenter.ts';
import { refusalOfStaleBlock } from '../blocks/stale-blocks.ts';
import { hexOf, textOrNull, addressOf, confirmationsAt, hexOrNull } from './ethereum-values.ts';
import type { BlockId } from '../../../lib/identifiers.ts';
import { paginate, type Page } from '../blocks/pagination.ts';
import { printableText } from '@hopscope/chain';
import type { HeightRange } from '../../../ledger/shared/ranges.ts';

/** Returns a block of Ethereum with the applicable fields of. */
function presentEthereumBlock(
  block: EthereumBlockRow,
  around: {
    ranges: readonly HeightRange[];
    coverage: EthereumCoverage;
    next: EthereumBlockRow | undefined;
  },
): EthereumBlockView {
  const { header } = block;
  const hash = hexOf(block.hash);
  return {
    blockchain: 'ethereum',
    _id: hash,
    hash,
    number: block.height,
    size: block.size,
    timestamp: header.time,
    transaction_count: block.txCount,
    failed_count: block.failed,
    token_count: block.tokenCount,
    internal_count: block.internalCount,
    nonce: hexOf(header.nonce),
    previous_hash: hexOf(header.parentHash),
    next_hash: around.next ? hexOf(around.next.hash) : null,
    confirmations: confirmationsAt(block.height, around.ranges),
    miner: addressOf(header.miner),
    state_root: hexOf(header.stateRoot),
    transactions_root: hexOf(header.transactionsRoot),
    receipts_root: hexOf(header.receiptsRoot),
    withdrawals_root: hexOrNull(header.withdrawalsRoot),
    parent_beacon_root: hexOrNull(header.parentBeaconRoot),
    requests_hash: hexOrNull(header.requestsHash),
    mix_hash: hexOf(header.mixHash),
    difficulty: String(header.difficulty),
    extra_data: hexOf(header.extraData),
    extra_text: printableText(header.extraData) ?? null,
    gas_limit: String(header.gasLimit),
    gas_used: String(header.gasUsed),
    base_fee: textOrNull(header.baseFee),
    blob_gas_used: textOrNull(header.blobGasUsed),
    excess_blob_gas: textOrNull(header.excessBlobGas),
    ...presentPayments(block),
    uncles: block.uncleHashes.map(hexOf),
    coverage: around.coverage,
  };
}

/** Returns the fees and rewards of a block. */
function presentPayments(block: EthereumBlockRow) {
  return {
    fees: String(block.fees),
    burnt: String(block.burnt),
    tips: String(block.tips),
    blob_burnt: String(block.blobBurnt),
    rewards: block.rewards.map(({ kind, miner, value }) => ({
      kind,
      addr: addressOf(miner),
      amt: String(value),
    })),
    withdrawals:
      block.withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
        index: String(index),
        validator_index: String(validatorIndex),
        addr: addressOf(address),
        amt: String(amount),
      })) ?? null,
  };
}

type EthereumStatus = Extract<CallOutput<typeof getLedgerStatus>['data'], { blockchain: 'ethereum' }>;

async function findBlock(snapshot: EthereumSnapshot, id: BlockId): Promise<EthereumBlockRow> {
  const { session } = snapshot;
  const height = id.kind === 'height' ? id.height : await readEthereumHeightOf(session, id.hash);
  const block = height === undefined ? undefined : (await readEthereumBlocks(session, [height])).get(height);
  if (block) return block;
  const refusal = id.kind === 'hash' ? await refusalOfStaleBlock(session, 'ethereum', id.hash) : undefined;
  throw refusal ?? missing(texts.blockNotFound, snapshot);
}

async function presentState({ session, state, coverage }: EthereumSnapshot): Promise<EthereumStatus> {
  const { ranges, chain, totals } = state;
  const top = ranges.at(-1)?.to;
  const tip = top === undefined ? undefined : (await readEthereumBlocks(session, [top])).get(top);
  return {
    blockchain: 'ethereum',
    network: chain?.network ?? null,
    chain_id: textOrNull(chain?.chainId ?? null),
    tip: tip ? { number: tip.height, hash: hexOf(tip.hash), timestamp: tip.header.time } : null,
    coverage,
    totals: {
      blocks: ranges.reduce((sum, range) => sum + range.to - range.from + 1, 0),
      transactions: Number(totals.transactions),
      addresses: Number(totals.accounts),
      tokens: Number(totals.assets),
      fees: String(totals.fees),
      burnt: String(totals.burnt),
      tips: String(totals.tips),
      rewards: String(totals.rewards),
      withdrawals: String(totals.withdrawals),
    },
  };
}

/** Serves blocks and transactions of Ethereum, each answer from one snapshot. */
export function createEthereumBlocks(db: SqlDatabase) {
  const read = <T>(work: (snapshot: EthereumSnapshot) => Promise<T>): Promise<T> => readSnapshot(db, work);
  return {
    /** Returns the state of the Ethereum ledger. */
    status: (): Promise<EthereumStatus> => read(presentState),

    /** Throws 404 if the ledger doesn't have it. */
    block: (id: BlockId): Promise<EthereumBlockView> =>
      read(async (snapshot) => {
        const { session, state, coverage } = snapshot;
        const block = await findBlock(snapshot, id);
        const next = (await readEthereumBlocks(session, [block.height + 1])).get(block.height + 1);
        return presentEthereumBlock(block, { ranges: state.ranges, coverage, next });
      }),

    /** Returns all transactions, or only those at the positions in `chosen`. */
    blockTransactions: (
      id: BlockId,
      page: Page,
      chosen?: readonly number[],
    ): Promise<EthereumList<EthereumTransactionRow>> =>
      read(async (snapshot) => {
        const { session, state, coverage } = snapshot;
        const block = await findBlock(snapshot, id);
        const first = (page.page - 1) * page.limit;
        const places = chosen ?? Array.from({ length: block.txCount }, (_, index) => index);
        const positions = places
          .slice(first, first + page.limit)
          .map((index) => positionOf(block.height, index));
        const around = { ranges: state.ranges, coverage, blocks: new Map([[block.height, block]]) };
        const txs = await readEthereumTxs(session, positions);
        return {
          blockchain: 'ethereum',
          txs: txs.map((tx) => presentEthereumRow(tx, around)),
          pagination: paginate(page, places.length),
          coverage,
        };
      }),

    /** Throws 404 if the ledger doesn't have it. */
    transaction: (hash: Uint8Array): Promise<EthereumTransactionView> =>
      read(async (snapshot) => {
        const stored = await findTx(snapshot, hash);
        const around = await surroundings(snapshot, [stored.position]);
        const crossings = crossingsOfStored(stored);
        const assets = await readAssets(snapshot.session, [...tokensOf(stored), ...crossedTokens(crossings)]);
        const { time } = blockAt(around.blocks, stored.position).header;
        const confirmed = await confirmCrossings(snapshot.session, { stored, crossings, time });
        const mixed = await readMixerNotes(snapshot, stored);
        return presentEthereumTransaction(stored, around, assets, { crossings, confirmed, mixed });
      }),

    /** Determines for the search what a hash identifies. */
    locate: (
      hash: Uint8Array,
    ): Promise<{ kind: 'block'; height: number } | { kind: 'transaction' } | undefined> =>
      read(async ({ session }) => {
        const height = await readEthereumHeightOf(session, hash);
        if (height !== undefined) return { kind: 'block', height };
        return (await readEthereumTxByHash(session, hash)) ? { kind: 'transaction' } : undefined;
      }),

    /** Returns what the ledger contains, for search and health. */
    holdings: () =>
      read(async ({ state, coverage }) => ({
        ranges: state.ranges,
        network: state.chain?.network ?? null,
        height: state.ranges.at(-1)?.to ?? null,
        coverage,
      })),
  };
}
