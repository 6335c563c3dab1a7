import type { ComplianceTransaction } from '@hopscope/contract';

/** Transactions of a page with one client, counterparty, and direction: usually one decision. */
export interface Story {
  /** Stable while the page changes. */
  readonly key: string;
  /** In the order of the page. */
  readonly rows: readonly ComplianceTransaction[];
}

/** Returns what the transactions of a story share; undefined without a counterparty. */
function keyOf({ clientId, address, direction, counterparties }: ComplianceTransaction): string | undefined {
  const [first] = counterparties;
  return first && [direction, clientId ?? address, first.entityId ?? first.address].join('\n');
}

/** Returns the transactions of a page by story, in the order of the first of each. */
export function storiesOf(rows: readonly ComplianceTransaction[]): readonly Story[] {
  const found = Map.groupBy(rows, (row) => keyOf(row) ?? row._id);
  return [...found].map(([key, all]) => ({ key, rows: all }));
}

/** Returns the highest score of a story with its level, or a transaction without one. */
export function riskiestOf({ rows }: Story): ComplianceTransaction | undefined {
  const scoreOf = ({ riskScores }: ComplianceTransaction): number => Math.max(-1, ...riskScores);
  return rows.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0];
}
