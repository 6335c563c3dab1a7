import type { CallOutput, listRiskHistory } from '@hopscope/contract';

type Row = CallOutput<typeof listRiskHistory>['data'][number];

const states = {
  scored: 'scored',
  not_enough_seen: 'not enough seen',
  nothing_known: 'nothing known',
  not_covered: 'not covered',
  failed: 'failed',
} as const;

const listed = (names: readonly string[]): string => names.join(', ');

/** What differs from the answer before, as sentences; empty where there was none before. */
export function differenceSentences({ difference }: Pick<Row, 'difference'>): string[] {
  if (!difference) return [];
  const { state, score, came, went, changed } = difference;
  const sentences: string[] = [];
  if (state.before !== state.after)
    sentences.push(`${states[state.before]} before, ${states[state.after]} now`);
  if (score.before !== score.after)
    sentences.push(`score ${score.before ?? 'unknown'} before, ${score.after ?? 'unknown'} now`);
  if (came.length > 0) sentences.push(`new: ${listed(came.map(({ name, points }) => `${name} +${points}`))}`);
  if (went.length > 0)
    sentences.push(`gone: ${listed(went.map(({ name, points }) => `${name} −${points}`))}`);
  if (changed.length > 0)
    sentences.push(
      `changed: ${listed(changed.map(({ name, before, after }) => `${name} ${before} to ${after}`))}`,
    );
  return sentences;
}

/** Why a score was made. */
export function causeText({ cause, release }: Pick<Row, 'cause' | 'release'>): string {
  if (cause === 'asked') return 'Asked for';
  return release === null ? 'Directory changed' : `Release ${release} of the directory`;
}
