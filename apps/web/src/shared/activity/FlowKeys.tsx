import { levelNames } from '../../lib/risk/risk-level.ts';
import { Row } from '../../ui/layout/Row.tsx';
import { riskMark } from '../risk/risk-colors.ts';
import css from './FlowPicture.module.css';

/** Colors of bands by level. */
export function FlowKeys() {
  return (
    <Row gap={12} wrap>
      {(['high', 'medium', 'low'] as const).map((level) => (
        <span key={level} className={css.key}>
          <i style={{ background: riskMark(level) }} aria-hidden="true" />
          {levelNames[level]}
        </span>
      ))}
    </Row>
  );
}
