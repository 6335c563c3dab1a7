import { headerTime } from '@hopscope/chain';
import {
  type AddressTransactionView,
  type Coverage,
  listIoLimit,
  type TransactionView,
} from '@hopscope/contract';
import { type AppError, notCovered } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { ActivityEntry } from '../../../ledger/bitcoin/accounts/activity.ts';
import type { BlockRow } from '../../../ledger/bitcoin/blocks/block-row.ts';
import { type FoundTx, readLinks } from '../../../ledger/bitcoin/lookups.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { spentPositions } from '../../../ledger/bitcoin/blocks/stored-scripts.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import type { HeightRange } from '../../../ledger/bitcoin/ranges.ts';
import {
  type AccountRow,
  type LedgerTotals,
  readAccount,
  readBlocks,
  readState,
  readTxsInOrder,
} from '../../../ledger/bitcoin/reader.ts';
import { presentTransaction, type TxSurroundings } from './bitcoin.presenter.ts';
import { sumsOfAddress } from './bitcoin-unconfirmed.service.ts';
import { rememberByState } from '../../../ledger/shared/state-memo.ts';
import { presentCoverage } from '../blocks/coverage.ts';
import type { BitcoinAddress } from '../../../lib/identifiers.ts';

/** What all answers from the same state of the ledger share. */
interface BitcoinState {
  readonly ranges: HeightRange[];
  readonly totals: LedgerTotals | undefined;
  readonly network: NetworkName;
  readonly coverage: Coverage;
  /** Blocks that were read, by height. */
  readonly blocks: Map<number, BlockRow>;
}

/** The data of one answer. */
export interface BitcoinSnapshot extends BitcoinState {
  readonly session: SqlSession;
  /** Resolves when the state is known to be that of the snapshot. */
  readonly confirmed: Promise<void>;
}

/** Number of blocks to remember: about 4 MB. */
const mostBlocks = 10_000;

export function timeOf(block: BlockRow): number {
  return headerTime(block.header);
}

const withState = rememberByState('btc_ledger', async (session): Promise<BitcoinState> => {
  const { ranges, totals } = await readState(session);
  // btc_ledger contains only names that the ledger wrote.
  const network = (totals?.network ?? 'mainnet') as NetworkName;
  return { ranges, totals, network, coverage: presentCoverage(ranges), blocks: new Map() };
});

/** Runs `work` on one snapshot of the ledger. */
export function readBitcoin<T>(db: SqlDatabase, work: (snapshot: BitcoinSnapshot) => Promise<T>): Promise<T> {
  return inTransaction(db, 'lookups', (session) =>
    withState(db, session, ({ value, confirmed }) => work({ ...value, confirmed, session })),
  );
}

/** Returns the blocks at `heights` that are in the ledger. */
export async function readBlocksAt(
  { session, blocks, confirmed }: BitcoinSnapshot,
  heights: readonly number[],
): Promise<ReadonlyMap<number, BlockRow>> {
  const unknown = heights.filter((height) => !blocks.has(height));
  if (unknown.length === 0) return blocks;
  const found = await readBlocks(session, unknown);
  const remember = async (): Promise<void> => {
    await confirmed;
    if (blocks.size + found.size > mostBlocks) blocks.clear();
    for (const [height, block] of found) blocks.set(height, block);
  };
  void remember();
  const known = heights.flatMap((height) => blocks.get(height) ?? []);
  return new Map([...found, ...known.map((block): [number, BlockRow] => [block.height, block])]);
}

/** Returns the error for an address without transactions in a partial ledger. */
export function unseen(address: BitcoinAddress, coverage: Coverage): AppError {
  return notCovered(`No transaction of ${address.text} in the stored blocks. ${coverage.text}.`, {
    coverage,
  });
}

/**
 * Returns the account of an address; undefined if a complete ledger has no transaction of it. Throws 404 if a partial one
 * has none.
 */
export async function findAccount(
  snapshot: BitcoinSnapshot,
  address: BitcoinAddress,
): Promise<AccountRow | undefined> {
  const account = await readAccount(snapshot.session, address.key);
  if (!account) await refuseUnseen(snapshot, address);
  return account;
}

/** Throws 404 for an address without confirmed transactions if the ledger is partial and the mempool has none either. */
export async function refuseUnseen(
  { session, coverage }: BitcoinSnapshot,
  address: BitcoinAddress,
): Promise<void> {
  if (coverage.kind === 'complete') return;
  const unconfirmed = await sumsOfAddress(session, address.key);
  if (!unconfirmed?.count) throw unseen(address, coverage);
}

/** Returns transactions as listed; `ioLimit` limits the number of inputs, and of outputs, of each. */
export async function presentTxs(
  snapshot: BitcoinSnapshot,
  txs: readonly FoundTx[],
  ioLimit: number | undefined,
): Promise<TransactionView[]> {
  const { session, ranges, network, coverage } = snapshot;
  const { spends, txids } = await readLinks(
    session,
    txs.map(({ position, record }) => ({
      position,
      outputs: Math.min(record.outputs.length, ioLimit ?? Number.MAX_SAFE_INTEGER),
    })),
    spentPositions(txs, ioLimit),
  );
  const blocks = await readBlocksAt(
    snapshot,
    txs.map((tx) => heightOf(tx.position)),
  );
  const around: TxSurroundings = { network, ranges, coverage, blocks, spends, txids, ioLimit };
  return txs.map((tx) => presentTransaction(tx, around));
}

/** Returns rows of an address's history, in the given order. */
export async function presentHistory(
  snapshot: BitcoinSnapshot,
  rows: readonly { sequence: number; entry: ActivityEntry }[],
): Promise<AddressTransactionView[]> {
  const found = await readTxsInOrder(
    snapshot.session,
    rows.map(({ entry }) => entry.position),
  );
  const shown = await presentTxs(snapshot, found, listIoLimit);
  return shown.map((tx, i): AddressTransactionView => {
    const row = rows[i];
    if (!row) throw new RangeError('A transaction without its activity');
    const { received, spent } = row.entry;
    const net = received - spent;
    return {
      ...tx,
      sequence: row.sequence,
      received: Number(received),
      spent: Number(spent),
      net: Number(net),
      direction: directionOf(net),
    };
  });
}

/** Returns the direction of a Bitcoin row: the sign of its net amount. */
export function directionOf(net: bigint): 'in' | 'out' | 'self' {
  return net > 0n ? 'in' : net < 0n ? 'out' : 'self';
}
