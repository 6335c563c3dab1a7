import type { CallOutput, monitoringEndpoints } from '@hopscope/contract';
import { CirclePlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Scroll } from '../../../../ui/layout/Scroll.tsx';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { historyPageSize, useAddressHistory } from '../../api/monitored-addresses.ts';
import { fieldLabels, fieldText } from '../../model/address-form.ts';
import { complianceTexts as texts } from '../../model/texts.ts';

type Entry = CallOutput<typeof monitoringEndpoints.getMonitoredAddressHistory>['data'][number];

const kinds = {
  create: { Icon: CirclePlus, word: 'Added' },
  update: { Icon: Pencil, word: 'Changed' },
  delete: { Icon: Trash2, word: 'Deleted' },
} as const;

function titleOf({ changeType, fieldName }: Entry): string {
  if (changeType !== 'update' || fieldName === null) return kinds[changeType].word;
  const label = Object.entries(fieldLabels).find(([name]) => name === fieldName)?.[1];
  return `${kinds.update.word}: ${label ?? fieldName}`;
}

function Change({ entry }: { entry: Entry }) {
  const { exactTime } = useFormats();
  const { Icon } = kinds[entry.changeType];
  return (
    <ListItem
      icon={<Icon size={16} strokeWidth={1.6} aria-hidden="true" />}
      title={titleOf(entry)}
      text={
        <>
          {entry.changeType === 'update' && (
            <div>
              <Text tone={1}>
                {fieldText(entry.oldValue)} → {fieldText(entry.newValue)}
              </Text>
            </div>
          )}
          {entry.notes !== null && <div>Reason: {entry.notes}</div>}
          <div>
            {entry.changedById.name}, {exactTime(entry.timestamp)}
          </div>
        </>
      }
    />
  );
}

/** Changes of a monitored address, newest first. */
export function AddressHistory({ organizationId, id }: { organizationId: string; id: string }) {
  const [page, setPage] = useState(1);
  const query = useAddressHistory(organizationId, id, page);
  if (query.data === undefined) {
    return query.error ? (
      <LoadFailure title={texts.historyFailed} error={query.error} onRetry={query.refetch} />
    ) : (
      <RowTableSkeleton rows={4} kind="facts" />
    );
  }
  const { data, total } = query.data;
  if (data.length === 0) return <EmptyState title={texts.historyEmpty} />;
  return (
    <>
      <Scroll>
        <List label="Changes">
          {data.map((entry) => (
            <Change key={entry._id} entry={entry} />
          ))}
        </List>
      </Scroll>
      <StepPager page={page} totalPages={Math.ceil(total / historyPageSize)} onChange={setPage} />
    </>
  );
}
