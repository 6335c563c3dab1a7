import { ascending, descending, type ScriptType } from '@hopscope/domain';
import fc from 'fast-check';
import { transactionOf } from '../transaction.fixture.ts';
import type { RiskTransaction } from '../transaction.ts';

/** Transactions that software makes by the rules of its protocol, of random amounts. Each builder says whose rules these are. */

/** Amounts of every size, satoshis: as many between 100,000 and a million as between a million and ten. */
function spread(least: number, most: number): fc.Arbitrary<bigint> {
  return fc
    .double({ min: Math.log(least), max: Math.log(most), noNaN: true })
    .map((power) => BigInt(Math.max(least, Math.floor(Math.exp(power)))));
}

const shuffled = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...list], { minLength: list.length });

/** Cuts an amount into so many coins of different sizes. */
function coins(total: bigint, cuts: readonly number[]): bigint[] {
  let rest = total;
  const found = cuts.map((share) => {
    const part = (rest * BigInt(share)) / 100n;
    rest -= part;
    return part;
  });
  return [...found, rest];
}

const cutsInto = (least: number, most: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 20, max: 80 }), { minLength: least - 1, maxLength: most - 1 });

const offer = fc.oneof(
  // yield generator as it comes: 0.002% of the amount or 500 satoshis, varied by a tenth
  fc.integer({ min: 18, max: 22 }).map((fee) => (amount: bigint) => (amount * BigInt(fee)) / 1_000_000n),
  fc.bigInt(450n, 550n).map((fee) => () => fee),
);

type Span = readonly [least: number, most: number];

/** Rounds to be made: how many makers, how many coins each brings at most, satoshis of the equal outputs and of change. */
export interface Market {
  readonly makers: Span;
  readonly coins: number;
  readonly amount: Span;
  readonly change: Span;
}

/**
 * JoinMarket (joinmarket-clientserver: `taker.py`, `maker.py`, `yieldgenerator.py`): a taker and makers, each with an equal
 * output and change of at least 27,300 satoshis; the taker pays makers and miners, may send all it has, to any script; inputs
 * and outputs are shuffled. All wallets have one script type. Change of just the amount would be an equal output: there is none.
 */
export function joinMarketRounds(market: Market): fc.Arbitrary<RiskTransaction> {
  const left = spread(...market.change);
  const maker = fc.record({ change: left, cuts: cutsInto(1, market.coins), offer });
  return fc
    .record({
      value: spread(...market.amount),
      makers: fc.array(maker, { minLength: market.makers[0], maxLength: market.makers[1] }),
      taker: fc.record({ change: left, cuts: cutsInto(1, 4) }),
      sweeps: fc.boolean(),
      miners: fc.bigInt(500n, 30_000n),
      type: fc.constantFrom<ScriptType>('p2wpkh', 'p2sh', 'p2pkh'),
      foreign: fc.constantFrom<ScriptType | undefined>(undefined, 'p2tr', 'p2pkh'),
    })
    .chain(({ value, makers: sellers, taker, sweeps, miners, type, foreign }) => {
      const changeOf = (change: bigint): bigint => (change === value ? change + 1n : change);
      const earned = sellers.map((seller) => seller.offer(value));
      const inputs = sellers.flatMap(({ change, cuts }, i) =>
        coins(value + changeOf(change) - (earned[i] ?? 0n), cuts),
      );
      const rest = sweeps ? [] : [changeOf(taker.change)];
      const paid = earned.reduce((sum, fee) => sum + fee, miners);
      inputs.push(...coins(value + paid + (rest[0] ?? 0n), taker.cuts));
      const outputs = sellers.flatMap((seller) => [value, changeOf(seller.change)]);
      const sent = foreign === undefined ? { value } : { value, type: foreign };
      return fc
        .tuple(shuffled(inputs), shuffled([...outputs, ...rest, sent]))
        .map(([from, to]) => transactionOf(from, to, type));
    });
}

/**
 * No CoinJoin: a wallet pays several people the same and as many others, or one fewer, something else, from any coins it has,
 * each of an address of its own. It has JoinMarket's form but for what is in the inputs.
 */
export function payoutsOfThatForm(): fc.Arbitrary<RiskTransaction> {
  return fc
    .record({
      value: spread(100_000, 2_000_000_000),
      others: fc.array(spread(27_300, 5_000_000_000), { minLength: 2, maxLength: 9 }),
      fewer: fc.boolean(),
      shares: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 10, maxLength: 30 }),
      miners: fc.bigInt(500n, 30_000n),
    })
    .map(({ value, others, fewer, shares, miners }) => {
      const equal = Array.from({ length: others.length + (fewer ? 1 : 0) }, () => value);
      const outputs = [...equal, ...others];
      const total = outputs.reduce((sum, out) => sum + out, miners);
      const parts = BigInt(shares.reduce((sum, share) => sum + share, 0));
      return transactionOf(
        shares.map((share) => (total * BigInt(share)) / parts + 1n),
        outputs,
      );
    });
}

const pools = [
  { size: 100_000n, fee: 5_000n },
  { size: 1_000_000n, fee: 50_000n },
  { size: 5_000_000n, fee: 175_000n },
  { size: 50_000_000n, fee: 1_750_000n },
];

/**
 * Whirlpool's Tx0 (whirlpool-client, `Tx0Service.buildTx0`): one wallet cuts its coins into equal parts, each a little more
 * than a pool's amount for the miners of the mix; beside them the coordinator's fee (less, or to the wallet itself, with a
 * code), change unless nothing is left, and one data output; all P2WPKH, outputs ascending (BIP69).
 */
export function whirlpoolPreparations(): fc.Arbitrary<RiskTransaction> {
  return fc
    .record({
      pool: fc.constantFrom(...pools),
      premium: fc.bigInt(102n, 9_500n),
      parts: fc.integer({ min: 1, max: 70 }),
      discount: fc.constantFrom(0n, 25n, 50n, 90n),
      change: fc.option(spread(600, 5_000_000_000), { nil: undefined }),
      miners: fc.bigInt(300n, 50_000n),
      cuts: cutsInto(1, 12),
    })
    .map(({ pool, premium, parts, discount, change, miners, cuts }) => {
      const values = Array.from({ length: parts }, () => pool.size + premium);
      values.push((pool.fee * (100n - discount)) / 100n);
      if (change !== undefined) values.push(change);
      const total = values.reduce((sum, value) => sum + value, miners);
      const paid = values.toSorted(ascending);
      return transactionOf(coins(total, cuts), [{ value: 0n, type: 'op_return' }, ...paid]);
    });
}

/** Standard amounts of WabiSabi from 5,000 satoshis to 100 BTC, ascending. */
const standardAmounts: readonly bigint[] = [
  ...new Set(
    [
      [2n, 1n],
      [3n, 1n],
      [3n, 2n],
      [10n, 1n],
      [10n, 2n],
      [10n, 5n],
    ].flatMap(([base = 1n, step = 1n]) =>
      Array.from({ length: 40 }, (_, i) => step * base ** BigInt(i)).filter(
        (value) => value >= 5_000n && value <= 10_000_000_000n,
      ),
    ),
  ),
].toSorted((a, b) => (a < b ? -1 : 1));

/** Cuts what somebody has into standard amounts, each at most what is left; the rest is change, or the miners' below 5,000. */
function decompose(total: bigint, amounts: readonly bigint[], luck: readonly number[]): bigint[] {
  const parts: bigint[] = [];
  let rest = total;
  for (const share of luck) {
    const fitting = amounts.filter((amount) => amount <= rest && amount * 3n >= rest);
    const part = fitting[share % Math.max(1, fitting.length)];
    if (part === undefined) break;
    parts.push(part);
    rest -= part;
  }
  return rest >= 5_000n ? [...parts, rest] : parts;
}

/**
 * Wasabi 2 (WalletWasabi: `AmountDecomposer`, `DenominationBuilder`, `SigningState`): wallets register coins, and take out
 * standard amounts and change, of P2WPKH or P2TR; inputs and outputs stand from the largest to the smallest. `wallets`: how
 * many, from and to. A wallet brings one to four coins.
 */
export function wabiSabiRounds(
  wallets: readonly [least: number, most: number],
): fc.Arbitrary<RiskTransaction> {
  const wallet = fc.record({
    coins: fc.array(spread(20_000, 500_000_000), { minLength: 1, maxLength: 4 }),
    luck: fc.array(fc.nat(100), { minLength: 3, maxLength: 7 }),
  });
  return fc
    .tuple(
      fc.array(wallet, { minLength: wallets[0], maxLength: wallets[1] }),
      fc.infiniteStream(fc.constantFrom<ScriptType>('p2wpkh', 'p2tr')),
    )
    .map(([all, types]) => {
      const typed = (values: readonly bigint[]): { value: bigint; type: ScriptType }[] =>
        values.toSorted(descending).map((value) => ({ value, type: types.next().value }));
      const outputs = all.flatMap(({ coins: own, luck }) =>
        decompose(
          own.reduce((sum, coin) => sum + coin - 500n, 0n),
          standardAmounts,
          luck,
        ),
      );
      return transactionOf(typed(all.flatMap(({ coins: own }) => own)), typed(outputs));
    });
}
