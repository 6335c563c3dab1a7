import type { CallOutput, listRiskHistory } from '@hopscope/contract';

type Row = CallOutput<typeof listRiskHistory>['data'][number];

const states = {
  scored: 'scored',
  not_enough_seen: 'insufficient data',
  nothing_known: 'no data',
  not_covered: 'not in the ledger',
  failed: 'failed',
} as const;

const joined = (names: readonly string[]): string => names.join(', ');

/** Returns differences from the previous score; empty for the first one. */
export function differenceSentences({ difference }: Pick<Row, 'difference'>): string[] {
  if (!difference) return [];
  const { state, score, came, went, changed } = difference;
  const sentences: string[] = [];
  if (state.before !== state.after) sentences.push(`State: ${states[state.before]} → ${states[state.after]}`);
  if (score.before !== score.after)
    sentences.push(`Score: ${score.before ?? 'unknown'} → ${score.after ?? 'unknown'}`);
  if (came.length > 0)
    sentences.push(`Added: ${joined(came.map(({ name, points }) => `${name} +${points}`))}`);
  if (went.length > 0)
    sentences.push(`Removed: ${joined(went.map(({ name, points }) => `${name} −${points}`))}`);
  if (changed.length > 0)
    sentences.push(
      `Changed: ${joined(changed.map(({ name, before, after }) => `${name} ${before} → ${after}`))}`,
    );
  return sentences;
}

/** Returns the cause of a score. */
export function causeText({ cause, release }: Pick<Row, 'cause' | 'release'>): string {
  if (cause === 'asked') return 'Requested';
  return release === null ? 'Directory changed' : `Directory release ${release}`;
}
