import type { Blockchain } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { profileVersion, type RiskProfile, verdictOf } from '@hopscope/risk';
import { AppError, isMalformed } from '../../../lib/app-error.ts';
import { hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import type { Score, Scored } from '../../risk/scores/score.service.ts';
import type { RiskQuestion } from '../../risk/scores/subjects.ts';
import { indirectExposureOf } from './indirect-exposure.ts';
import type { Basis, IndirectExposure } from '../transactions/screening-result.ts';
import type { Reading } from './read-counterparty-flows.ts';
import type { DueRow } from './screening.store.ts';
import { hashOf } from '../transactions/compliance.presenter.ts';

/** Maximum number of input addresses scored for an unconfirmed transaction. */
const mostSenders = 10;

export interface Outcome {
  readonly screening: 'scored' | 'not_enough_seen' | 'nothing_known' | 'not_covered';
  /** 0 to 100; null unless `scored`. */
  readonly score: number | null;
  readonly basis: Basis | null;
  /** Version of the risk profile that it is by; null without `basis`. */
  readonly profile: string | null;
  /** Dependency keys (`../../risk/scores/dependency-keys.ts`); null if there are too many. */
  readonly dependencies: readonly bigint[] | null;
  /** Indirect exposure; null: unknown, or outgoing. */
  readonly indirect: IndirectExposure | null;
}

export const notCovered: Outcome = {
  screening: 'not_covered',
  score: null,
  basis: null,
  profile: null,
  dependencies: [],
  indirect: null,
};

/** Subject of a score: the transaction, or one of its input addresses. */
interface Asked {
  readonly of: Basis['of'];
  /** Where there are several: a contract, or `ETH`. */
  readonly asset?: string;
  readonly direction: DueRow['direction'];
}

function outcomeOf(scored: Scored, { of, asset, direction }: Asked): Outcome {
  const { record, hash, dependencies } = scored;
  const { profile } = record.answer;
  // For direct counterparties only, the score itself determines whether they are sufficient.
  const { state, overall100, reason } = of === 'sides' ? record.answer : verdictOf(record.answer);
  if (state === 'failed') throw new Error(`A score failed: ${reason ?? ''}`);
  return {
    screening: state,
    score: overall100,
    basis: {
      height: record.basis.ledger?.height ?? null,
      directoryVersion: record.basis.directory.version,
      of,
      ...(asset !== undefined && { asset }),
      hash,
    },
    profile: profile.version,
    dependencies: dependencies && [...dependencies],
    indirect: of === 'transaction' && direction === 'in' ? indirectExposureOf(scored) : null,
  };
}

/** Dependencies of all of them together; complete if each one’s are and all were scored. */
function together(outcomes: readonly Outcome[], all: boolean): IndirectExposure | null {
  const known = outcomes.flatMap(({ indirect }) => indirect ?? []);
  if (known.length === 0) return null;
  return {
    isComplete: all && known.length === outcomes.length && known.every(({ isComplete }) => isComplete),
    items: known.flatMap(({ items }) => items),
  };
}

/** Returns the decisive outcome: the highest score, otherwise the most specific state. Depends on the dependencies of all. */
function highest(outcomes: readonly Outcome[], all: boolean): Outcome {
  const [first] = outcomes.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
  if (!first) return notCovered;
  const dependencies = outcomes.some((each) => each.dependencies === null)
    ? null
    : outcomes.flatMap((each) => each.dependencies ?? []);
  const lacking = (screening: Outcome['screening']) => outcomes.find((each) => each.screening === screening);
  const found =
    first.score === null ? (lacking('not_enough_seen') ?? lacking('nothing_known') ?? first) : first;
  return { ...found, dependencies, indirect: together(outcomes, all) };
}

/** Scores transactions, each subject once: several organizations can monitor the same one. */
export function createTransactionScores(
  score: Score,
  remote: Readonly<Record<Blockchain, boolean>>,
  signal: AbortSignal,
) {
  const answers = new Map<string, Promise<Scored>>();

  async function ask(
    question: RiskQuestion,
    profile: RiskProfile,
    { of, direction }: Asked,
  ): Promise<Scored> {
    const direct = of === 'sides' ? direction : undefined;
    const name = JSON.stringify([question, direct, profileVersion(profile)]);
    const answer = answers.get(name) ?? score(question, { profile, direct, signal });
    answers.set(name, answer);
    return answer;
  }

  /** Not covered: a ledger of single addresses, or a token without decimals. */
  async function outcome(question: RiskQuestion, profile: RiskProfile, asked: Asked): Promise<Outcome> {
    try {
      return outcomeOf(await ask(question, profile, asked), asked);
    } catch (error) {
      if (isMalformed(error) || (error instanceof AppError && error.code === 'not_covered')) {
        return notCovered;
      }
      throw error;
    }
  }

  return {
    /**
     * Confirmed: scores the transaction in each asset that moved the same way, or only its direct counterparties if reported
     * by a remote provider. Unconfirmed: scores the input addresses. The highest score counts.
     */
    async of(
      { chain, presence, txid, contract, direction }: DueRow,
      { senders, others, othersComplete }: Reading,
      profile: RiskProfile,
    ): Promise<Outcome> {
      if (presence === 'confirmed') {
        const identifier = hashOf({ chain }, txid);
        const same = others.filter((other) => other.direction === direction);
        const contracts = [contract && hexOf(contract), ...same.map((other) => other.contract)];
        const scored: Outcome[] = [];
        for (const asset of contracts) {
          const question: RiskQuestion = {
            identifier,
            type: 'transaction',
            blockchain: chain,
            asset: asset ?? undefined,
          };
          const named = contracts.length > 1 && { asset: asset ?? chains[chain].coin.symbol };
          const of = remote[chain] ? 'sides' : 'transaction';
          scored.push(await outcome(question, profile, { of, ...named, direction }));
        }
        return highest(scored, othersComplete);
      }
      const outcomes: Outcome[] = [];
      for (const identifier of senders.slice(0, mostSenders)) {
        const question: RiskQuestion = { identifier, type: 'address', blockchain: chain };
        outcomes.push(await outcome(question, profile, { of: 'senders', direction }));
      }
      return highest(outcomes, senders.length <= mostSenders);
    },
  };
}

export type TransactionScores = ReturnType<typeof createTransactionScores>;
