import { Link } from '@tanstack/react-router';
import { useFindings } from '../../api/findings.ts';
import { FindingChange, FindingSeen } from './FindingChange.tsx';
import css from '../transaction/Panel.module.css';
import list from '../Findings.module.css';

/** How many are shown beside a transaction. */
const shown = 5;

/** What new labels changed of one transaction, in its details; nothing where nothing did. */
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
