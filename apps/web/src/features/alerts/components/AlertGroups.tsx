import type { AlertGroup, Organization } from '@hopscope/contract';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { StepPager } from '../../../ui/display/StepPager.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { useAlertGroups } from '../api/alerts.ts';
import type { AlertsView } from '../model/alerts-view.ts';
import { Filters, useSearchText } from './AlertsCard.tsx';
import { GroupMembers } from './GroupMembers.tsx';
import css from './AlertGroups.module.css';

function Group({ group, organization }: { group: AlertGroup; organization: Organization }) {
  const { counted } = useFormats();
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  const { address, count, latest, severity } = group;
  const title = latest.summary === '' ? latest.message : latest.summary;
  const seconds = (text: string): number => Date.parse(text) / 1000;
  return (
    <>
      <ListItem
        title={
          <>
            {title}{' '}
            {group.new > 0 ? <Tag tone="blue">{group.new} new</Tag> : <Tag tone="gray">Acknowledged</Tag>}
          </>
        }
        text={
          <>
            <RiskBadge level={severity} plain /> {counted(count, 'alert')} for {address},{' '}
            {count > 1 && (
              <>
                <Time seconds={seconds(group.firstAt)} to="minute" /> to{' '}
              </>
            )}
            <Time seconds={seconds(group.lastAt)} to="minute" />
          </>
        }
        actions={
          <Button
            size="small"
            icon={<Chevron size={14} strokeWidth={1.8} aria-hidden="true" />}
            label={`${open ? 'Close' : 'Open'}: ${title}, ${address}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Close' : 'Open'}
          </Button>
        }
      />
      {open && (
        <li className={css.members}>
          <GroupMembers group={group} organization={organization} />
        </li>
      )}
    </>
  );
}

/** All alerts, grouped by rule and monitored address within a day. */
export function AlertGroups({
  organization,
  view,
  onView,
}: {
  organization: Organization;
  view: AlertsView;
  onView: (change: AlertsView) => void;
}) {
  const { count, counted } = useFormats();
  const query = useAlertGroups(organization._id, view);
  const [text, setText] = useSearchText(view.search, (search) => onView({ search, page: undefined }));
  function reset() {
    setText('');
    onView({ search: undefined, severity: undefined, page: undefined });
  }
  return (
    <LoadedCard
      title="All Alerts"
      count={query.data && count(query.data.total)}
      extra={
        <Button size="small" onClick={() => onView({ grouped: undefined, page: undefined })}>
          Show one by one
        </Button>
      }
      query={query}
      failure="Alerts could not be loaded"
    >
      {({ data, total, page, limit }) => (
        <>
          <Filters view={view} text={text} onText={setText} onView={onView} onReset={reset} ordered={false} />
          {data.length === 0 ? (
            <EmptyState title="No alerts match">Change the search or the severity.</EmptyState>
          ) : (
            <>
              <List label="Groups of alerts">
                {data.map((group) => (
                  <Group key={group._id} group={group} organization={organization} />
                ))}
              </List>
              <TableFoot
                pager={
                  <StepPager
                    page={page}
                    totalPages={Math.max(1, Math.ceil(total / limit))}
                    onChange={(next) => onView({ page: next === 1 ? undefined : next })}
                  />
                }
              >
                {count((page - 1) * limit + 1)}–{count((page - 1) * limit + data.length)} of{' '}
                {counted(total, 'group')}
              </TableFoot>
            </>
          )}
        </>
      )}
    </LoadedCard>
  );
}
