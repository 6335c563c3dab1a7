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

const title = `The last ${alertLimits.dryRunDays} days`;

function Found({ organizationId, rule }: { organizationId: string; rule: AlertRuleInput }) {
  const { count, counted } = useFormats();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useDryRun(organizationId, rule, page);
  if (error) return <LoadFailure title="The test failed" error={error} onRetry={refetch} />;
  if (!data) return <RowTableSkeleton rows={3} kind="facts" />;
  const raised = data.total === 0 ? 'no alert' : counted(data.total, 'alert');
  const said = (
    <div className={css.none}>
      <p role="status">It would have raised {raised}.</p>
      {data.notKnown > 0 && (
        <p>
          Of {counted(data.notKnown, 'transaction')} it is not known: who stands behind{' '}
          {data.notKnown === 1 ? 'it' : 'them'} was not kept, or could not be looked at in full.
        </p>
      )}
    </div>
  );
  if (data.total === 0) return said;
  const first = (data.page - 1) * data.limit;
  return (
    <>
      {said}
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

/** What the form as it stands would have raised. */
export function DryRun(props: { organizationId: string; rule: AlertRuleInput }) {
  return (
    <section className={css.saved} aria-label={title}>
      <header className={css.head}>
        <h3>{title}</h3>
      </header>
      <Found {...props} />
    </section>
  );
}
