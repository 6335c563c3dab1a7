import type { CallOutput, getRescoring } from '@hopscope/contract';
import { defaultProfile, type RiskProfile, profileVersion, type TaintMethod } from '@hopscope/risk';
import type { Logger } from 'pino';
import { isRefusal } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { directoryVersion } from '../../directory/records/entities-at.ts';
import { readTouchedBy } from '../../directory/releases/affected-names.ts';
import type { RiskHistory } from './history.service.ts';
import {
  countWaiting,
  enqueueDependents,
  enqueuePartial,
  hasEarlier,
  lockRelease,
  noteAttempt,
  noteRelease,
  readRescoreState,
  readWaiting,
  settle,
  type Waiting,
} from './rescore.store.ts';
import type { Scored, Scores } from '../scores/score.service.ts';
import { touchedNumbers } from '../scores/affected-dependencies.ts';

/** What is taken out of the queue at once. */
const portion = 20;
/** Then it is given up, and counted as failed. */
const mostAttempts = 3;

/**
 * Scores that people asked for again when a release of the directory touches what they rest on, and those alone. The queue is in
 * the database: whoever is stopped goes on where it was.
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

  /** Looks the next release through that nobody has; false where there is none. */
  async function enqueueNext(): Promise<boolean> {
    return inTransaction(db, 'read write', async (session) => {
      const newest = await directoryVersion(session);
      const release = (await lockRelease(session, newest)) + 1;
      if (release > newest) return false;
      const anew = (await countWaiting(session)) === 0;
      // A first start brings in lists of hundreds of thousands, and nobody has asked for anything yet.
      if (await hasEarlier(session, release)) {
        for await (const touched of readTouchedBy(session, release)) {
          await enqueueDependents(session, {
            release,
            dependencies: await touchedNumbers(session, touched, clusters),
          });
        }
        await enqueuePartial(session, release);
      }
      await noteRelease(session, { release, at: new Date(now()), anew });
      return true;
    });
  }

  /** Undefined: nobody asks by this profile any more, or what was asked is not there any more. */
  async function scoreAgain(waiting: Waiting, signal: AbortSignal): Promise<Scored | undefined> {
    const { organizationId, subject, kind, chain, method, profileVersion: version } = waiting;
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

  async function work(waiting: Waiting, signal: AbortSignal): Promise<void> {
    const { organizationId, release, watchId } = waiting;
    try {
      const scored = await scoreAgain(waiting, signal);
      await inTransaction(db, 'read write', async (session) => {
        const differs =
          scored !== undefined &&
          scored.record.answer.state !== 'failed' &&
          (await history.write(session, scored, { organizationId, release }));
        await settle(session, waiting, { differs, fails: false, at: new Date(now()) });
      });
    } catch (error) {
      if (signal.aborted) throw error;
      logger.warn({ err: error, watchId }, 'a score could not be worked out again');
      await inTransaction(db, 'read write', async (session) => {
        if (waiting.attempts + 1 < mostAttempts) await noteAttempt(session, watchId);
        else await settle(session, waiting, { differs: false, fails: true, at: new Date(now()) });
      });
    }
  }

  return {
    /** Looks new releases through and works the queue off, a portion after the other, until it is empty or the server stops. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await enqueueNext()));
      for (;;) {
        const waiting = await inTransaction(db, 'read only', (session) => readWaiting(session, portion));
        for (const each of waiting) {
          if (signal.aborted) return;
          await work(each, signal);
        }
        // What failed is tried again in the next run.
        if (waiting.length < portion || waiting.some(({ attempts }) => attempts > 0)) return;
      }
    },

    async progress(): Promise<CallOutput<typeof getRescoring>['data']> {
      return inTransaction(db, 'read only', async (session) => {
        const state = await readRescoreState(session);
        const newest = await directoryVersion(session);
        const { beganAt = null, endedAt = null } = state ?? {};
        const end = endedAt?.getTime() ?? now();
        return {
          waiting: await countWaiting(session),
          done: state?.done ?? 0,
          differed: state?.differed ?? 0,
          failed: state?.failed ?? 0,
          release: state?.release ?? newest,
          directoryVersion: newest,
          beganAt: beganAt?.toISOString() ?? null,
          endedAt: endedAt?.toISOString() ?? null,
          seconds: beganAt ? Math.max(0, Math.round((end - beganAt.getTime()) / 1000)) : null,
        };
      });
    },
  };
}
