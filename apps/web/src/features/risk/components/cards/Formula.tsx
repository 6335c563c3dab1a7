import type { RiskScore } from '@hopscope/contract';
import { formulaOf } from '../../model/score-text.ts';
import css from './Formula.module.css';

/** How the parts come to the score: whoever multiplies gets the number. */
export function Formula({ score }: { score: RiskScore }) {
  const lines = formulaOf(score);
  if (lines.length === 0) return null;
  return (
    <div role="group" aria-label="How the score comes about" className={css.formula}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
