import type { EthereumCoverage } from '@hopscope/contract';
import { AppError, notCovered, notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { EthereumState, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import {
  readEthereumBlocks,
  readEthereumState,
  readEthereumTxByHash,
} from '../../../ledger/ethereum/reader.ts';
import { readReplacement } from '../../../ledger/ethereum/blocks/reversed.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { rememberByState } from '../../../ledger/shared/state-memo.ts';
import { presentEthereumCoverage } from '../blocks/coverage.ts';
import type { EthereumSurroundings } from './ethereum-transaction.presenter.ts';
import { hexOf } from './ethereum-values.ts';
import { staleBlockOf, refusalOfStale } from '../blocks/stale-blocks.ts';
import type { Pagination } from '../blocks/pagination.ts';

/** The data of one answer. */
export interface EthereumSnapshot {
  session: SqlSession;
  state: EthereumState;
  coverage: EthereumCoverage;
}

export interface EthereumList<Row> {
  blockchain: 'ethereum';
  txs: Row[];
  pagination: Pagination;
  coverage: EthereumCoverage;
}

const withState = rememberByState('eth_ledger', readEthereumState);

/** Runs `work` on one snapshot of the ledger. */
export function readSnapshot<T>(
  db: SqlDatabase,
  work: (snapshot: EthereumSnapshot) => Promise<T>,
): Promise<T> {
  return inTransaction(db, 'lookups', (session) =>
    withState(db, session, ({ value: state }) =>
      work({ session, state, coverage: presentEthereumCoverage(state) }),
    ),
  );
}

/** Returns the error for missing data: not found on a complete ledger, not covered on any other. */
export function missing(what: string, { coverage }: EthereumSnapshot): AppError {
  if (coverage.kind === 'empty') return notCovered('The ledger has no Ethereum blocks', { coverage });
  if (coverage.kind === 'complete') return notFound(`${what}. ${coverage.text}.`);
  return notCovered(`${what} in the stored blocks. ${coverage.text}.`, { coverage });
}

/** Returns the 410 error of a transaction whose nonce another one of the chain has used; undefined for others. */
async function refusalOfReversed(session: SqlSession, hash: Uint8Array): Promise<AppError | undefined> {
  const by = await readReplacement(session, hash);
  const place = by && (await staleBlockOf(session, 'ethereum', hash));
  if (!by || !place) return undefined;
  return new AppError(
    'gone',
    'A reorganization removed this transaction, and a confirmed transaction has the same sender and nonce.',
    { details: { reason: 'conflict', replacedBy: hexOf(by), ...place } },
  );
}

/** Throws 404 if the ledger doesn't have it, and 410 if it was in a stale block. */
export async function findTx(snapshot: EthereumSnapshot, hash: Uint8Array): Promise<StoredEthereumTx> {
  const stored = await readEthereumTxByHash(snapshot.session, hash);
  if (stored) return stored;
  throw (
    (await refusalOfReversed(snapshot.session, hash)) ??
    (await refusalOfStale(snapshot.session, 'ethereum', hash)) ??
    missing('Transaction not found', snapshot)
  );
}

/** Returns the blocks of `positions`, and the other context of their transactions. */
export async function surroundings(
  { session, state, coverage }: EthereumSnapshot,
  positions: readonly number[],
): Promise<EthereumSurroundings> {
  const blocks = await readEthereumBlocks(session, [...new Set(positions.map(heightOf))]);
  return { ranges: state.ranges, coverage, blocks };
}
