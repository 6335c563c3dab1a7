import { decodeHeader } from '@hopscope/chain';
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
import { type FoundTx, readSpends } from '../../../ledger/bitcoin/lookups.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import type { HeightRange } from '../../../ledger/bitcoin/ranges.ts';
import {
  type AccountRow,
  type LedgerTotals,
  readAccount,
  readBlocks,
  readState,
  readTxids,
  readTxsInOrder,
} from '../../../ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { positionsToName, presentTransaction, type TxSurroundings } from './bitcoin.presenter.ts';
import { sumsOfAddress } from './bitcoin-unconfirmed.service.ts';
import { presentCoverage } from '../blocks/coverage.ts';
import type { BitcoinAddress } from '../../../lib/identifiers.ts';

/** The data of one answer. */
export interface BitcoinSnapshot {
  session: SqlSession;
  ranges: HeightRange[];
  totals: LedgerTotals | undefined;
  network: NetworkName;
  coverage: Coverage;
}

export function timeOf(block: BlockRow): number {
  return decodeHeader(block.header, nativeHashing).header.time;
}

/** Runs `work` on one snapshot of the ledger. */
export function readBitcoin<T>(db: SqlDatabase, work: (snapshot: BitcoinSnapshot) => Promise<T>): Promise<T> {
  return inTransaction(db, 'read only', async (session) => {
    const { ranges, totals } = await readState(session);
    // btc_ledger contains only names that the ledger wrote.
    const network = (totals?.network ?? 'mainnet') as NetworkName;
    return work({ session, ranges, totals, network, coverage: presentCoverage(ranges) });
  });
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
  { session, coverage }: BitcoinSnapshot,
  address: BitcoinAddress,
): Promise<AccountRow | undefined> {
  const account = await readAccount(session, address.key);
  if (!account && coverage.kind !== 'complete') {
    const waiting = await sumsOfAddress(session, address.key);
    if (!waiting?.count) throw unseen(address, coverage);
  }
  return account;
}

/** Returns transactions as listed; `ioLimit` limits the number of inputs, and of outputs, of each. */
export async function presentTxs(
  snapshot: BitcoinSnapshot,
  txs: readonly FoundTx[],
  ioLimit: number | undefined,
): Promise<TransactionView[]> {
  const { session, ranges, network, coverage } = snapshot;
  const spends = await readSpends(
    session,
    txs.map(({ position, record }) => ({
      position,
      outputs: Math.min(record.outputs.length, ioLimit ?? Number.MAX_SAFE_INTEGER),
    })),
  );
  const txids = await readTxids(session, positionsToName(txs, { spends, ioLimit }));
  const blocks = await readBlocks(
    session,
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
