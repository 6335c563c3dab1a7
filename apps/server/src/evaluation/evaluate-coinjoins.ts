import type { TransactionKind } from '@hopscope/demo';
import { type CoinJoinStyle, coinJoinStyles, detectCoinJoin } from '@hopscope/risk';
import type { LabeledTransaction } from './demo-facts.ts';
import type { Ratio } from './ratio.ts';

/**
 * Correct styles by type of round, the expected one first. Rounds of the demo coordinator have the form of no known software;
 * rounds of makers and takers have equal outputs even if the makers can't be identified.
 */
const rightNames: Partial<Record<TransactionKind, readonly CoinJoinStyle[]>> = {
  coinjoin_equal_output: ['equal_output', 'wasabi1'],
  coinjoin_pool: ['whirlpool'],
  coinjoin_maker_taker: ['joinmarket', 'equal_output'],
};

export interface StyleQuality {
  readonly style: CoinJoinStyle;
  /** Transactions detected as this style that are rounds of this style. */
  readonly precision: Ratio;
  /** Rounds of this style that are detected as this style. */
  readonly recall: Ratio;
}

export interface CoinJoinQuality {
  readonly styles: readonly StyleQuality[];
  /** CoinJoin or not, regardless of the style. */
  readonly precision: Ratio;
  readonly recall: Ratio;
  /** Undecided rounds. */
  readonly undecided: Ratio;
  /** Consolidations and batch payouts mistaken for CoinJoins. */
  readonly confused: Ratio;
}

/** Compares detected CoinJoins with the types of transactions that the simulation records. */
export function evaluateCoinJoins(transactions: readonly LabeledTransaction[]): CoinJoinQuality {
  const verdicts = transactions.map(({ tx, kind }) => {
    const verdict = detectCoinJoin(tx);
    const style = verdict.is === 'coinjoin' ? verdict.style : undefined;
    return { kind, is: verdict.is, style, names: rightNames[kind] };
  });
  const count = (matches: (one: (typeof verdicts)[number]) => boolean): number =>
    verdicts.filter(matches).length;
  const ordinary = (kind: TransactionKind): boolean => kind === 'consolidation' || kind === 'batch_payout';
  const rounds = count(({ names }) => names !== undefined);
  const right = count(({ style, names }) => style !== undefined && names !== undefined);
  return {
    styles: coinJoinStyles.map((style): StyleQuality => {
      const hits = count((one) => one.style === style && (one.names?.includes(style) ?? false));
      const found = count((one) => one.style === style && one.names?.[0] === style);
      return {
        style,
        precision: { right: hits, of: count((one) => one.style === style) },
        recall: { right: found, of: count(({ names }) => names?.[0] === style) },
      };
    }),
    precision: { right, of: count(({ style }) => style !== undefined) },
    recall: { right, of: rounds },
    undecided: { right: count(({ is, names }) => is === 'unknown' && names !== undefined), of: rounds },
    confused: {
      right: count(({ kind, style }) => ordinary(kind) && style !== undefined),
      of: count(({ kind }) => ordinary(kind)),
    },
  };
}
