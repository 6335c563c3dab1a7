import type { Blockchain } from '@hopscope/contract';
import {
  type Failure,
  type Label,
  recordDigest,
  type RiskProfile,
  scoreInParts,
  type ScoreInParts,
  type ScoreInput,
  type ScoreRecord,
  type TaintMethod,
  walkExposure,
  type WalkResult,
  minimumOf,
} from '@hopscope/risk';
import { AppError } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { type State, stateAt, stateOfVersion } from '../../directory/records/entities-at.ts';
import { createLabelsThen } from '../../directory/attributions/historical-labels.ts';
import { createEntityFacts } from './entity-facts.ts';
import { sortedDependencies } from './dependency-keys.ts';
import { createReadsByState, type SharedReads } from './shared-reads.ts';
import { findSubject, findRemoteSubject, type FoundSubject, type RiskQuestion } from './subjects.ts';

/** A score with everything that pages show of it. */
export interface Scored {
  readonly record: ScoreRecord;
  readonly hash: string;
  readonly walks: readonly (WalkResult | Failure)[];
  /** The factors of the score as `recountScore` adds them up. */
  readonly weighed: ScoreInParts['weighed'];
  readonly contract: string | null;
  readonly coverage: FoundSubject['coverage'];
  /** Entities that only some may see by name. */
  readonly hidden: ReadonlySet<string>;
  /** Dependency keys (`dependency-keys.ts`); null if there are too many. */
  readonly dependencies: BigInt64Array | null;
  /** Whose the subject itself is, with the kind of entity. */
  readonly own: readonly { readonly label: Label; readonly type: string | null }[];
}

export interface ScoreOptions {
  readonly profile: RiskProfile;
  readonly method?: TaintMethod | undefined;
  /** The directory at the end of this day. */
  readonly asOf?: string | undefined;
  /** Directory version of an earlier score to replay. */
  readonly directory?: ScoreRecord['basis']['directory'] | undefined;
  /** For ledgers of single addresses: scores a transaction by its direct counterparties in the given direction. */
  readonly direct?: 'in' | 'out' | undefined;
  readonly signal?: AbortSignal | undefined;
}

function coverageOf({ coverage, subject }: FoundSubject): ScoreInput['coverage'] {
  if (coverage.kind === 'complete') return 'complete';
  return coverage.kind === 'empty' || !subject.seen ? 'none' : 'partial';
}

/**
 * Scores direct counterparties only, if tracing isn't possible: a score of at least medium is valid; a lower one only if all
 * counterparties in the direction are known. Otherwise not covered: a low score would claim too much.
 */
function scoreOfSides(input: ScoreInput, side: WalkResult): ScoreInParts {
  const parts = scoreInParts({ ...input, coverage: 'partial' });
  const { answer } = parts;
  const isComplete = side.total > 0n && side.rests.length === 0;
  const grave = (answer.overall100 ?? 0) >= input.profile.levels.medium;
  const failed = answer.state === 'failed';
  return failed || (answer.state === 'scored' && (grave || isComplete))
    ? parts
    : scoreInParts({ ...input, coverage: 'none' });
}

/** Scores from the ledger and the directory, each from one snapshot of both. */
export function createScores(options: {
  db: SqlDatabase;
  clusters: ClusterAccess | undefined;
  remote: Record<Blockchain, boolean>;
  now: () => number;
}) {
  const { db, clusters, remote, now } = options;
  const facts = createEntityFacts();
  const readsByState = createReadsByState();
  const historicalLabels = clusters && createLabelsThen(clusters);

  async function walksOf(
    { subject }: FoundSubject,
    profile: RiskProfile,
    signal: AbortSignal | undefined,
  ): Promise<[WalkResult, WalkResult]> {
    const { self, roots, notListed, reader } = subject;
    const total = roots.reduce((sum, { amount }) => sum + amount, notListed);
    const { method, hops, budget, rounds, minimumConfidence } = profile.walk;
    const limits = { hops, budget, rounds, minimumConfidence, minimum: minimumOf(profile, total) };
    const walk = (direction: 'backward' | 'forward') =>
      walkExposure({ direction, method, self, roots, notListed, limits }, reader, signal);
    return [await walk('backward'), await walk('forward')];
  }

  /** Returns how one snapshot scores. */
  async function scorerOf(session: SqlSession) {
    const readsOf = await readsByState(session);
    const ofDirectory = new Map<string, Promise<{ directory: State; reads: SharedReads }>>();

    /** The directory that is asked for, and what scores with it share; asked for once. */
    function directoryOf({ asOf, directory: earlier }: ScoreOptions) {
      const name = JSON.stringify([asOf, earlier]);
      const read = async () => {
        const directory = await (earlier ? stateOfVersion(session, earlier) : stateAt(session, asOf, now()));
        return { directory, reads: readsOf(directory) };
      };
      const known = ofDirectory.get(name) ?? read();
      ofDirectory.set(name, known);
      return known;
    }

    return async (question: RiskQuestion, asked: ScoreOptions): Promise<Scored> => {
      const { method, signal } = asked;
      const profile: RiskProfile = method
        ? { ...asked.profile, walk: { ...asked.profile.walk, method } }
        : asked.profile;
      const { directory, reads } = await directoryOf(asked);
      const access = { clusters, facts, historicalLabels, remote, reads };
      const find = asked.direct ? findRemoteSubject : findSubject;
      const found = await find(session, question, profile, directory, access);
      const { subject, owners } = found;
      const basis = asked.directory ? { ...found.basis, directory: asked.directory } : found.basis;
      if (question.type !== 'entity' && remote[basis.blockchain] && !asked.direct) {
        throw new AppError(
          'not_supported',
          'Risk scores need a ledger with blocks. This installation stores single addresses.',
        );
      }
      const walks = await walksOf(found, profile, signal);
      const activity = await subject.activity(profile.behaviors);
      const input: ScoreInput = {
        profile,
        asset: basis.asset,
        coverage: coverageOf(found),
        own: subject.own,
        backward: walks[0],
        forward: walks[1],
        activity,
        countries: new Map([...owners.entities].map(([id, { countries }]) => [id, countries])),
      };
      const side = walks[asked.direct === 'out' ? 1 : 0];
      const { answer, weighed } = asked.direct ? scoreOfSides(input, side) : scoreInParts(input);
      const record: ScoreRecord = { format: 1, basis, profile, answer };
      return {
        record,
        hash: recordDigest(record, nativeHashing),
        walks,
        weighed,
        contract: found.contract,
        coverage: found.coverage,
        dependencies: sortedDependencies(owners.dependencies),
        own: subject.own.map((label) => ({ label, type: owners.entities.get(label.entity)?.type ?? null })),
        hidden: new Set([...owners.entities.values()].flatMap(({ id, csam }) => (csam ? [id] : []))),
      };
    };
  }

  return {
    /**
     * Returns a score. Throws 400 for invalid input, 404 for an unknown subject, and 501 if histories come from a remote
     * provider.
     */
    score: (question: RiskQuestion, asked: ScoreOptions): Promise<Scored> =>
      inTransaction(db, 'lookups', async (session) => (await scorerOf(session))(question, asked)),

    /**
     * Runs `work` with a function that scores like `score`, but from one snapshot: scores at the same time read together. An
     * error of the database fails all of them. The snapshot lasts until all have ended, also if `work` fails earlier; what is
     * asked later fails.
     */
    together: <T>(work: (score: Score) => Promise<T>): Promise<T> =>
      inTransaction(db, 'lookups', async (session) => {
        const score = await scorerOf(session);
        const running = new Set<Promise<unknown>>();
        let over = false;
        async function tracked(question: RiskQuestion, asked: ScoreOptions): Promise<Scored> {
          if (over) throw new Error('The snapshot of these scores is over');
          const scoring = score(question, asked);
          running.add(scoring);
          try {
            return await scoring;
          } finally {
            running.delete(scoring);
          }
        }
        try {
          return await work(tracked);
        } finally {
          over = true;
          await Promise.allSettled(running);
        }
      }),
  };
}

export type Score = (question: RiskQuestion, asked: ScoreOptions) => Promise<Scored>;
export type Scores = ReturnType<typeof createScores>;
