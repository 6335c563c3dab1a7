import { createHash, randomUUID } from 'node:crypto';
import {
  decideTransfer,
  type ScreenedTransfer,
  type ScreeningCheck,
  type ScreeningFacts,
  screenedTransfer,
  type screeningEndpoints,
  screeningLimits,
} from '@hopscope/contract';
import { canonicalJsonV1 } from '@hopscope/domain';
import { type RiskProfile, recordText } from '@hopscope/risk';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError, conflict, forbidden, isMalformed, notFound } from '../../../lib/app-error.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Schema } from '../../../db/schema.ts';
import { doubling } from '../../../jobs/retry-queue.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { Risk } from '../../risk/risk.service.ts';
import type { Scored, Scores } from '../../risk/scores/score.service.ts';
import type { RiskQuestion } from '../../risk/scores/subjects.ts';
import { centsOf, factsOfScore, factsWithout, storeFacts } from './check-facts.ts';
import {
  answerOfScore,
  presentCheck,
  presentFired,
  type StoredAnswer,
  subjectOf,
} from './checks.presenter.ts';
import type { PublishAlertEvents } from '../alerts/alert-events.ts';
import {
  awaitCheck,
  type CheckRow,
  type DecidedCheck,
  claimChecks,
  claimMs,
  createInsertCheck,
  findCheck,
  postponeCheck,
  readChecks,
  settleCheck,
} from './checks.store.ts';
import { readKey } from './idempotency-key.ts';
import { normalizeTransfer } from './normalize-transfer.ts';
import type { ScreeningRules } from './screening-rules.service.ts';

/** Scores computed at the same time. */
const scoresAtOnce = 16;
const checksPerRun = 20;
/** How long a check waits for its transaction to be in the ledger. */
const waitMs = 24 * 3_600_000;
const pauseOf = doubling(2_000, 60_000);
/** A check is decided even if its caller has disconnected. */
const unlimited = new AbortController().signal;

type ListQuery = z.output<NonNullable<typeof screeningEndpoints.listScreeningChecks.query>>;

/** What a score of a check depends on, to compute it again. */
const storedBasis = z.object({
  height: z.int().nullable(),
  directory: z.object({ version: z.int(), asOf: z.string().nullable(), day: z.string() }),
  profile: z.string(),
});

interface Outcome {
  /** The end of recording the score in the history, which the decision need not wait for. */
  readonly recorded: Promise<void>;
  readonly facts: ScreeningFacts;
  readonly answer: Omit<StoredAnswer, 'rules'>;
  readonly basis: z.input<typeof storedBasis> | null;
}

/** What `work` resolves to within milliseconds; undefined if it takes longer, or fails. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work.catch(() => undefined), over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Screens transfers and addresses for programs, by the rules of their organization. */
export function createChecks(options: {
  kysely: Kysely<Schema>;
  smallReads: Kysely<Schema>;
  rules: Pick<ScreeningRules, 'active'>;
  risk: Pick<Risk, 'ofOrganization'>;
  scores: Pick<Scores, 'score'>;
  profileOf: (organizationId: string, version: string) => Promise<RiskProfile | undefined>;
  priceNow: (symbol: string) => Promise<{ micros: bigint } | null>;
  /** Publishes decisions that callers didn't wait for. */
  publish: PublishAlertEvents;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
  network: () => Promise<NetworkName>;
  logger: Logger;
  now: () => number;
}) {
  const {
    kysely,
    smallReads,
    rules,
    risk,
    scores,
    profileOf,
    priceNow,
    publish,
    organizations,
    network,
    logger,
    now,
  } = options;
  const withPermit = createSemaphore(scoresAtOnce);

  const insertCheck = createInsertCheck(kysely);
  const seesRestricted = async (organizationId: string): Promise<boolean> =>
    (await organizations.findByIds(smallReads, [organizationId])).get(organizationId)?.allowCsam ?? false;

  const aboutOf = ({ direction, country, client }: ScreenedTransfer) => ({
    direction,
    country: country ?? null,
    clientRisk: client?.risk ?? null,
  });

  async function outcomeWith(
    scored: Scored,
    transfer: ScreenedTransfer,
    canSeeRestricted: boolean,
  ): Promise<Omit<Outcome, 'recorded'>> {
    const { basis, answer } = scored.record;
    const cents = await centsOf(transfer, basis.asset.decimals, priceNow);
    return {
      facts: factsOfScore(scored, { ...aboutOf(transfer), cents }),
      answer: {
        subject: subjectOf(transfer),
        cents: cents === null ? null : String(cents),
        ...answerOfScore(scored, canSeeRestricted),
      },
      basis: {
        height: basis.ledger?.height ?? null,
        directory: basis.directory,
        profile: answer.profile.version,
      },
    };
  }

  /** Undefined: the transaction isn't in the ledger yet. */
  async function outcomeOf(
    organizationId: string,
    transfer: ScreenedTransfer,
    isLate: boolean,
  ): Promise<Outcome | undefined> {
    const subject = subjectOf(transfer);
    const { blockchain, asset } = transfer;
    try {
      const question: RiskQuestion = { ...subject, blockchain, asset };
      const [{ scored, recorded }, canSeeRestricted] = await Promise.all([
        risk.ofOrganization(organizationId, question, (score) => withPermit(unlimited, score)),
        seesRestricted(organizationId),
      ]);
      return { ...(await outcomeWith(scored, transfer, canSeeRestricted)), recorded };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message } = error;
      const isMissing = code === 'not_found' || code === 'not_covered';
      if (!isMissing && !isMalformed(error)) throw error;
      if (isMissing && subject.type === 'transaction' && !isLate) return undefined;
      const cents = await centsOf(transfer, undefined, priceNow);
      const score = {
        state: 'not_covered',
        reason: message,
        score: null,
        level: 'unknown',
        hash: null,
      } as const;
      return {
        facts: { ...factsWithout('not_covered', aboutOf(transfer)), cents },
        answer: {
          subject,
          cents: cents === null ? null : String(cents),
          score,
          exposures: [],
          basis: null,
        },
        basis: null,
        recorded: Promise.resolve(),
      };
    }
  }

  const transferOf = (row: CheckRow): ScreenedTransfer => screenedTransfer.parse(row.transfer);

  /** Decides on a transfer. Undefined: its transaction isn't in the ledger yet. */
  async function decisionOn(
    organizationId: string,
    transfer: ScreenedTransfer,
    isLate: boolean,
  ): Promise<DecidedCheck | undefined> {
    const [outcome, active] = await Promise.all([
      outcomeOf(organizationId, transfer, isLate),
      rules.active(organizationId),
    ]);
    if (!outcome) return undefined;
    const { facts, answer, basis, recorded } = outcome;
    const { decision, fired } = decideTransfer(active.rules, facts);
    const at = new Date(now());
    await recorded;
    return {
      state: 'decided',
      decision,
      facts: storeFacts(facts),
      answer: { ...answer, rules: presentFired(fired) } satisfies StoredAnswer,
      basis,
      rules_number: active.number,
      decided_at: at,
      next_attempt_at: null,
      done_at: at,
    };
  }

  /** Stores the decision about a pending check, or when to try again. */
  async function settle(row: CheckRow, deciding: Promise<DecidedCheck | undefined>): Promise<void> {
    const { id, organization_id: organizationId } = row;
    const postpone = () => postponeCheck(kysely, id, new Date(now() + pauseOf(Math.max(1, row.attempts))));
    try {
      const decision = await deciding;
      if (!decision) return await postpone();
      await kysely.transaction().execute(async (trx) => {
        const decided = await settleCheck(trx, id, decision);
        if (decided?.awaited) await publish(trx, organizationId, 'screening.decided', [id]);
      });
    } catch (error) {
      logger.error({ err: error, check: id }, 'failed to decide on a transfer');
      await postpone();
    }
  }

  /** Returns a decided check, or a pending one whose decision will be published. */
  async function settledOrAwaited(row: CheckRow): Promise<CheckRow> {
    if (row.state === 'decided') return row;
    return (
      (await awaitCheck(kysely, row.id)) ?? (await findCheck(kysely, row.organization_id, row.id)) ?? row
    );
  }

  async function oneOf({ organizationId }: Member, id: string): Promise<CheckRow> {
    const row = isUuid(id) ? await findCheck(kysely, organizationId, id) : undefined;
    if (!row) throw notFound('Check not found');
    return row;
  }

  return {
    /**
     * Screens a transfer once for each idempotency key. Throws 400 with the field for invalid input, and 409 for a key that
     * was used with another body.
     */
    async screen(
      { actor, member }: ByMember,
      body: ScreenedTransfer,
      header: string | string[] | undefined,
    ): Promise<ScreeningCheck> {
      const { organizationId } = member;
      const transfer = normalizeTransfer(body, await network());
      const { budgetMs, ...request } = transfer;
      const key = readKey(header);
      const at = now();
      const deciding = decisionOn(organizationId, transfer, false);
      const decided = await within(deciding, budgetMs);
      const asked: CheckRow = {
        id: randomUUID(),
        organization_id: organizationId,
        state: 'pending',
        decision: null,
        transfer: request,
        client_id: transfer.client?.id ?? null,
        digest: createHash('sha256').update(canonicalJsonV1(request)).digest(),
        idempotency_key: key,
        created_by: actor.user._id,
        created_at: new Date(at),
        decided_at: null,
        awaited: decided === undefined,
        facts: null,
        answer: null,
        rules_number: null,
        basis: null,
        attempts: 1,
        // Claimed by this process; if it ends, another one decides.
        next_attempt_at: new Date(now() + claimMs),
        done_at: null,
        ...decided,
      };
      const since = new Date(at - screeningLimits.idempotencyHours * 3_600_000);
      const row = await insertCheck({ row: asked, since });
      if (row.id !== asked.id && !Buffer.from(row.digest).equals(asked.digest)) {
        throw conflict('The idempotency key was used with a different body');
      }
      if (row === asked && !decided) void settle(row, deciding);
      return presentCheck(row === asked ? row : await settledOrAwaited(row), transfer);
    },

    async get(member: Member, id: string): Promise<ScreeningCheck> {
      const row = await oneOf(member, id);
      return presentCheck(row, transferOf(row));
    },

    /** The newest first. */
    async list({ organizationId }: Member, { decision, client, before, limit }: ListQuery) {
      const { rows, next } = await readChecks(kysely, { organizationId, decision, client, before, limit });
      return {
        data: rows.map((row) => {
          const { exposures: _, basis: __, ...check } = presentCheck(row, transferOf(row));
          return check;
        }),
        next,
      };
    },

    /**
     * Computes the score of a check again for its state, and returns the record. Throws 404 without a score, 409 if it differs,
     * and 403 if it names a restricted entity.
     */
    async record(member: Member, id: string): Promise<{ text: string; hash: string }> {
      const row = await oneOf(member, id);
      const transfer = transferOf(row);
      const { score } = presentCheck(row, transfer);
      if (row.basis === null || !score?.hash) throw notFound('The check has no score');
      const basis = storedBasis.parse(row.basis);
      const profile = await profileOf(member.organizationId, basis.profile);
      if (!profile) throw conflict('The risk profile of the check is not stored any more');
      const { blockchain, asset } = transfer;
      const scored = await scores.score(
        { ...subjectOf(transfer), blockchain, asset, height: basis.height ?? undefined },
        { profile, directory: basis.directory },
      );
      if (scored.hash !== score.hash) {
        throw conflict(
          'The score differs from that of the check, because stored blocks or clusters have changed',
        );
      }
      const text = recordText(scored.record);
      const isNamed = [...scored.hidden].some((each) => text.includes(JSON.stringify(each)));
      if (isNamed && !(await seesRestricted(member.organizationId))) {
        throw forbidden('The record names an entity that you have no access to');
      }
      return { text, hash: scored.hash };
    },

    /** Decides pending checks that are due: those of processes that have ended, and those that wait for a transaction. */
    async run(signal: AbortSignal): Promise<void> {
      for (;;) {
        const due = await claimChecks(kysely, now(), checksPerRun);
        await Promise.all(
          due.map((row) => {
            const isLate = now() - row.created_at.getTime() > waitMs;
            return settle(row, decisionOn(row.organization_id, transferOf(row), isLate));
          }),
        );
        if (due.length < checksPerRun || signal.aborted) return;
      }
    },
  };
}
