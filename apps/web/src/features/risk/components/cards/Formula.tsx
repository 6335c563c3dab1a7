import type { RiskScore } from '@hopscope/contract';
import { formulaOf } from '../../model/score-text.ts';
import css from './Formula.module.css';

/** The calculation of the score from its parts, in full. */
export function Formula({ score }: { score: RiskScore }) {
  const lines = formulaOf(score);
  if (lines.length === 0) return null;
  return (
    <div role="group" aria-label="Score calculation" className={css.formula}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
