import type { Blockchain, CallOutput, listRiskHistory } from '@hopscope/contract';
import { chainOf, chains, defaultChain } from '@hopscope/domain';
import { verdictOf } from '@hopscope/risk';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { identifiers, parseEthereumAccount } from '../../../lib/identifiers.ts';
import {
  type HistoryRow,
  insertScore,
  type StoredFactor,
  type StoredScore,
  putWatch,
  readHistory,
  readNewest,
  type Watched,
} from './history.store.ts';
import type { Scored } from '../scores/score.service.ts';

type Answer = CallOutput<typeof listRiskHistory>;
type Row = Answer['data'][number];

/** Hashes of recorded scores, which need no second check: as many as take 1 MB of memory. */
const rememberedScores = 5_000;

function factorsOf({ record }: Scored): StoredFactor[] {
  return record.answer.factors.map(({ id, name, points }) => ({ id, name, points }));
}

function sameFactors(a: readonly StoredFactor[], b: readonly StoredFactor[]): boolean {
  const points = new Map(a.map((factor) => [factor.id, factor.points]));
  return a.length === b.length && b.every((factor) => points.get(factor.id) === factor.points);
}

function same(before: StoredScore, now: StoredScore): boolean {
  return (
    before.state === now.state && before.overall === now.overall && sameFactors(before.factors, now.factors)
  );
}

/** What of a score is another answer than the one before it. */
function differenceOf({ before, score, state, factors }: HistoryRow): Row['difference'] {
  if (!before) return null;
  const was = new Map(before.factors.map((factor) => [factor.id, factor]));
  const is = new Set(factors.map(({ id }) => id));
  return {
    state: { before: before.state as Row['state'], after: state as Row['state'] },
    score: { before: before.score, after: score },
    came: factors.filter(({ id }) => !was.has(id)),
    went: before.factors.filter(({ id }) => !is.has(id)),
    changed: factors.flatMap(({ id, name, points: after }) => {
      const points = was.get(id)?.points;
      return points === undefined || points === after ? [] : [{ id, name, before: points, after }];
    }),
  };
}

function presentRow(row: HistoryRow): Row {
  return {
    at: row.at.toISOString(),
    cause: row.release === null ? 'asked' : 'release',
    release: row.release,
    height: row.height,
    blockHash: row.blockHash,
    directoryVersion: row.directoryVersion,
    profileVersion: row.profileVersion,
    method: row.method as Row['method'],
    state: row.state as Row['state'],
    overallRisk: row.overall === null ? null : row.overall / 1_000_000,
    score: row.score,
    level: row.level as Row['level'],
    hash: row.hash,
    factors: [...row.factors],
    difference: differenceOf(row),
  };
}

/** History of requested scores. */
export function createRiskHistory(options: {
  db: SqlDatabase;
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { db, network, now } = options;
  const remembered = new Set<string>();

  /** Records a score if it differs from the newest one; returns whether it does. Call in a write transaction. */
  async function write(
    session: SqlSession,
    scored: Scored,
    cause: { organizationId: string | null; release: number | null },
  ): Promise<boolean> {
    const { basis, answer } = scored.record;
    const watched: Watched = {
      organizationId: cause.organizationId,
      chain: basis.blockchain,
      kind: basis.subject.kind,
      subject: basis.subject.id,
      method: answer.method,
      profileVersion: answer.profile.version,
    };
    const directoryVersion = basis.directory.version;
    const verdict = verdictOf(answer);
    const watchId = await putWatch(session, watched, { directoryVersion, dependencies: scored.dependencies });
    const score: StoredScore = {
      height: basis.ledger?.height ?? null,
      blockHash: basis.ledger?.hash ?? null,
      directoryVersion,
      state: verdict.state,
      overall: verdict.overall,
      score: verdict.overall100,
      level: verdict.level,
      hash: scored.hash,
      factors: factorsOf(scored),
      release: cause.release,
      at: new Date(now()),
    };
    const before = await readNewest(session, watchId);
    // Who was slower than another who saw a newer directory has nothing to add.
    if (before && (before.directoryVersion > directoryVersion || same(before, score))) return false;
    await insertScore(session, watchId, score);
    return true;
  }

  function remember(name: string): void {
    remembered.add(name);
    for (const oldest of remembered) {
      if (remembered.size <= rememberedScores) break;
      remembered.delete(oldest);
    }
  }

  async function subjectOf(
    chain: Blockchain,
    { identifier, type, asset }: { identifier: string; type: string; asset?: string | undefined },
  ): Promise<string> {
    if (type === 'entity') return identifier;
    const { transaction, address } = identifiers[chain];
    if (type === 'transaction') transaction(identifier);
    const id = type === 'transaction' ? identifier.toLowerCase() : address(identifier, await network()).text;
    const { hasTokens } = chains[chain];
    const isCoin = !hasTokens || asset === undefined || asset === 'ether';
    return isCoin ? id : `${id} ${parseEthereumAccount(asset).text}`;
  }

  return {
    write,

    /** Records a current score that someone requested. Ignores failed calculations. */
    async asked(scored: Scored, organizationId: string | null): Promise<void> {
      if (scored.record.answer.state === 'failed') return;
      const name = `${organizationId ?? ''} ${scored.hash}`;
      if (remembered.has(name)) return;
      await inTransaction(db, 'read write', (session) =>
        write(session, scored, { organizationId, release: null }),
      );
      remember(name);
    },

    /** Returns a page, newest first. Throws 400 for invalid input. */
    async list(
      organizationId: string | null,
      asked: { identifier: string; type: string; asset?: string | undefined; page: number; limit: number },
    ): Promise<Omit<Answer, 'success'>> {
      const { type, page, limit } = asked;
      const chain = type === 'entity' ? defaultChain : chainOf(asked.identifier);
      const subject = await subjectOf(chain, asked);
      const { rows, total } = await inTransaction(db, 'read only', (session) =>
        readHistory(session, { organizationId, chain, kind: type, subject, page, limit }),
      );
      return { data: rows.map(presentRow), total, page, limit };
    },
  };
}

export type RiskHistory = ReturnType<typeof createRiskHistory>;
