import {
  type BehaviorRules,
  type ObservedActivity,
  type Finding,
  type FormatAmount,
  grown,
  type SpentLot,
  type Spending,
  type Trace,
} from './rules.ts';

type Rule = BehaviorRules['peel_chain'];
interface Step {
  readonly spending: Spending;
  readonly remainder: SpentLot;
}

const million = 1_000_000n;

function totalOf(parts: readonly { amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Returns the output that continues a peel chain: one coin is spent into two outputs, and the larger one keeps enough and has
 * a different address than the coin. Undefined if the transaction isn't a step.
 */
export function peelRemainder(
  { spends, pays }: Spending,
  { keep }: Pick<Rule, 'keep'>,
): SpentLot | undefined {
  const [spent] = spends;
  const [first, second] = pays;
  if (spends.length !== 1 || pays.length !== 2 || !spent || !first || !second) return undefined;
  const larger = second.amount > first.amount ? second : first;
  if (larger.address === null || larger.address === spent.address) return undefined;
  return larger.amount * million >= (first.amount + second.amount) * BigInt(keep) ? larger : undefined;
}

/** Tests whether a step follows the previous one soon enough. */
export function peelsOn(before: Spending, after: Spending, { within }: Pick<Rule, 'within'>): boolean {
  return after.time - before.time <= within;
}

function chainFrom(start: Step, steps: ReadonlyMap<string, Step>, rule: Rule): Step[] {
  const chain = [start];
  const visited = new Set([start.spending.transaction]);
  for (let last = start; ; ) {
    const next = steps.get(last.remainder.id);
    if (!next || visited.has(next.spending.transaction) || !peelsOn(last.spending, next.spending, rule))
      break;
    visited.add(next.spending.transaction);
    chain.push(next);
    last = next;
  }
  return chain;
}

/**
 * Peel chain: step by step, a small part of one coin is paid out and the large remainder moves on soon to another address;
 * starts with a coin of the owner. Source: Meiklejohn et al., "A Fistful of Bitcoins" (2013), section 5, and Kappos et al.,
 * "How to Peel a Million" (2022): services and wallets make such chains too. The thresholds for remainder and time are ours,
 * chosen on demo networks (docs/concepts/evaluation.md).
 */
export function peelChain(
  { spendings }: ObservedActivity,
  rule: Rule,
  format: FormatAmount,
): Finding | undefined {
  const steps = new Map<string, Step>();
  for (const spending of spendings) {
    const remainder = peelRemainder(spending, rule);
    const [spent] = spending.spends;
    if (remainder && spent) steps.set(spent.id, { spending, remainder });
  }
  let longest: Step[] = [];
  for (const start of [...steps.keys()].toSorted()) {
    const first = steps.get(start);
    if (!first?.spending.own) continue;
    const chain = chainFrom(first, steps, rule);
    if (chain.length > longest.length) longest = chain;
  }
  if (longest.length < rule.least) return undefined;
  const traces = longest.map(({ spending, remainder }): Trace => {
    return { transaction: spending.transaction, amount: totalOf(spending.pays) - remainder.amount };
  });
  return {
    id: 'peel_chain',
    intensity: grown(longest.length, rule.least),
    traces,
    text: `${longest.length} steps in quick succession with one large change output each, ${format(totalOf(traces))} peeled off`,
  };
}
