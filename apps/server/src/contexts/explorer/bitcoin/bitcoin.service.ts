import { toDisplayHash } from '@hopscope/chain';
import {
  type AddressTransactionView,
  type BlockView,
  type CallOutput,
  type Coverage,
  type getBlockStats,
  type getLedgerStatus,
  listIoLimit,
  texts,
  type TransactionView,
  type UnconfirmedTransactionView,
} from '@hopscope/contract';
import { type AppError, notCovered, notFound } from '../../../lib/app-error.ts';
import type { SqlDatabase } from '../../../db/session.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { heightOf, positionOf } from '../../../ledger/bitcoin/positions.ts';
import type { HeightRange } from '../../../ledger/bitcoin/ranges.ts';
import {
  type AccountRow,
  blockPage,
  readAccount,
  readAccountPage,
  readActivity,
  readHeightOf,
  readTxsInOrder,
} from '../../../ledger/bitcoin/reader.ts';
import type { BlockRow } from '../../../ledger/bitcoin/blocks/block-row.ts';
import { presentBlock } from './bitcoin.presenter.ts';
import { createBitcoinHistories } from './bitcoin-histories.ts';
import {
  type BitcoinSnapshot,
  presentHistory,
  presentTxs,
  readBitcoin,
  readBlocksAt,
  refuseUnseen,
  timeOf,
  unseen,
} from './bitcoin-snapshot.ts';
import { type BitcoinAddress, type BlockId, parseBitcoinAddress } from '../../../lib/identifiers.ts';
import {
  allUnconfirmed,
  findUnconfirmed,
  isOrWasUnconfirmed,
  refusalOfDropped,
  sumsOfAddress,
  unconfirmedOfAddress,
} from './bitcoin-unconfirmed.service.ts';
import { refusalOfStaleBlock, refusalOfStale } from '../blocks/stale-blocks.ts';
import { paginate, type Page, type Pagination } from '../blocks/pagination.ts';
import type { AddressTotals } from '../blocks/worth.ts';

interface BitcoinList<Row> {
  blockchain: 'bitcoin';
  txs: Row[];
  pagination: Pagination;
  coverage: Coverage;
}

/** Returns the positions of a page of a block's transactions, or of those in `chosen`. */
function placesOf(block: BlockRow, { page, limit }: Page, chosen: readonly number[] | undefined): number[] {
  if (!chosen) return blockPage(block, page, limit);
  const first = (page - 1) * limit;
  return chosen.slice(first, first + limit).map((index) => positionOf(block.height, index));
}

/** Serves Bitcoin from the ledger, each answer from one snapshot. */
export function createBitcoinBlockchain({ db }: { db: SqlDatabase }) {
  const read = <T>(work: (snapshot: BitcoinSnapshot) => Promise<T>): Promise<T> => readBitcoin(db, work);

  function missing(what: string, { coverage }: BitcoinSnapshot): AppError {
    if (coverage.kind === 'complete') return notFound(`${what}. ${coverage.text}.`);
    return notCovered(`${what} in the stored blocks. ${coverage.text}.`, { coverage });
  }

  async function findBlock(snapshot: BitcoinSnapshot, id: BlockId): Promise<BlockRow> {
    const { session } = snapshot;
    const height = id.kind === 'height' ? id.height : await readHeightOf(session, id.hash);
    const block = height === undefined ? undefined : (await readBlocksAt(snapshot, [height])).get(height);
    if (block) return block;
    const refusal = id.kind === 'hash' ? await refusalOfStaleBlock(session, 'bitcoin', id.hash) : undefined;
    throw refusal ?? missing(texts.blockNotFound, snapshot);
  }

  async function summarize(
    snapshot: BitcoinSnapshot,
    address: BitcoinAddress,
  ): Promise<{ totals: AddressTotals; account: AccountRow | undefined }> {
    const { session, coverage } = snapshot;
    const [account, unconfirmed] = await Promise.all([
      readAccount(session, address.key),
      sumsOfAddress(session, address.key),
    ]);
    if (!account && coverage.kind !== 'complete' && !unconfirmed?.count) throw unseen(address, coverage);
    const [[first], [last]] = account
      ? await Promise.all([
          readActivity(session, account, 0, 0),
          readActivity(session, account, account.txCount - 1, account.txCount - 1),
        ])
      : [[], []];
    const heights = [first, last].flatMap((entry) => (entry ? [heightOf(entry.position)] : []));
    const blocks = await readBlocksAt(snapshot, heights);
    const seenAt = (entry: typeof first): AddressTotals['first_seen'] => {
      const block = entry && blocks.get(heightOf(entry.position));
      return block ? { block: block.height, timestamp: timeOf(block) } : null;
    };
    const totals: AddressTotals = {
      address: address.text,
      blockchain: 'bitcoin',
      script_type: address.type,
      balance: Number((account?.received ?? 0n) - (account?.spent ?? 0n)),
      total_received: Number(account?.received ?? 0n),
      total_spent: Number(account?.spent ?? 0n),
      txCount: account?.txCount ?? 0,
      first_seen: seenAt(first),
      last_seen: seenAt(last),
      has_p2pk: account?.p2pk ?? false,
      unconfirmed,
      coverage,
    };
    return { totals, account };
  }

  return {
    histories: createBitcoinHistories(db),

    /** Returns the state of the ledger. */
    status: (): Promise<CallOutput<typeof getLedgerStatus>['data']> =>
      read(async (snapshot) => {
        const { ranges, totals, coverage } = snapshot;
        const tipHeight = ranges.at(-1)?.to;
        const tip =
          tipHeight === undefined ? undefined : (await readBlocksAt(snapshot, [tipHeight])).get(tipHeight);
        const complete = coverage.kind === 'complete';
        const rewards = totals?.rewards ?? 0n;
        const fees = totals?.fees ?? 0n;
        return {
          blockchain: 'bitcoin',
          network: totals?.network ?? null,
          tip: tip ? { number: tip.height, hash: toDisplayHash(tip.hash), timestamp: timeOf(tip) } : null,
          coverage,
          totals: {
            blocks: ranges.reduce((sum, range) => sum + range.to - range.from + 1, 0),
            transactions: Number(totals?.transactions ?? 0n),
            addresses: Number(totals?.addresses ?? 0n),
            utxos: Number(totals?.utxos ?? 0n),
            address_balance: Number(totals?.addressBalance ?? 0n),
            other_balance: Number(totals?.otherBalance ?? 0n),
            destroyed: Number(totals?.destroyed ?? 0n),
            issued: complete ? Number(rewards - fees) : null,
            fees: complete ? Number(fees) : null,
          },
        };
      }),

    /** Throws 404 if the ledger doesn't have it. */
    block: (id: BlockId): Promise<BlockView> =>
      read(async (snapshot) => {
        // By height, the block and the next one are read together.
        if (id.kind === 'height') await readBlocksAt(snapshot, [id.height, id.height + 1]);
        const block = await findBlock(snapshot, id);
        const next = (await readBlocksAt(snapshot, [block.height + 1])).get(block.height + 1);
        return presentBlock(block, { ...snapshot, next });
      }),

    /** Returns all transactions, or only those at the positions in `chosen`. */
    blockTransactions: (
      id: BlockId,
      page: Page,
      chosen?: readonly number[],
    ): Promise<BitcoinList<TransactionView>> =>
      read(async (snapshot) => {
        const block = await findBlock(snapshot, id);
        const txs = await readTxsInOrder(snapshot.session, placesOf(block, page, chosen));
        return {
          blockchain: 'bitcoin',
          txs: await presentTxs(snapshot, txs, listIoLimit),
          pagination: paginate(page, chosen?.length ?? block.txCount),
          coverage: snapshot.coverage,
        };
      }),

    /**
     * Returns the newest transaction with that txid (BIP 30: two coinbases can share one), or an unconfirmed one. Throws
     * 410 if it has left the mempool, and 404 if neither ledger nor mempool had it.
     */
    transaction: (txid: Uint8Array): Promise<TransactionView | UnconfirmedTransactionView> =>
      read(async (snapshot) => {
        const tx = (await readTxsById(snapshot.session, [txid])).at(-1);
        if (!tx) {
          const unconfirmed = await findUnconfirmed(snapshot, txid);
          if (unconfirmed) return unconfirmed;
          throw (
            (await refusalOfDropped(snapshot, txid)) ??
            (await refusalOfStale(snapshot.session, 'bitcoin', txid)) ??
            missing('Transaction not found', snapshot)
          );
        }
        const [shown] = await presentTxs(snapshot, [tx], undefined);
        if (!shown) throw new RangeError('A transaction was read but not shown');
        return shown;
      }),

    /**
     * Returns totals of an address. Throws 400 if it is malformed, and 404 `not_covered` if a partial ledger has no
     * transaction of it.
     */
    address: (text: string): Promise<AddressTotals> =>
      read(async (snapshot) => {
        const address = parseBitcoinAddress(text, snapshot.network);
        return (await summarize(snapshot, address)).totals;
      }),

    /** Returns a page of an address's history, newest first. */
    addressTransactions: (text: string, page: Page): Promise<BitcoinList<AddressTransactionView>> =>
      read(async (snapshot) => {
        const { session, coverage } = snapshot;
        const address = parseBitcoinAddress(text, snapshot.network);
        const skip = (page.page - 1) * page.limit;
        const found = await readAccountPage(session, address.key, { skip, limit: page.limit });
        if (!found) await refuseUnseen(snapshot, address);
        const total = found?.account.txCount ?? 0;
        const rows = found?.entries.map((entry, i) => ({ sequence: found.from + i, entry })) ?? [];
        const txs = await presentHistory(snapshot, rows);
        return { blockchain: 'bitcoin', txs: txs.reverse(), pagination: paginate(page, total), coverage };
      }),

    /** Returns a page of an address's unconfirmed transactions, newest first. */
    addressUnconfirmed: (text: string, page: Page) =>
      read(async (snapshot) => {
        const { key } = parseBitcoinAddress(text, snapshot.network);
        return unconfirmedOfAddress(snapshot, key, page);
      }),

    /** Returns a page of all unconfirmed transactions, newest first. */
    unconfirmed: (page: Page) => read((snapshot) => allUnconfirmed(snapshot, page)),

    /** Returns distinct blocks of an address, or the block of a txid. */
    blockStats: (id: string | Uint8Array): Promise<CallOutput<typeof getBlockStats>['data']> =>
      read(async (snapshot) => {
        const { session, coverage } = snapshot;
        let heights: [number, number] | undefined;
        let totalBlocks = 0;
        if (typeof id === 'string') {
          const address = parseBitcoinAddress(id, snapshot.network);
          const { totals, account } = await summarize(snapshot, address);
          if (totals.first_seen && totals.last_seen)
            heights = [totals.first_seen.block, totals.last_seen.block];
          totalBlocks = account?.blockCount ?? 0;
        } else {
          const txs = await readTxsById(session, [id]);
          const [first, last] = [txs[0], txs.at(-1)];
          if (!first || !last) throw missing('Transaction not found', snapshot);
          heights = [heightOf(first.position), heightOf(last.position)];
          totalBlocks = txs.length;
        }
        const blocks = await readBlocksAt(snapshot, heights ?? []);
        const ref = (height: number | undefined) => {
          const block = height === undefined ? undefined : blocks.get(height);
          return block ? { blockNumber: block.height, timestamp: timeOf(block) } : null;
        };
        return {
          blockchain: 'bitcoin',
          totalBlocks,
          firstBlock: ref(heights?.[0]),
          lastBlock: ref(heights?.[1]),
          coverage,
        };
      }),

    /** Determines for the search what a 64-digit hash identifies. */
    locate: (
      hash: Uint8Array,
    ): Promise<{ kind: 'block'; height: number } | { kind: 'transaction' } | undefined> =>
      read(async ({ session }) => {
        const height = await readHeightOf(session, hash);
        if (height !== undefined) return { kind: 'block', height };
        const known =
          (await readTxsById(session, [hash])).length > 0 || (await isOrWasUnconfirmed(session, hash));
        return known ? { kind: 'transaction' } : undefined;
      }),

    /** Returns whether the ledger has a height, and its network and coverage. */
    holdings: (): Promise<{
      ranges: HeightRange[];
      network: NetworkName;
      decided: boolean;
      coverage: Coverage;
    }> =>
      read(async ({ ranges, network, totals, coverage }) => ({
        ranges,
        network,
        decided: totals !== undefined,
        coverage,
      })),

    /** Tests whether an address key has a transaction, confirmed or not. */
    hasAddress: (key: Uint8Array): Promise<boolean> =>
      read(
        async ({ session }) =>
          (await readAccount(session, key)) !== undefined ||
          ((await sumsOfAddress(session, key))?.count ?? 0) > 0,
      ),
  };
}

export type BitcoinBlockchain = ReturnType<typeof createBitcoinBlockchain>;
