import type { CallOutput, getRescoring } from '@hopscope/contract';
import { defaultProfile, type RiskProfile, profileVersion, type TaintMethod } from '@hopscope/risk';
import type { Logger } from 'pino';
import { isRefusal } from '../../../lib/app-error.ts';
import { createKysely, kyselyOver } from '../../../db/dialect.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { afterPauses, nextAttempt } from '../../../jobs/retry-queue.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { directoryVersion } from '../../directory/records/entities-at.ts';
import { readAffectedBy } from '../../directory/releases/affected-names.ts';
import type { RiskHistory } from './history.service.ts';
import {
  claimScore,
  countQueued,
  enqueueDependents,
  hasEarlier,
  lockRelease,
  noteRelease,
  readRescoreState,
  releaseScore,
  rescoreLater,
  settle,
  type QueuedScore,
} from './rescore.store.ts';
import type { Scored, Scores } from '../scores/score.service.ts';
import { affectedDependencies } from '../scores/affected-dependencies.ts';
import { sortNewNames } from '../scores/dependents.ts';

/** A run ends after this many failures. */
const mostFailures = 20;
/** A failure is tried again in the next two runs, then counted as failed. */
const retries = afterPauses([0, 0]);

/**
 * Recalculates requested scores that a directory release affects. The queue is in the database, so a restart continues where
 * it stopped.
 */
export function createRescoring(options: {
  db: SqlDatabase;
  scores: Scores;
  history: Pick<RiskHistory, 'write'>;
  clusters: ClusterAccess;
  profileOf: (organizationId: string) => Promise<RiskProfile>;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}) {
  const { db, scores, history, clusters, profileOf, logger, now } = options;
  const kysely = createKysely(db);

  /** Queues scores affected by the next unprocessed release. Returns false if there is none. */
  async function enqueueNext(): Promise<boolean> {
    return inTransaction(db, 'read write', async (session) => {
      const trx = kyselyOver(session);
      const newest = await directoryVersion(session);
      const release = (await lockRelease(trx, newest)) + 1;
      if (release > newest) return false;
      const restart = (await countQueued(trx)) === 0;
      // The first releases import large lists before any score was requested.
      if (await hasEarlier(trx, release)) {
        await sortNewNames(trx, 'risk_watch_dependencies');
        for await (const affected of readAffectedBy(session, release)) {
          await enqueueDependents(trx, release, await affectedDependencies(session, affected, clusters));
        }
        await enqueueDependents(trx, release, null);
      }
      await noteRelease(trx, { release, at: new Date(now()), restart });
      return true;
    });
  }

  /** Undefined: the profile is no longer used, or the subject no longer exists. */
  async function rescore(queued: QueuedScore, signal: AbortSignal): Promise<Scored | undefined> {
    const { organizationId, subject, kind, chain, method, profileVersion: version } = queued;
    const active = organizationId === null ? defaultProfile : await profileOf(organizationId);
    const profile = { ...active, walk: { ...active.walk, method: method as TaintMethod } };
    if (profileVersion(profile) !== version) return undefined;
    const [identifier = '', asset] = subject.split(' ');
    const type = kind as Scored['record']['basis']['subject']['kind'];
    try {
      return await scores.score(
        { identifier, type, asset, blockchain: type === 'entity' ? undefined : chain },
        { profile, signal },
      );
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** Returns false if it failed. */
  async function work(queued: QueuedScore, signal: AbortSignal): Promise<boolean> {
    const { organizationId, release, watchId } = queued;
    try {
      const scored = await rescore(queued, signal);
      await inTransaction(db, 'read write', async (session) => {
        const differs =
          scored !== undefined &&
          scored.record.answer.state !== 'failed' &&
          (await history.write(session, scored, { organizationId, release }));
        await settle(kyselyOver(session), queued, { differs, fails: false, at: new Date(now()) });
      });
      return true;
    } catch (error) {
      const at = new Date(now());
      if (signal.aborted) {
        await releaseScore(kysely, queued, at);
        throw error;
      }
      logger.warn({ err: error, watchId }, 'failed to recalculate a score');
      const next = nextAttempt(retries, queued.attempts, at.getTime());
      if (next) await rescoreLater(kysely, queued, next);
      else {
        await kysely.transaction().execute((trx) => settle(trx, queued, { differs: false, fails: true, at }));
      }
      return false;
    }
  }

  return {
    /** Looks new releases through and works the queue off until it is empty or the server stops. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await enqueueNext()));
      // What fails is tried again in the next run.
      const failed: bigint[] = [];
      while (!signal.aborted && failed.length < mostFailures) {
        const queued = await claimScore(kysely, { at: now(), except: failed });
        if (!queued) return;
        if (!(await work(queued, signal))) failed.push(queued.watchId);
      }
    },

    async progress(): Promise<CallOutput<typeof getRescoring>['data']> {
      return inTransaction(db, 'lookups', async (session) => {
        const trx = kyselyOver(session);
        const state = await readRescoreState(trx);
        const newest = await directoryVersion(session);
        const { began_at: beganAt = null, ended_at: endedAt = null } = state ?? {};
        const end = endedAt?.getTime() ?? now();
        return {
          queued: await countQueued(trx),
          done: state?.done ?? 0,
          differed: state?.differed ?? 0,
          failed: state?.failed ?? 0,
          release: state ? Number(state.release) : newest,
          directoryVersion: newest,
          beganAt: beganAt?.toISOString() ?? null,
          endedAt: endedAt?.toISOString() ?? null,
          seconds: beganAt ? Math.max(0, Math.round((end - beganAt.getTime()) / 1000)) : null,
        };
      });
    },
  };
}
