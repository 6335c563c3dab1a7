import { toHex } from '@hopscope/chain';
import { type Blockchain, pricedTokens, valueInCents } from '@hopscope/contract';
import type { RiskProfile } from '@hopscope/risk';
import { AppError } from '../../app-error.ts';
import type { SqlDatabase } from '../../db/session.ts';
import { createPlaces } from '../../places.ts';
import type { ClusterAccess } from '../directory/cluster-access.ts';
import { createLabelsThen } from '../directory/labels-then.ts';
import { dayOf } from '../prices/days.ts';
import { createEntityFacts } from '../risk/entity-facts.ts';
import type { Scores } from '../risk/score.service.ts';
import { readDealings, type Reading } from './read-dealings.ts';
import type { DueRow } from './screening.store.ts';
import {
  createTransactionScores,
  notCovered,
  type Outcome,
  type TransactionScores,
} from './transaction-score.ts';

/** Scores that are worked out at a time; each holds a snapshot while it does. */
const scoresAtOnce = 2;
const coins: Readonly<Record<Blockchain, string>> = { bitcoin: 'BTC', ethereum: 'ETH' };

/** What the screening of a row found out. */
export interface Found {
  /** Undefined: the chain has no ledger of blocks. */
  readonly reading: Reading | undefined;
  readonly outcome: Outcome;
  /** In dollars' cents; null where no price is known. */
  readonly cents: bigint | null;
}

/** What is done with what was found; each says whether the row is done with for now. */
export interface Pass {
  write(row: DueRow, found: Found): Promise<boolean>;
  fail(row: DueRow, error: unknown): Promise<boolean>;
  /** It went away before it was screened. */
  leave(row: DueRow): Promise<boolean>;
}

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

export interface ScreenRowsOptions {
  db: SqlDatabase;
  clusters: ClusterAccess;
  told: Record<Blockchain, boolean>;
  scores: Scores;
  profileOf: (organizationId: string) => Promise<RiskProfile>;
  priceAt: (symbol: string, time: number) => Promise<{ micros: bigint } | null>;
  now: () => number;
}

/** Works out who dealt with monitored addresses, what it was worth, and how risky it is. */
export function createScreenRows(options: ScreenRowsOptions) {
  const { db, clusters, told, scores, profileOf, priceAt, now } = options;
  const access = { clusters, facts: createEntityFacts(), labelsThen: createLabelsThen(clusters), told, now };
  const inPlace = createPlaces(scoresAtOnce);

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

  /** A token has a price by its contract, never by what it calls itself. Without decimals its amount says no worth. */
  async function centsOf(
    row: DueRow,
    reading: Reading | undefined,
    { microsOf }: Around,
  ): Promise<bigint | null> {
    const symbol = row.contract ? pricedTokens[`0x${toHex(row.contract)}`] : coins[row.chain];
    const decimals = row.contract ? (reading?.asset.decimals ?? 0) : row.chain === 'bitcoin' ? 8 : 18;
    if (symbol === undefined || decimals === 0) return null;
    const micros = await microsOf(symbol, row.happened_at);
    return micros === null ? null : valueInCents(BigInt(row.amount), decimals, micros);
  }

  async function screen(
    row: DueRow,
    readings: ReadonlyMap<string, Reading> | undefined,
    { around, pass }: { around: Around; pass: Pass },
  ): Promise<boolean> {
    if (row.presence === 'withdrawn') return pass.leave(row);
    if (!readings) {
      const cents = await centsOf(row, undefined, around);
      return pass.write(row, { reading: undefined, outcome: notCovered, cents });
    }
    const reading = readings.get(row.id);
    if (!reading) throw new Error('The ledger does not hold it where its row says');
    const cents = await centsOf(row, reading, around);
    const profile = await around.profileOf(row.organization_id);
    return pass.write(row, { reading, outcome: await around.scores.of(row, reading, profile), cents });
  }

  /** Rows of one chain; how many of them are done with for now. What fails, fails by itself. */
  async function screenChain(
    chain: Blockchain,
    rows: readonly DueRow[],
    how: { around: Around; pass: Pass; signal: AbortSignal },
  ): Promise<number> {
    const { pass, signal } = how;
    const there = rows.filter(({ presence }) => presence !== 'withdrawn');
    let readings: Map<string, Reading> | undefined;
    try {
      readings = there.length === 0 ? new Map() : await readRows(chain, there);
    } catch (error) {
      const [only] = rows;
      if (signal.aborted || !only) throw error;
      if (rows.length === 1) return Number(await pass.fail(only, error));
      let done = 0;
      for (const row of rows) done += await screenChain(chain, [row], how);
      return done;
    }
    const settled = await Promise.all(
      rows.map((row) =>
        inPlace(signal, () =>
          screen(row, readings, how).catch((error: unknown) => {
            if (signal.aborted) throw error;
            return pass.fail(row, error);
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

  /** Screens rows of either chain; how many are done with for now. */
  return async (rows: readonly DueRow[], pass: Pass, signal: AbortSignal): Promise<number> => {
    const around = aroundOf(signal);
    let done = 0;
    for (const [chain, ofChain] of Map.groupBy(rows, (row) => row.chain)) {
      done += await screenChain(chain, ofChain, { around, pass, signal });
    }
    return done;
  };
}

export type ScreenRows = ReturnType<typeof createScreenRows>;
