import { type AlertRuleInput, alertLimits } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton, TableFoot } from '../../../ui/display/RowTable.tsx';
import { StepPager } from '../../../ui/display/StepPager.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { useDryRun } from '../api/alert-rules.ts';
import css from './SavedConfigurations.module.css';

const title = `Result for the last ${alertLimits.dryRunDays} days`;

function DryRunResult({ organizationId, rule }: { organizationId: string; rule: AlertRuleInput }) {
  const { count, counted } = useFormats();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useDryRun(organizationId, rule, page);
  if (error) return <LoadFailure title="The test failed" error={error} onRetry={refetch} />;
  if (!data) return <RowTableSkeleton rows={3} kind="facts" />;
  const result = (
    <div className={css.none}>
      <p role="status">{data.total === 0 ? 'No alerts' : counted(data.total, 'alert')}</p>
      {data.notKnown > 0 && (
        <p>
          Undetermined: {counted(data.notKnown, 'transaction')}. Their indirect counterparties were not stored
          or not fully traced.
        </p>
      )}
    </div>
  );
  if (data.total === 0) return result;
  const first = (data.page - 1) * data.limit;
  return (
    <>
      {result}
      <List label={title}>
        {data.data.map(({ transactionId, message, timestamp, withdrawn }) => (
          <ListItem
            key={transactionId}
            title={
              <Link to="/home/compliance-screener" search={{ transaction: transactionId }}>
                {message}
              </Link>
            }
            text={
              <>
                <Time seconds={Date.parse(timestamp) / 1000} to="minute" />
                {withdrawn && ' · Withdrawn'}
              </>
            }
          />
        ))}
      </List>
      <TableFoot
        pager={<StepPager page={page} totalPages={Math.ceil(data.total / data.limit)} onChange={setPage} />}
      >
        {count(first + 1)}–{count(first + data.data.length)} of {counted(data.total, 'alert')}
      </TableFoot>
    </>
  );
}

/** Lists the alerts that the rule in the form would have raised. */
export function DryRun(props: { organizationId: string; rule: AlertRuleInput }) {
  return (
    <section className={css.saved} aria-label={title}>
      <header className={css.head}>
        <h3>{title}</h3>
      </header>
      <DryRunResult {...props} />
    </section>
  );
}
