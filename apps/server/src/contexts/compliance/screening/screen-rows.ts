import { type Blockchain, pricedTokens } from '@hopscope/contract';
import { chains, utcDay, valueInCents } from '@hopscope/domain';
import type { RiskProfile } from '@hopscope/risk';
import { AppError } from '../../../lib/app-error.ts';
import type { SqlDatabase } from '../../../db/session.ts';
import { inParts } from '../../../ledger/shared/byte-keys.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { createLabelsThen } from '../../directory/attributions/historical-labels.ts';
import { hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import { createEntityFacts } from '../../risk/scores/entity-facts.ts';
import type { Scores } from '../../risk/scores/score.service.ts';
import type { Assets } from '../transactions/screening-result.ts';
import { readCounterpartyFlows, type Reading } from './read-counterparty-flows.ts';
import type { RowResult } from './save-screening-result.ts';
import type { DueRow } from './screening.store.ts';
import {
  createTransactionScores,
  notCovered,
  type Outcome,
  type TransactionScores,
} from './transaction-score.ts';

/** Snapshots that rows of a batch are screened from: while one waits for the database, the other calculates. */
const snapshots = 2;
/** Rows that are screened at once from each: their scores read together. */
const rowsAtOnce = 8;

/** What the screening of a row found out. */
export interface ScreeningResult {
  /** Undefined: the chain has no ledger of blocks. */
  readonly reading: Reading | undefined;
  readonly outcome: Outcome;
  /** In dollars' cents; null where no price is known. */
  readonly cents: bigint | null;
  /** All assets that it moved; null: not more than one. */
  readonly assets: Assets | null;
}

/** Handlers of results; `fail` and `leave` return whether the row is done for now. */
export interface ResultSink {
  /** Writes results in one transaction; returns how many rows are done for now. */
  write(results: readonly RowResult[]): Promise<number>;
  fail(row: DueRow, error: unknown): Promise<boolean>;
  /** Withdrawn before it was screened. */
  leave(row: DueRow): Promise<boolean>;
}

/** Facts shared by the rows of a batch, read once. */
interface BatchContext {
  readonly profileOf: (organizationId: string) => Promise<RiskProfile>;
  readonly microsOf: (symbol: string, time: Date) => Promise<bigint | null>;
}

/** What rows of one chain are screened with. */
interface Batch {
  /** By row; undefined if the chain has no ledger of blocks. */
  readonly readings: ReadonlyMap<string, Reading> | undefined;
  readonly context: BatchContext;
  readonly signal: AbortSignal;
}

/** Reads each key once; concurrent callers share the result. */
function once<A extends readonly unknown[], T>(
  nameOf: (...asked: A) => string,
  ask: (...asked: A) => Promise<T>,
): (...asked: A) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (...asked) => {
    const name = nameOf(...asked);
    const answer = answers.get(name) ?? ask(...asked);
    answers.set(name, answer);
    return answer;
  };
}

export interface ScreenRowsOptions {
  db: SqlDatabase;
  clusters: ClusterAccess;
  remote: Record<Blockchain, boolean>;
  scores: Scores;
  profileOf: (organizationId: string) => Promise<RiskProfile>;
  priceAt: (symbol: string, time: number) => Promise<{ micros: bigint } | null>;
  now: () => number;
}

/** Works out who dealt with monitored addresses, what it was worth, and how risky it is. */
export function createScreenRows(options: ScreenRowsOptions) {
  const { db, clusters, remote, scores, profileOf, priceAt, now } = options;
  const access = {
    clusters,
    facts: createEntityFacts(),
    historicalLabels: createLabelsThen(clusters),
    remote,
    now,
  };

  async function readRows(
    chain: Blockchain,
    rows: readonly DueRow[],
  ): Promise<Map<string, Reading> | undefined> {
    try {
      return await readCounterpartyFlows(db, { chain, rows, access });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_covered') return undefined;
      throw error;
    }
  }

  /** Tokens have a price by contract, never by name. Without decimals, the value is unknown. */
  async function centsOf(
    { contract, amount, decimals }: { contract: string | null; amount: bigint; decimals: number },
    { chain, happened_at: at }: DueRow,
    { microsOf }: BatchContext,
  ): Promise<bigint | null> {
    const symbol = contract === null ? chains[chain].coin.symbol : pricedTokens[contract.toLowerCase()];
    if (symbol === undefined || (contract !== null && decimals === 0)) return null;
    const micros = await microsOf(symbol, at);
    return micros === null ? null : valueInCents(amount, decimals, micros);
  }

  /** Returns the total value received or sent; unknown if one asset has no price. */
  async function worthOf(
    row: DueRow,
    reading: Reading | undefined,
    context: BatchContext,
  ): Promise<Pick<ScreeningResult, 'cents' | 'assets'>> {
    const { direction, chain } = row;
    const contract = row.contract && hexOf(row.contract);
    const { symbol, decimals } =
      contract === null ? chains[chain].coin : (reading?.asset ?? { symbol: '', decimals: 0 });
    const own = { contract, symbol, decimals, direction, amount: BigInt(row.amount) };
    const all = await Promise.all(
      [own, ...(reading?.others ?? [])].map(async (asset) => ({
        ...asset,
        cents: await centsOf(asset, row, context),
      })),
    );
    let cents: bigint | null = reading?.othersComplete === false ? null : 0n;
    for (const asset of all) {
      if (asset.direction !== direction) continue;
      cents = cents === null || asset.cents === null ? null : cents + asset.cents;
    }
    const assets = all.map((asset) => ({
      contract: asset.contract,
      symbol: asset.symbol,
      decimals: asset.decimals,
      direction: asset.direction,
      amount: String(asset.amount),
      cents: asset.cents === null ? null : String(asset.cents),
    }));
    return { cents, assets: all.length > 1 ? assets : null };
  }

  async function screen(
    row: DueRow,
    { readings, context, transactionScores }: Batch & { transactionScores: TransactionScores },
  ): Promise<ScreeningResult> {
    if (!readings) {
      const worth = await worthOf(row, undefined, context);
      return { reading: undefined, outcome: notCovered, ...worth };
    }
    const reading = readings.get(row.id);
    if (!reading) throw new Error('The ledger does not hold it where its row says');
    const worth = await worthOf(row, reading, context);
    const profile = await context.profileOf(row.organization_id);
    return { reading, outcome: await transactionScores.of(row, reading, profile), ...worth };
  }

  /** Writes results together, or one by one if that fails, so that what fails, fails by itself. */
  async function writeAll(
    results: readonly RowResult[],
    sink: ResultSink,
    signal: AbortSignal,
  ): Promise<number> {
    const [only] = results;
    if (!only) return 0;
    try {
      return await sink.write(results);
    } catch (error) {
      if (signal.aborted) throw error;
      if (results.length === 1) return Number(await sink.fail(only.row, error));
    }
    let done = 0;
    for (const result of results) done += await writeAll([result], sink, signal);
    return done;
  }

  /** What withdraws itself, or fails to, does so by itself. */
  async function leave(row: DueRow, { sink, signal }: { sink: ResultSink; signal: AbortSignal }) {
    try {
      return await sink.leave(row);
    } catch (error) {
      if (signal.aborted) throw error;
      return sink.fail(row, error);
    }
  }

  /** Screens rows from one snapshot, and those that failed among others once more by themselves. */
  async function screenAll(
    rows: readonly DueRow[],
    batch: Batch,
  ): Promise<{ results: RowResult[]; failed: { row: DueRow; error: unknown }[] }> {
    const { signal } = batch;
    const results: RowResult[] = [];
    const failed: { row: DueRow; error: unknown }[] = [];
    if (rows.length === 0) return { results, failed };
    const screenSome = (some: readonly DueRow[]) =>
      scores.together((score) => {
        const withPermit = createSemaphore(rowsAtOnce);
        const transactionScores = createTransactionScores(score, remote, signal);
        return Promise.all(
          some.map((row) =>
            withPermit(signal, async () => {
              results.push({ row, found: await screen(row, { ...batch, transactionScores }) });
            }).catch((error: unknown) => {
              if (signal.aborted) throw error;
              failed.push({ row, error });
            }),
          ),
        );
      });
    const size = Math.ceil(rows.length / snapshots);
    await Promise.all(Array.from(inParts(rows, size), screenSome));
    if (rows.length === 1 || failed.length === 0) return { results, failed };
    const again = failed.splice(0);
    for (const { row } of again) {
      const alone = await screenAll([row], batch);
      results.push(...alone.results);
      failed.push(...alone.failed);
    }
    return { results, failed };
  }

  /** Rows of one chain; how many of them are done with for now. What fails, fails by itself. */
  async function screenChain(
    chain: Blockchain,
    rows: readonly DueRow[],
    batch: { context: BatchContext; sink: ResultSink; signal: AbortSignal },
  ): Promise<number> {
    const { sink, signal } = batch;
    const there = rows.filter(({ presence }) => presence !== 'withdrawn');
    let readings: Map<string, Reading> | undefined;
    try {
      readings = there.length === 0 ? new Map() : await readRows(chain, there);
    } catch (error) {
      const [only] = rows;
      if (signal.aborted || !only) throw error;
      if (rows.length === 1) return Number(await sink.fail(only, error));
      let done = 0;
      for (const row of rows) done += await screenChain(chain, [row], batch);
      return done;
    }
    let done = 0;
    for (const row of rows) if (row.presence === 'withdrawn') done += Number(await leave(row, batch));
    const { results, failed } = await screenAll(there, { ...batch, readings });
    for (const { row, error } of failed) done += Number(await sink.fail(row, error));
    return done + (await writeAll(results, sink, signal));
  }

  const contextOf = (): BatchContext => ({
    profileOf: once((organizationId) => organizationId, profileOf),
    microsOf: once(
      (symbol, time) => `${symbol} ${utcDay(time.getTime())}`,
      async (symbol: string, time: Date) => (await priceAt(symbol, time.getTime()))?.micros ?? null,
    ),
  });

  /** Screens rows of either chain; how many are done with for now. */
  return async (rows: readonly DueRow[], sink: ResultSink, signal: AbortSignal): Promise<number> => {
    const context = contextOf();
    let done = 0;
    for (const [chain, ofChain] of Map.groupBy(rows, (row) => row.chain)) {
      done += await screenChain(chain, ofChain, { context, sink, signal });
    }
    return done;
  };
}

export type ScreenRows = ReturnType<typeof createScreenRows>;
