import { type Blockchain, valueInCents } from '@hopscope/contract';
import type { RiskProfile } from '@hopscope/risk';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import type { SqlDatabase } from '../../db/session.ts';
import { createPlaces } from '../../places.ts';
import type { ClusterAccess } from '../directory/cluster-access.ts';
import { createLabelsThen } from '../directory/labels-then.ts';
import { dayOf } from '../prices/days.ts';
import { createEntityFacts } from '../risk/entity-facts.ts';
import type { Scores } from '../risk/score.service.ts';
import { addScreened } from './happenings.store.ts';
import { readDealings, type Reading } from './read-dealings.ts';
import { dueAt } from './review-clock.ts';
import { type DueRow, readDue, settle } from './screening.store.ts';
import { createTransactionScores, type Outcome, type TransactionScores } from './transaction-score.ts';

/** Transactions that are looked at together; what is new meanwhile comes before the rest. */
const portion = 20;
/** Scores that are worked out at a time; each holds a snapshot while it does. */
const scoresAtOnce = 2;
/** Waits before what failed is tried again, in milliseconds; then it is given up, and stays listed as failed. */
const waits: readonly number[] = [2_000, 10_000, 60_000, 300_000];
const coins: Readonly<Record<Blockchain, string>> = { bitcoin: 'BTC', ethereum: 'ETH' };

/** What is known of the rows of a portion, each thing asked once. */
interface Around {
  readonly scores: TransactionScores;
  readonly profileOf: (organizationId: string) => Promise<RiskProfile>;
  readonly microsOf: (symbol: string, time: Date) => Promise<bigint | null>;
}

/** Asks once for each key; whoever asks again waits for the same answer. */
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

/**
 * Screens what the ledger found: who dealt with the monitored address, what it was worth, how risky it is. Rows say by themselves
 * that they are due, so that whoever is stopped goes on where it was.
 */
export function createScreening(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  clusters: ClusterAccess;
  told: Record<Blockchain, boolean>;
  scores: Scores;
  profileOf: (organizationId: string) => Promise<RiskProfile>;
  priceAt: (symbol: string, time: number) => Promise<{ micros: bigint } | null>;
  countMonitored: (trx: Kysely<Schema>, organizationId: string, count: number) => Promise<unknown>;
  /** Compares what was found with the alert rules of the organisation, in the transaction that writes it. */
  raiseAlerts: (trx: Kysely<Schema>, row: DueRow, parties: Reading['parties'] | null) => Promise<unknown>;
  /** Told after a portion that concerned the organisation. */
  onScreened: (organizationId: string) => Promise<void>;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}) {
  const { db, kysely, clusters, told, scores, profileOf, priceAt, countMonitored, onScreened, logger, now } =
    options;
  const { raiseAlerts } = options;
  const access = { clusters, facts: createEntityFacts(), labelsThen: createLabelsThen(clusters), told, now };
  const inPlace = createPlaces(scoresAtOnce);

  /** Undefined: the chain has no ledger of blocks. */
  async function readRows(
    chain: Blockchain,
    rows: readonly DueRow[],
  ): Promise<Map<string, Reading> | undefined> {
    try {
      return await readDealings(db, { chain, rows, access });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_covered') return undefined;
      throw error;
    }
  }

  /** In dollars' cents; null where no price is known. A token's name says nothing of its price. */
  async function centsOf(row: DueRow, { microsOf }: Around): Promise<bigint | null> {
    if (row.contract) return null;
    const symbol = coins[row.chain];
    const micros = await microsOf(symbol, row.happened_at);
    const decimals = row.chain === 'bitcoin' ? 8 : 18;
    return micros === null ? null : valueInCents(BigInt(row.amount), decimals, micros);
  }

  /** Writes what was found; what was changed meanwhile stays due. Counts it as monitored when it is first listed. */
  async function write(
    row: DueRow,
    { reading, outcome, cents }: { reading: Reading | undefined; outcome: Outcome; cents: bigint | null },
  ): Promise<boolean> {
    const at = new Date(now());
    const { screening, score } = outcome;
    const cheap = cents !== null && cents < row.transaction_threshold;
    // What somebody has in hand does not vanish from the list.
    const below = cheap && row.status === 'UNASSIGNED';
    const counted = row.screened_at !== null && !row.below;
    return kysely.transaction().execute(async (trx) => {
      const written = await settle(trx, row, {
        screening,
        screening_due: null,
        attempts: 0,
        screened_at: at,
        risk_score: score,
        over_threshold: score !== null && score >= row.risk_threshold,
        usd_cents: cents,
        below,
        asset_symbol: reading?.asset.symbol ?? null,
        asset_decimals: reading?.asset.decimals ?? null,
        counterparties: reading ? JSON.stringify(reading.parties) : null,
        basis: outcome.basis && JSON.stringify(outcome.basis),
        due_at: dueAt(score, row.seen_at),
      });
      if (!written) return false;
      const said = score === null ? screening : String(score);
      await addScreened(trx, { id: row.id, organizationId: row.organization_id, at, outcome: said });
      if (!below && !counted) await countMonitored(trx, row.organization_id, 1);
      await raiseAlerts(trx, row, reading?.parties ?? null);
      return true;
    });
  }

  /** A transaction that went before it was screened: what it was screened to be earlier stays. */
  async function leaveWithdrawn(row: DueRow): Promise<boolean> {
    const screening = row.risk_score === null ? 'not_covered' : 'scored';
    return settle(kysely, row, { screening, screening_due: null });
  }

  async function postpone(row: DueRow, error: unknown): Promise<boolean> {
    logger.warn({ err: error, transactionId: row.id }, 'a transaction could not be screened');
    const wait = waits[row.attempts];
    const attempts = row.attempts + 1;
    if (wait !== undefined) {
      return settle(kysely, row, { attempts, screening_due: new Date(now() + wait) });
    }
    return kysely.transaction().execute(async (trx) => {
      const change = { attempts, screening: 'failed', screening_due: null } as const;
      if (!(await settle(trx, row, change))) return false;
      const { id, organization_id: organizationId } = row;
      await addScreened(trx, { id, organizationId, at: new Date(now()), outcome: 'failed' });
      await raiseAlerts(trx, row, null);
      return true;
    });
  }

  async function screen(
    row: DueRow,
    readings: ReadonlyMap<string, Reading> | undefined,
    around: Around,
  ): Promise<boolean> {
    if (row.presence === 'withdrawn') return leaveWithdrawn(row);
    const cents = await centsOf(row, around);
    if (!readings) {
      const outcome: Outcome = { screening: 'not_covered', score: null, basis: null };
      return write(row, { reading: undefined, outcome, cents });
    }
    const reading = readings.get(row.id);
    if (!reading) throw new Error('The ledger does not hold it where its row says');
    const profile = await around.profileOf(row.organization_id);
    return write(row, { reading, outcome: await around.scores.of(row, reading, profile), cents });
  }

  /** Rows of one chain; how many of them are done with for now. What fails, fails by itself. */
  async function screenChain(
    chain: Blockchain,
    rows: readonly DueRow[],
    { around, signal }: { around: Around; signal: AbortSignal },
  ): Promise<number> {
    const there = rows.filter(({ presence }) => presence !== 'withdrawn');
    let readings: Map<string, Reading> | undefined;
    try {
      readings = there.length === 0 ? new Map() : await readRows(chain, there);
    } catch (error) {
      const [only] = rows;
      if (signal.aborted || !only) throw error;
      if (rows.length === 1) return Number(await postpone(only, error));
      let done = 0;
      for (const row of rows) done += await screenChain(chain, [row], { around, signal });
      return done;
    }
    const settled = await Promise.all(
      rows.map((row) =>
        inPlace(signal, () =>
          screen(row, readings, around).catch((error: unknown) => {
            if (signal.aborted) throw error;
            return postpone(row, error);
          }),
        ),
      ),
    );
    return settled.filter(Boolean).length;
  }

  const aroundOf = (signal: AbortSignal): Around => ({
    scores: createTransactionScores(scores, signal),
    profileOf: once((organizationId) => organizationId, profileOf),
    microsOf: once(
      (symbol, time) => `${symbol} ${dayOf(time.getTime())}`,
      async (symbol: string, time: Date) => (await priceAt(symbol, time.getTime()))?.micros ?? null,
    ),
  });

  return {
    /** Screens what is due, a portion after the other, until nothing is or the server stops. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const rows = await readDue(kysely, { at: new Date(now()), limit: portion });
        if (rows.length === 0) return;
        const around = aroundOf(signal);
        let done = 0;
        for (const [chain, ofChain] of Map.groupBy(rows, (row) => row.chain)) {
          done += await screenChain(chain, ofChain, { around, signal });
        }
        for (const id of new Set(rows.map((row) => row.organization_id))) await onScreened(id);
        // What others change all the time comes again in the next run.
        if (done === 0 || rows.length < portion) return;
      }
    },
  };
}
