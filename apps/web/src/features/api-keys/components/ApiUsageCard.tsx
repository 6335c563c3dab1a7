import type { apiKeyEndpoints, CallOutput } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Meter } from '../../../ui/display/Meter.tsx';
import { type RowColumns, RowTable } from '../../../ui/display/RowTable.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useApiUsage } from '../api/api-keys.ts';

type UsageRow = CallOutput<typeof apiKeyEndpoints.getApiUsage>['data']['days'][number];
const daysShown = 30;

function useColumns(): RowColumns<UsageRow> {
  const { count } = useFormats();
  return [
    { title: 'Day (UTC)', key: 'day', render: (_, { day }) => <Text nowrap>{day}</Text> },
    { title: 'API key', key: 'name', render: (_, { keyName }) => keyName },
    { title: 'Calls', key: 'calls', align: 'right', render: (_, { calls }) => count(calls) },
    { title: 'Refused', key: 'refused', align: 'right', render: (_, { refused }) => count(refused) },
  ];
}

/** Calls by day and key, and what is left of the limit of the plan. */
export function ApiUsageCard({ organizationId }: { organizationId: string }) {
  const { count } = useFormats();
  const columns = useColumns();
  const query = useApiUsage(organizationId, daysShown);
  return (
    <LoadedCard title="API usage" query={query} failure="Failed to load API usage">
      {({ today, days }) => (
        <>
          {today.limit === 0 ? (
            <EmptyState
              path="outside"
              title="No API access"
              actions={<LinkButton to="/home/settings/subscription">Compare plans</LinkButton>}
            >
              The plan of your organization has no API access. Calls with API keys are refused.
            </EmptyState>
          ) : (
            <Inset>
              <Meter
                label="API calls today (UTC)"
                used={today.used}
                limit={today.limit}
                note={
                  today.limit !== null && today.used >= today.limit
                    ? 'The API calls of your plan are used up for today. Further calls are refused.'
                    : undefined
                }
              />
            </Inset>
          )}
          {days.length > 0 && (
            <RowTable
              label="API calls of the last 30 days"
              columns={columns}
              rows={days}
              rowKey={({ day, keyId }) => `${day} ${keyId}`}
              detailLabel="Show calls"
              detail={({ byCall }) => (
                <DescriptionList
                  facts={byCall.map(({ call, calls, refused }) => [
                    call,
                    refused === 0 ? count(calls) : `${count(calls)}, ${count(refused)} refused`,
                  ])}
                />
              )}
            />
          )}
        </>
      )}
    </LoadedCard>
  );
}
