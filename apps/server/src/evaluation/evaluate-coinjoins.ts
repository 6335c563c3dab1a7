import type { TransactionKind } from '@hopscope/demo';
import { type CoinJoinStyle, coinJoinStyles, detectCoinJoin } from '@hopscope/risk';
import type { JudgedTransaction } from './demo-facts.ts';
import type { Ratio } from './ratio.ts';

/**
 * Styles that are a right name for a kind of the demo's rounds, the one to be found first. Its coordinator's rounds have the
 * form of no known software; rounds of makers have equal outputs also where nothing shows the makers.
 */
const rightNames: Partial<Record<TransactionKind, readonly CoinJoinStyle[]>> = {
  coinjoin_equal_output: ['equal_output', 'wasabi1'],
  coinjoin_pool: ['whirlpool'],
  coinjoin_maker_taker: ['joinmarket', 'equal_output'],
};

export interface JudgedStyle {
  readonly style: CoinJoinStyle;
  /** Of what has this name, how much is a round of this style. */
  readonly precision: Ratio;
  /** Of the rounds of this style, how many have the name. */
  readonly recall: Ratio;
}

export interface JudgedCoinJoins {
  readonly styles: readonly JudgedStyle[];
  /** Whatever the name: CoinJoin or not. */
  readonly precision: Ratio;
  readonly recall: Ratio;
  /** Rounds of which it cannot be told. */
  readonly undecided: Ratio;
  /** Consolidations and batch payouts that were taken for CoinJoins. */
  readonly confused: Ratio;
}

/** What the detectors say of the demo's transactions against what they are. */
export function judgeCoinJoins(transactions: readonly JudgedTransaction[]): JudgedCoinJoins {
  const said = transactions.map(({ tx, kind }) => {
    const verdict = detectCoinJoin(tx);
    const style = verdict.is === 'coinjoin' ? verdict.style : undefined;
    return { kind, is: verdict.is, style, names: rightNames[kind] };
  });
  const count = (matches: (one: (typeof said)[number]) => boolean): number => said.filter(matches).length;
  const ordinary = (kind: TransactionKind): boolean => kind === 'consolidation' || kind === 'batch_payout';
  const rounds = count(({ names }) => names !== undefined);
  const right = count(({ style, names }) => style !== undefined && names !== undefined);
  return {
    styles: coinJoinStyles.map((style): JudgedStyle => {
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
