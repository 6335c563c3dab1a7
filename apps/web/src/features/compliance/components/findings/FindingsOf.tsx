import { Link } from '@tanstack/react-router';
import { useFindings } from '../../api/findings.ts';
import { FindingChange, FindingSeen } from './FindingChange.tsx';
import css from '../transaction/Panel.module.css';
import list from '../Findings.module.css';

/** Maximum number shown beside a transaction. */
const shown = 5;

/** Changes of a transaction caused by new labels, in its details; empty if there are none. */
export function FindingsOf({
  transactionId,
  organizationId,
}: {
  transactionId: string;
  organizationId: string;
}) {
  const { data, isPlaceholderData } = useFindings(organizationId, {
    status: 'all',
    transactionId,
    limit: shown,
  });
  if (!data || isPlaceholderData || data.findings.length === 0) return null;
  return (
    <section className={css.section}>
      <h3>
        <span>Label changes</span>
        <Link to="/home/compliance-screener/changes">All label changes</Link>
      </h3>
      <ul className={css.box} aria-label="Label changes">
        {data.findings.map((finding) => (
          <li key={finding._id}>
            <div className={list.main}>
              <div className={list.head}>
                <FindingSeen seen={finding.seen} />
              </div>
              <FindingChange finding={finding} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
