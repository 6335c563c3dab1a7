import { merkleBranch, toDisplayHash, toHex } from '@hopscope/chain';
import type { CallOutput, getTransactionContext, getTransactionProof } from '@hopscope/contract';
import { notCovered, notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { createChangeSurroundings } from '../../../ledger/bitcoin/change-surroundings.ts';
import { readRemoteTx } from '../../../ledger/bitcoin/remote/by-address.ts';
import type { BlockRow } from '../../../ledger/bitcoin/blocks/block-row.ts';
import { readRawTx } from '../../../ledger/bitcoin/blocks/stored-scripts.ts';
import { type FoundTx, readTxidRun, readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { readReplacedBy, readMempoolTx } from '../../../ledger/bitcoin/mempool/mempool-reader.ts';
import { heightOf, indexOf, positionOf } from '../../../ledger/bitcoin/positions.ts';
import { readBlocks, readState } from '../../../ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { BitcoinBlockchain } from './bitcoin.service.ts';
import { presentRate } from './bitcoin.presenter.ts';
import { feeOf, rateOf, type ReadsBlockContents } from '../blocks/block-contents.ts';
import { presentCoverage } from '../blocks/coverage.ts';
import { placeOf } from './fee-rates.ts';
import { presentSpread } from './fee-rates.presenter.ts';
import { readDeposits } from './bridge-deposits.ts';
import { readPayouts } from './bridge-payouts.ts';
import {
  changeOdds,
  findChange,
  isPayment,
  measuredChange,
  measuredChangeOdds,
  roundedDown,
} from '@hopscope/risk';
import { riskTransaction } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';

/**
 * Returns the output that each heuristic identifies as change, with the measured precision of the heuristic, and the odds of
 * each output by all of them. `complete`: the ledger has all blocks, so that it can decide which addresses are new.
 */
async function findChangeOf(
  session: SqlSession,
  found: FoundTx,
  { complete }: { complete: boolean },
): Promise<Pick<CallOutput<typeof getTransactionContext>['data'], 'change' | 'change_odds'>> {
  const tx = riskTransaction(found.record);
  if (!isPayment(tx)) return { change: [], change_odds: null };
  const around = (await createChangeSurroundings(session, { isComplete: complete })([found]))(found);
  const odds = changeOdds(tx, around);
  const { sure, demo, mainnet } = measuredChangeOdds;
  return {
    change: findChange(tx, around).map((finding) => ({ ...finding, ...measuredChange[finding.heuristic] })),
    change_odds: odds
      ? {
          outputs: odds.outputs.map(({ output, probability }) => ({
            output,
            probability: roundedDown(probability),
          })),
          none: roundedDown(odds.none),
          measured: {
            sure,
            demo: demo.precision,
            mainnet: mainnet && { right: mainnet.right, of: mainnet.of },
          },
        }
      : null,
  };
}

const notStored = 'The scripts of this transaction are not stored';

/** A transaction of the ledger with its block and the coverage. */
interface Placed {
  session: SqlSession;
  found: FoundTx;
  block: BlockRow;
  coverage: ReturnType<typeof presentCoverage>;
}

/** Serves further data of single Bitcoin transactions: proof, raw bytes, context. */
export function createBitcoinParts(options: {
  db: SqlDatabase;
  bitcoin: BitcoinBlockchain;
  contents: ReadsBlockContents;
  /** True if the source is a remote provider: it has single transactions instead of blocks. */
  byAddress: boolean;
}) {
  const { db, bitcoin, contents, byAddress } = options;

  /**
   * Runs `work` on a transaction of the chain. Throws for others like the call for the transaction itself; 404 while it is
   * unconfirmed.
   */
  async function withPlaced<T>(txid: Uint8Array, work: (placed: Placed) => Promise<T>): Promise<T> {
    const answer = await inTransaction(db, 'read only', async (session) => {
      const found = (await readTxsById(session, [txid])).at(-1);
      if (!found) return undefined;
      const height = heightOf(found.position);
      const block = (await readBlocks(session, [height])).get(height);
      if (!block) throw new RangeError(`Block ${height} of a transaction is missing`);
      const coverage = presentCoverage((await readState(session)).ranges);
      return { value: await work({ session, found, block, coverage }) };
    });
    if (answer) return answer.value;
    const shown = await bitcoin.transaction(txid);
    if ('status' in shown) throw notFound('This transaction is unconfirmed');
    throw notCovered('This installation stores single transactions from a service, not their blocks', {
      coverage: shown.coverage,
    });
  }

  return {
    /** Returns the merkle branch from a transaction up to the root, and the block header. */
    proof: (txid: Uint8Array): Promise<CallOutput<typeof getTransactionProof>['data']> =>
      withPlaced(txid, async ({ session, found, block, coverage }) => {
        const first = positionOf(block.height, 0);
        const leaves = await readTxidRun(session, first, first + block.txCount);
        const position = indexOf(found.position);
        return {
          blockchain: 'bitcoin',
          txid: toDisplayHash(found.txid),
          block: block.height,
          block_hash: toDisplayHash(block.hash),
          header: toHex(block.header),
          position,
          transaction_count: block.txCount,
          branch: merkleBranch(leaves, position).map(toDisplayHash),
          coverage,
        };
      }),

    /** Returns the exact bytes. Throws 404 `not_covered` if they aren't stored. */
    async raw(txid: Uint8Array): Promise<Uint8Array> {
      const stored = await inTransaction(db, 'read only', async (session) => {
        if (byAddress) return { raw: (await readRemoteTx(session, txid))?.raw };
        const found = (await readTxsById(session, [txid])).at(-1);
        if (found) return { raw: await readRawTx(session, found, nativeHashing), found: true };
        return { raw: (await readMempoolTx(session, txid))?.raw };
      });
      if (stored.raw) return stored.raw;
      if (!stored.found) await bitcoin.transaction(txid);
      throw notCovered(
        stored.found
          ? `${notStored}. Scripts of new blocks are stored unless this is turned off.`
          : notStored,
      );
    },

    /** Returns what is computed from the context of the transaction. */
    async context(txid: Uint8Array): Promise<CallOutput<typeof getTransactionContext>['data']> {
      const { found, ...known } = await withPlaced(txid, async ({ session, found: tx, block, coverage }) => ({
        found: tx,
        height: block.height,
        coverage,
        ...(await findChangeOf(session, tx, { complete: coverage.kind === 'complete' })),
        replaces: await readReplacedBy(session, toHex(txid)),
        payouts: await readPayouts(session, tx),
        deposits: await readDeposits(session, tx),
      }));
      const { rates, hash } = await contents.bitcoin(
        await bitcoin.block({ kind: 'height', height: known.height }),
      );
      const fee = feeOf(found.record);
      const own = fee === undefined ? undefined : rateOf(found.record, fee);
      const place = own === undefined ? undefined : placeOf(rates, own);
      const vsize = Math.ceil((found.record.strippedSize * 3 + found.record.size) / 4);
      return {
        blockchain: 'bitcoin',
        txid: toDisplayHash(found.txid),
        block_hash: hash,
        change: known.change,
        change_odds: known.change_odds,
        payouts: known.payouts,
        deposits: known.deposits,
        fee: {
          ...presentSpread(rates, 'bitcoin'),
          own: fee === undefined ? null : presentRate(fee, vsize),
          below: place?.below ?? null,
          same: place?.same ?? null,
        },
        replaces: known.replaces.map((replaced) => toDisplayHash(Buffer.from(replaced, 'hex'))),
        coverage: known.coverage,
      };
    },
  };
}
