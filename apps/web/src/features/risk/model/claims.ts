import type { CallOutput, getRiskEvaluation } from '@hopscope/contract';
import { plural } from '@hopscope/domain';

type Evaluation = CallOutput<typeof getRiskEvaluation>['data'];
type Share = Evaluation['direct']['high'];

/** Quantile of the normal distribution for 95%. */
const z = 1.96;

/** Returns the 95% interval of a share (E. B. Wilson, 1927); undefined without cases. */
export function intervalOf({ right, of }: Share): { from: number; to: number } | undefined {
  if (of === 0) return undefined;
  const share = right / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return { from: Math.max(0, (middle - half) / scale), to: Math.min(1, (middle + half) / scale) };
}

/** Returns a share as a number of a round number of cases: `all of 266`, `7 in 1,000`. */
export function inWords({ right, of }: Share, count: (value: number) => string): string {
  if (of === 0) return 'not measurable';
  if (right === of) return `all of ${count(of)}`;
  if (right === 0) return `none of ${count(of)}`;
  const base = right / of < 0.1 ? 1000 : 100;
  return `${count(Math.round((right / of) * base))} in ${count(base)}`;
}

/** A comparison of an illicit and a clean address: how often the illicit one has the higher score. */
export interface Ranking {
  readonly key: string;
  readonly name: string;
  readonly value: number | null;
}

/** Returns how often illicit addresses score higher than clean ones, by distance, with and without missing labels. */
export function rankingsOf({ auc }: Pick<Evaluation, 'auc'>): Ranking[] {
  return auc.flatMap(({ hops, value, perfectDirectory }) => [
    { key: `${hops}`, name: `${hops} ${plural(hops, 'hop')} away`, value },
    {
      key: `${hops} all`,
      name: `${hops} ${plural(hops, 'hop')} away, all labels known`,
      value: perfectDirectory,
    },
  ]);
}
