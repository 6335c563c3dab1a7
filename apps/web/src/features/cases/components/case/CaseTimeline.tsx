import type { CaseDetails, CaseEvent } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Pagination } from '../../../../ui/display/Pagination.tsx';
import { RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { WithHashes } from '../../../../shared/chain/WithHashes.tsx';
import { timelinePageSize, useCaseTimeline } from '../../api/cases.ts';
import { eventTitle, fieldName, valueText } from '../../model/case-labels.ts';
import css from '../Cases.module.css';

const itemsShown = 5;

function Entry({ event }: { event: CaseEvent }) {
  const { exactTime } = useFormats();
  const more = event.items.length - itemsShown;
  return (
    <ListItem
      icon={<span className={css.sub}>{event.number}</span>}
      title={eventTitle(event.kind)}
      text={
        <>
          {event.items.slice(0, itemsShown).map(({ id, name }) => (
            <div key={id} className={css.text}>
              <bdi>
                <WithHashes>{name}</WithHashes>
              </bdi>
            </div>
          ))}
          {more > 0 && <div>and {more} more</div>}
          {event.changes.map(({ field, from, to }, at) => (
            // One change can name a field twice, as when several tasks lose their assignee.
            <div key={`${field} ${String(at)}`} className={css.text}>
              {fieldName(field)}: <WithHashes>{valueText(field, from, exactTime)}</WithHashes> →{' '}
              <WithHashes>{valueText(field, to, exactTime)}</WithHashes>
            </div>
          ))}
          {event.note !== null && (
            <div className={css.text}>
              <WithHashes>{event.note}</WithHashes>
            </div>
          )}
          <div>
            {event.by === null ? 'Automatic' : event.by.name}, {exactTime(Date.parse(event.timestamp) / 1000)}
          </div>
        </>
      }
    />
  );
}

/** Changes to a case, newest first; their numbers are the versions of the case. */
export function CaseTimeline({ found, page }: { found: CaseDetails; page: number }) {
  const { counted } = useFormats();
  const query = useCaseTimeline(found.organizationId, found._id, page);
  return (
    <Card id="timeline" title="Timeline">
      {query.data === undefined ? (
        query.error ? (
          <LoadFailure title="The timeline could not be loaded" error={query.error} onRetry={query.refetch} />
        ) : (
          <RowTableSkeleton rows={4} kind="facts" />
        )
      ) : (
        <>
          <List label="Timeline">
            {query.data.data.map((event) => (
              <Entry key={event.number} event={event} />
            ))}
          </List>
          <TableFoot
            pager={<Pagination page={page} totalPages={Math.ceil(query.data.total / timelinePageSize)} />}
          >
            {counted(query.data.total, 'change')}
          </TableFoot>
        </>
      )}
    </Card>
  );
}
