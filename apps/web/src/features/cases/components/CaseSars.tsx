import type { CaseDetails } from '@hopscope/contract';
import { Card } from '../../../ui/Card.tsx';
import css from './Cases.module.css';

/** Reports to an authority that begin from a case. */
export function CaseSars({ found }: { found: CaseDetails }) {
  return (
    <Card title="Suspicious activity reports">
      <p className={css.muted}>
        <a href={`/home/sars?case=${found._id}`}>Reports of this case</a>
      </p>
    </Card>
  );
}
