import { type DepositActivity, suggestDeposit } from '@hopscope/risk';
import type { DemoFacts, LabeledTransaction } from './demo-facts.ts';
import type { Ratio } from './ratio.ts';

interface Seen {
  receipts: number;
  spends: number;
  readonly sweeps: Map<string, number>;
  readonly paidBy: Map<string, number>;
}

export interface DepositQuality {
  /** Suggestions that name the right owner. */
  readonly precision: Ratio;
  /** Suggestions with the highest confidence that name the right owner. */
  readonly surest: Ratio;
  /** Unlisted deposit addresses of entities with suggestions that are suggested. */
  readonly recall: Ratio;
}

const highest = 90;

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Collects the activity of every unlisted address, with the entities that the directory names. */
function activityOf(
  transactions: readonly LabeledTransaction[],
  attributed: ReadonlyMap<string, string>,
): Map<string, Seen> {
  const activity = new Map<string, Seen>();
  const of = (key: string): Seen => {
    const seen = activity.get(key) ?? { receipts: 0, spends: 0, sweeps: new Map(), paidBy: new Map() };
    activity.set(key, seen);
    return seen;
  };
  for (const { tx } of transactions) {
    const payers = new Set(tx.inputs.flatMap(({ key }) => (key === undefined ? [] : [key])));
    const paid = tx.outputs.filter(({ type }) => type !== 'op_return').map(({ key }) => key);
    const targets = new Set(paid.map((key) => (key === undefined ? undefined : attributed.get(key))));
    const [target] = targets;
    for (const key of payers) {
      if (attributed.has(key)) continue;
      of(key).spends++;
      if (targets.size === 1 && target !== undefined) add(of(key).sweeps, target);
    }
    const sources = new Set([...payers].flatMap((key) => attributed.get(key) ?? []));
    for (const key of new Set(paid)) {
      if (key === undefined || attributed.has(key)) continue;
      of(key).receipts++;
      for (const source of sources) add(of(key).paidBy, source);
    }
  }
  return activity;
}

/** Compares deposit addresses suggested from an imperfect directory with the owners of addresses. */
export function evaluateDeposits({ transactions, owners, attributed }: DemoFacts): DepositQuality {
  const counts = { right: 0, of: 0, surestRight: 0, surest: 0, swept: 0 };
  const suggested = new Set<string>();
  const swept: string[] = [];
  for (const [key, { receipts, spends, sweeps, paidBy }] of activityOf(transactions, attributed)) {
    const [entity] = [...sweeps].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    if (entity === undefined) continue;
    const owner = owners.get(key)?.entity;
    if (owner === entity) swept.push(entity);
    const given: DepositActivity = {
      receipts,
      spends,
      sweeps: sweeps.get(entity) ?? 0,
      receiptsFromEntity: paidBy.get(entity) ?? 0,
    };
    const suggestion = suggestDeposit(given);
    if (!suggestion) continue;
    suggested.add(entity);
    const right = owner === entity ? 1 : 0;
    counts.of++;
    counts.right += right;
    if (suggestion.confidence < highest) continue;
    counts.surest++;
    counts.surestRight += right;
  }
  return {
    precision: { right: counts.right, of: counts.of },
    surest: { right: counts.surestRight, of: counts.surest },
    recall: { right: counts.right, of: swept.filter((entity) => suggested.has(entity)).length },
  };
}
