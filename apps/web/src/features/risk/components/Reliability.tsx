import { defaultLevelBounds, riskLevelOf } from '@hopscope/domain';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { riskMark } from '../../../shared/risk/risk-colors.ts';
import type { Evaluation } from '../api/evaluation.ts';
import { shareText } from '../model/measured.ts';
import css from './Reliability.module.css';

/**
 * Bar chart of the share of illicit addresses per score range of ten points. Measured with the default profile,
 * regardless of the organization's own.
 */
export function Reliability({ bins }: { bins: Evaluation['reliability'] }) {
  const { count } = useFormats();
  return (
    <ul className={css.bins} aria-label="Illicit addresses by score">
      {bins.map(({ from, bad }) => (
        <li key={from}>
          <span className={css.score}>
            {from} to {from === 90 ? 100 : from + 9}
          </span>
          <span className={css.track} aria-hidden="true">
            <i
              style={{
                width: `${(bad.value ?? 0) * 100}%`,
                background: riskMark(riskLevelOf(from, defaultLevelBounds)),
              }}
            />
          </span>
          <span className={css.words}>{shareText(bad, count)}</span>
        </li>
      ))}
    </ul>
  );
}
