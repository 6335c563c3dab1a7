import {
  type Blockchain,
  type CallOutput,
  type calculateRisk,
  type calculateRisks,
  type compareRiskMethods,
  type recountRisk,
  riskBulkAtHeightLimit,
  type tryRiskProfile,
} from '@hopscope/contract';
import { blockchains, chainOf } from '@hopscope/domain';
import { profileVersion, recordText, type RiskProfile, taintMethods } from '@hopscope/risk';
import type { Logger } from 'pino';
import { isRefusal, badRequest, forbidden } from '../../lib/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Viewing } from '../directory/attributions/csam.ts';
import { createAnswerCache } from '../../lib/answer-cache.ts';
import type { RiskHistory } from './history/history.service.ts';
import { presentMethod, presentRecount, presentScore, presentScoreValue } from './risk.presenter.ts';
import type { RiskProfiles } from './profiles.service.ts';
import { createJoinedScores } from './scores/joined-scores.ts';
import type { Scored, ScoreOptions, Scores } from './scores/score.service.ts';
import type { RiskQuestion } from './scores/subjects.ts';

type Question = RiskQuestion & { method?: ScoreOptions['method'] };
export type Call = Viewing & { readonly signal: AbortSignal };
type BulkRow = CallOutput<typeof calculateRisks>['data'][number];

/** Maximum number of cached scores. */
const scoresStored = 5_000;
/** Scores of a bulk request that are calculated at once: they read together. */
const scoresAtOnce = 2;

/** Risk scores for callers: by their organization's profile, and with the names that they may see. */
export function createRisk(options: {
  scores: Scores;
  /** Changes with everything that scores of a chain rest on. */
  stateKey: (chain: Blockchain) => Promise<string>;
  canSeeRestricted: (call: Viewing) => Promise<boolean>;
  profiles: Pick<RiskProfiles, 'ofCall' | 'active' | 'draft'>;
  history: Pick<RiskHistory, 'asked'>;
  logger: Logger;
}) {
  const { scores, stateKey, canSeeRestricted, profiles, history, logger } = options;
  const stored = createAnswerCache(scoresStored);
  const joined = createJoinedScores(scores);

  const nameOf = (
    { method, ...question }: Question,
    { asOf, profile }: { profile: RiskProfile; asOf: string | undefined },
  ): string => JSON.stringify([question, method, asOf, profile.name, profileVersion(profile)]);

  /** Kept under everything that it rests on. Who leaves does not stop a score that others wait for. */
  async function scoreOf(
    { method, ...question }: Question,
    asked: { profile: RiskProfile; asOf: string | undefined },
    { compute = joined, stateOf = stateKey }: { compute?: typeof joined; stateOf?: typeof stateKey } = {},
  ): Promise<Scored> {
    const state = await stateOf(chainOf(question.identifier));
    return stored.get(nameOf({ method, ...question }, asked), state, () =>
      compute(state, question, { ...asked, method }),
    );
  }

  /**
   * Runs `work` with a function that scores from one snapshot (`Scores.together`). States are read before the snapshot begins:
   * a score may be newer than what it is kept under, but never older.
   */
  async function together<T>(
    work: (
      score: (
        question: Question,
        asked: { profile: RiskProfile; asOf: string | undefined },
      ) => Promise<Scored>,
    ) => Promise<T>,
  ): Promise<T> {
    const states = new Map(
      await Promise.all(blockchains.map(async (chain) => [chain, await stateKey(chain)] as const)),
    );
    const stateOf = async (chain: Blockchain) => states.get(chain) ?? stateKey(chain);
    return scores.together((score) => {
      const compute: typeof joined = (_, question, asked) => score(question, asked);
      return work((question, asked) => scoreOf(question, asked, { compute, stateOf }));
    });
  }

  /** Records an answered score in the history. A failure doesn't affect the answer. */
  async function note(
    scored: Scored,
    { asOrganization }: Call,
    asked: { height: number | undefined; asOf: string | undefined },
  ): Promise<void> {
    if (asked.height !== undefined || asked.asOf !== undefined) return;
    await noteInHistory(scored, asOrganization?.toLowerCase() ?? null);
  }

  async function noteInHistory(scored: Scored, organizationId: string | null): Promise<void> {
    try {
      await history.asked(scored, organizationId);
    } catch (error) {
      logger.error({ err: error }, 'failed to record a score in the history');
    }
  }

  function rowOf({ identifier, type }: Question, scored: Scored, seesRestricted: boolean): BulkRow {
    const { state, reason, overallRisk, score, level, hash, ...rest } = presentScore(scored, seesRestricted);
    const factors = [rest.entityRisk, rest.transactionRisk, rest.jurisdictionRisk]
      .flatMap((group) => group.factors)
      .toSorted((a, b) => b.contribution - a.contribution);
    const strongest = factors.slice(0, 3).map(({ id, name, points }) => ({ id, name, points }));
    return { identifier, type, state, reason, overallRisk, score, level, factors: strongest, hash };
  }

  function triedOf({ record: { answer } }: Scored) {
    const { overallRisk, score, level } = presentScoreValue(answer);
    return { overallRisk, score, level };
  }

  return {
    /**
     * A score by the active profile of an organization, and the end of recording it in the history; errors as `Scores.score`.
     * `inTurn` decides when the score is computed, if it isn't known.
     */
    async ofOrganization(
      organizationId: string,
      question: RiskQuestion,
      inTurn: (work: () => Promise<Scored>) => Promise<Scored>,
    ): Promise<{ scored: Scored; recorded: Promise<void> }> {
      const profile = await profiles.active(organizationId);
      const compute: typeof joined = (...asked) => inTurn(() => joined(...asked));
      const scored = await scoreOf(question, { profile, asOf: undefined }, { compute });
      return { scored, recorded: noteInHistory(scored, organizationId) };
    },

    /**
     * Runs `work` with a function that scores like `ofOrganization`, but from one snapshot (`Scores.together`) and without the
     * history: it would be written for each of thousands of addresses.
     */
    async manyOfOrganization<T>(
      organizationId: string,
      work: (score: (question: RiskQuestion) => Promise<Scored>) => Promise<T>,
    ): Promise<T> {
      const profile = await profiles.active(organizationId);
      return together((score) => work((question) => score(question, { profile, asOf: undefined })));
    },

    /** One score with all that it rests on, and whether the caller sees hidden entities; errors as `Scores.score`. */
    async scored(
      call: Call,
      { body, height, asOf }: { body: Question; height: number | undefined; asOf: string | undefined },
    ): Promise<{ scored: Scored; seesRestricted: boolean }> {
      const profile = await profiles.ofCall(call);
      const scored = await scoreOf({ ...body, height }, { profile, asOf });
      await note(scored, call, { height, asOf });
      return { scored, seesRestricted: await canSeeRestricted(call) };
    },

    /** Returns the canonical text of a score record and its hash. Throws 403 if it names a restricted entity. */
    async record(
      call: Call,
      asked: { body: Question; height: number | undefined; asOf: string | undefined },
    ): Promise<{ text: string; hash: string }> {
      const { scored, seesRestricted } = await this.scored(call, asked);
      const text = recordText(scored.record);
      const names = [...scored.hidden].some((id) => text.includes(JSON.stringify(id)));
      if (names && !seesRestricted) {
        throw forbidden('The record names an entity that you have no access to');
      }
      return { text, hash: scored.hash };
    },

    /** One score; errors as `Scores.score`. */
    async calculate(
      call: Call,
      { body, height, asOf }: { body: Question; height: number | undefined; asOf: string | undefined },
    ): Promise<CallOutput<typeof calculateRisk>['data']> {
      const profile = await profiles.ofCall(call);
      const scored = await scoreOf({ ...body, height }, { profile, asOf });
      await note(scored, call, { height, asOf });
      return presentScore(scored, await canSeeRestricted(call));
    },

    /** One score without some of its factors; errors as `Scores.score`. */
    async recount(
      call: Call,
      {
        body: { without, ...question },
        height,
        asOf,
      }: {
        body: Question & { without: readonly string[] };
        height: number | undefined;
        asOf: string | undefined;
      },
    ): Promise<CallOutput<typeof recountRisk>['data']> {
      const profile = await profiles.ofCall(call);
      return presentRecount(await scoreOf({ ...question, height }, { profile, asOf }), new Set(without));
    },

    /** Returns one row per subject, in request order; rejected ones have the reason. */
    async bulk(
      call: Call,
      {
        items,
        height,
        asOf,
      }: { items: readonly Question[]; height: number | undefined; asOf: string | undefined },
    ): Promise<BulkRow[]> {
      if (height !== undefined && items.length > riskBulkAtHeightLimit) {
        throw badRequest(
          'validation_failed',
          `With an earlier block, request at most ${String(riskBulkAtHeightLimit)} scores`,
        );
      }
      const profile = await profiles.ofCall(call);
      const seesRestricted = await canSeeRestricted(call);
      const inTurn = createSemaphore(scoresAtOnce);
      const answers = await together((score) =>
        Promise.all(
          items.map((item) =>
            inTurn(call.signal, () => score({ ...item, height }, { profile, asOf })).catch(
              (error: unknown) => {
                if (!isRefusal(error)) throw error;
                return error;
              },
            ),
          ),
        ),
      );
      const rows: BulkRow[] = [];
      for (const [i, item] of items.entries()) {
        const answer = answers[i];
        if (!answer) throw new RangeError('A subject without an answer');
        if (!isRefusal(answer)) {
          await note(answer, call, { height, asOf });
          rows.push(rowOf(item, answer, seesRestricted));
          continue;
        }
        rows.push({
          identifier: item.identifier,
          type: item.type,
          state: 'invalid',
          reason: answer.message,
          overallRisk: null,
          score: null,
          level: 'unknown',
          factors: [],
          hash: null,
        });
      }
      return rows;
    },

    /** Addresses that the draft of an organization would score otherwise, with both scores. 404 without a draft. */
    async tryDraft(
      organizationId: string,
      { addresses, signal }: { addresses: readonly string[]; signal: AbortSignal },
    ): Promise<Omit<CallOutput<typeof tryRiskProfile>, 'success'>> {
      const draft = await profiles.draft(organizationId);
      const profile = await profiles.active(organizationId);
      const data: CallOutput<typeof tryRiskProfile>['data'] = [];
      const refused: { identifier: string; reason: string }[] = [];
      for (const identifier of new Set(addresses)) {
        signal.throwIfAborted();
        const question = { identifier, type: 'address' } as const;
        try {
          const active = triedOf(await scoreOf(question, { profile, asOf: undefined }));
          const drafted = triedOf(await scoreOf(question, { profile: draft, asOf: undefined }));
          if (active.overallRisk !== drafted.overallRisk || active.level !== drafted.level) {
            data.push({ identifier, active, draft: drafted });
          }
        } catch (error) {
          if (!isRefusal(error)) throw error;
          refused.push({ identifier, reason: error.message });
        }
      }
      return { data, looked: new Set(addresses).size, refused };
    },

    /** The same score by each of the methods. */
    async methods(
      call: Call,
      { body, height, asOf }: { body: RiskQuestion; height: number | undefined; asOf: string | undefined },
    ): Promise<CallOutput<typeof compareRiskMethods>['data']> {
      const profile = await profiles.ofCall(call);
      const rows = [];
      for (const method of taintMethods) {
        call.signal.throwIfAborted();
        rows.push(presentMethod(await scoreOf({ ...body, method, height }, { profile, asOf }), profile));
      }
      return rows;
    },
  };
}

export type Risk = ReturnType<typeof createRisk>;
