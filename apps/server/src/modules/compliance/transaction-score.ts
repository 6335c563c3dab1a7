import { toHex } from '@hopscope/chain';
import { profileVersion, type RiskProfile } from '@hopscope/risk';
import { AppError } from '../../app-error.ts';
import { hexOf } from '../blockchain/ethereum-values.ts';
import type { Scored, Scores } from '../risk/score.service.ts';
import type { RiskQuestion } from '../risk/subjects.ts';
import type { Basis } from './kept-texts.ts';
import type { Reading } from './read-dealings.ts';
import type { DueRow } from './screening.store.ts';

/** Addresses that a waiting transaction spends from, of which a score is asked. */
const mostSenders = 10;

export interface Outcome {
  readonly screening: 'scored' | 'nothing_known' | 'not_covered';
  /** 0 to 100; null unless `scored`. */
  readonly score: number | null;
  readonly basis: Basis | null;
  /** Numbers of the names that it rests on (`../risk/met-names.ts`); null where there are too many to keep. */
  readonly met: readonly bigint[] | null;
}

const notCovered: Outcome = { screening: 'not_covered', score: null, basis: null, met: [] };

function outcomeOf({ record, hash, met }: Scored, of: Basis['of']): Outcome {
  const { state, overall100, reason, profile } = record.answer;
  if (state === 'failed') throw new Error(`A score failed: ${reason ?? ''}`);
  return {
    screening: state,
    score: overall100,
    basis: {
      height: record.basis.ledger?.height ?? null,
      directoryVersion: record.basis.directory.version,
      profile: profile.version,
      of,
      hash,
    },
    met: met && [...met],
  };
}

/** The one that counts: the highest score, else one that says most. It rests on what all of them met. */
function highest(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
  if (!first) return notCovered;
  const met = outcomes.some((each) => each.met === null) ? null : outcomes.flatMap((each) => each.met ?? []);
  if (first.score !== null) return { ...first, met };
  return { ...(outcomes.find(({ screening }) => screening === 'nothing_known') ?? first), met };
}

/** Scores of transactions, each question asked once: several organisations may have dealt with one. */
export function createTransactionScores(scores: Scores, signal: AbortSignal) {
  const asked = new Map<string, Promise<Scored>>();

  async function ask(question: RiskQuestion, profile: RiskProfile): Promise<Scored> {
    const name = JSON.stringify([question, profileVersion(profile)]);
    const answer = asked.get(name) ?? scores.score(question, { profile, signal });
    asked.set(name, answer);
    return answer;
  }

  /** What a ledger of single addresses, or a token without decimals, cannot be asked is not covered. */
  async function outcome(question: RiskQuestion, profile: RiskProfile, of: Basis['of']): Promise<Outcome> {
    try {
      return outcomeOf(await ask(question, profile), of);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'not_covered' || error.status === 400)) {
        return notCovered;
      }
      throw error;
    }
  }

  return {
    /** In a block: the transaction itself. Before that: the addresses that it spends from, of which the highest score counts. */
    async of(
      { chain, presence, txid, contract }: DueRow,
      { senders }: Reading,
      profile: RiskProfile,
    ): Promise<Outcome> {
      if (presence === 'confirmed') {
        const identifier = chain === 'bitcoin' ? toHex(txid) : hexOf(txid);
        const asset = contract ? hexOf(contract) : undefined;
        return outcome({ identifier, type: 'transaction', blockchain: chain, asset }, profile, 'transaction');
      }
      const outcomes: Outcome[] = [];
      for (const identifier of senders.slice(0, mostSenders)) {
        outcomes.push(await outcome({ identifier, type: 'address', blockchain: chain }, profile, 'senders'));
      }
      return highest(outcomes);
    },
  };
}

export type TransactionScores = ReturnType<typeof createTransactionScores>;
