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
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { stateAt, stateOfVersion } from '../../directory/records/entities-at.ts';
import { createLabelsThen } from '../../directory/attributions/historical-labels.ts';
import { createEntityFacts } from './entity-facts.ts';
import { numbersOf } from './dependency-names.ts';
import { createReadsByState } from './shared-reads.ts';
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
  /** Dependency keys (`dependency-names.ts`); null if there are too many. */
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

  return {
    /**
     * Returns a score. Throws 400 for invalid input, 404 for an unknown subject, and 501 if histories come from a remote
     * provider.
     */
    async score(question: RiskQuestion, asked: ScoreOptions): Promise<Scored> {
      const { method, asOf, signal } = asked;
      const profile: RiskProfile = method
        ? { ...asked.profile, walk: { ...asked.profile.walk, method } }
        : asked.profile;
      return inTransaction(db, 'read only', async (session) => {
        const readsOf = await readsByState(session);
        const directory = asked.directory
          ? await stateOfVersion(session, asked.directory)
          : await stateAt(session, asOf, now());
        const access = { clusters, facts, historicalLabels, remote, reads: readsOf(directory) };
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
          dependencies: numbersOf(owners.dependencies),
          own: subject.own.map((label) => ({ label, type: owners.entities.get(label.entity)?.type ?? null })),
          hidden: new Set([...owners.entities.values()].flatMap(({ id, csam }) => (csam ? [id] : []))),
        };
      });
    },
  };
}

export type Scores = ReturnType<typeof createScores>;
