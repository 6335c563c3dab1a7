import type { RiskLevel } from '@hopscope/domain';
import { riskMark } from '../../../shared/risk/risk-colors.ts';
import type { PairFlow } from './entity-matrix.ts';

/** What the pictures of flows have in common. */
export interface FlowsShown {
  /** Entities by ID, largest flows first. */
  ids: readonly string[];
  flows: readonly PairFlow[];
  names: ReadonlyMap<string, string>;
  levels: ReadonlyMap<string, RiskLevel> | undefined;
  /** Text of a flow. */
  textOf: (flow: PairFlow) => string;
  chosen: string | undefined;
  onChoose: (pair: string) => void;
}

export const pairOf = ({ from, to }: Pick<PairFlow, 'from' | 'to'>): string => `${from} ${to}`;

/** Returns the color of an entity: of its risk, if it has any. */
export function colorOf(id: string, levels: FlowsShown['levels']): string {
  const level = levels?.get(id);
  return level === 'high' || level === 'medium' ? riskMark(level) : 'var(--chart-1)';
}
