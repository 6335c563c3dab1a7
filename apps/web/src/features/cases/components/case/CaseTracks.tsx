import type { CaseDetails } from '@hopscope/contract';
import { useMemo } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { ChartCard, ChartRoom } from '../../../../ui/chart/ChartCard.tsx';
import { TimeTracks } from '../../../../ui/chart/TimeTracks.tsx';
import { RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { newestChanges, useNewestChanges } from '../../api/cases.ts';
import { useSarsOf } from '../../api/sars.ts';
import { caseTracks, momentsOf } from '../../model/case-tracks.ts';

const title = 'Case over time';

/** What happened on the chains and in the case on one axis of time. */
export function CaseTracks({ found }: { found: CaseDetails }) {
  const { counted, exactTime } = useFormats();
  const now = useNow();
  const changes = useNewestChanges(found.organizationId, found._id);
  const reports = useSarsOf(found.organizationId, found._id);
  const error = changes.error ?? reports.error;
  const tracks = useMemo(
    () =>
      changes.data &&
      reports.data &&
      caseTracks({ found, events: changes.data.data, reports: reports.data.data, now }),
    [found, changes.data, reports.data, now],
  );
  const total = changes.data?.total ?? 0;
  return (
    <ChartCard
      title={title}
      file={`case-${found.number}`}
      {...(tracks && {
        table: (
          <RowTable
            label={title}
            words
            columns={[
              { title: 'Time', render: (_, { at }) => <Time seconds={at} to="minute" /> },
              { title: 'Kind', render: (_, { track }) => track },
              { title: 'What', render: (_, { title: what }) => what },
            ]}
            rows={momentsOf(tracks)}
            rowKey={({ key }) => key}
          />
        ),
      })}
      foot={
        total > newestChanges && (
          <TableFoot>
            The newest {newestChanges} of {counted(total, 'change')}
          </TableFoot>
        )
      }
    >
      {tracks ? (
        <TimeTracks label={title} tracks={tracks} now={now} when={exactTime} />
      ) : error ? (
        <LoadFailure
          title="The case over time could not be loaded"
          error={error}
          onRetry={() => {
            void changes.refetch();
            void reports.refetch();
          }}
        />
      ) : (
        <ChartRoom height={180} />
      )}
    </ChartCard>
  );
}
