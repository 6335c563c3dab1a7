import type { SarDetails, SarEvent } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { RowTableSkeleton, TableFoot } from '../../../ui/display/RowTable.tsx';
import { historyPageSize, useSarHistory } from '../api/sars.ts';
import { eventNames, partName } from '../model/sar-labels.ts';
import css from './Sars.module.css';

function Entry({ event }: { event: SarEvent }) {
  const { exactTime, counted } = useFormats();
  const { number, kind, by, parts, voided, note, timestamp } = event;
  const gone = voided > 0 ? `; ${counted(voided, 'signature')} voided` : '';
  return (
    <ListItem
      icon={<span className={css.sub}>{number}</span>}
      title={eventNames[kind]}
      text={
        <>
          {(parts.length > 0 || gone !== '') && (
            <div>
              {parts.map(partName).join(', ')}
              {gone}
            </div>
          )}
          {note !== null && <div className={css.text}>{note}</div>}
          <div>
            {by === null ? 'Automatic' : by.name}, {exactTime(Date.parse(timestamp) / 1000)}
          </div>
        </>
      }
    />
  );
}

/** Changes to a report, newest first. */
export function SarHistory({ found, page }: { found: SarDetails; page: number }) {
  const { counted } = useFormats();
  const query = useSarHistory(found.organizationId, found._id, page);
  if (query.data) {
    const { data, total } = query.data;
    return (
      <Card id="history" title="History">
        <List label="History">
          {data.map((event) => (
            <Entry key={event.number} event={event} />
          ))}
        </List>
        <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / historyPageSize)} />}>
          {counted(total, 'change')}
        </TableFoot>
      </Card>
    );
  }
  return (
    <Card id="history" title="History">
      {query.error ? (
        <LoadFailure title="The history could not be loaded" error={query.error} onRetry={query.refetch} />
      ) : (
        <RowTableSkeleton rows={3} kind="facts" />
      )}
    </Card>
  );
}
