import { useFormats } from '../../../lib/people/formats-context.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Meter } from '../../../ui/display/Meter.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useUsage } from '../api/subscription.ts';

/** Usage of the limits, and data deleted because of one. */
export function UsageCard({ organizationId }: { organizationId: string }) {
  const { date, count, counted } = useFormats();
  const query = useUsage(organizationId);
  return (
    <LoadedCard title="Usage" query={query} failure="Failed to load usage" padded>
      {({ members, transactions, retention, receipts }) => (
        <Stack>
          <Pair>
            <Meter
              label="Members"
              {...members}
              note={
                members.limit !== null && members.used > members.limit
                  ? 'Over the member limit of the plan. New members cannot join.'
                  : undefined
              }
            />
            <Meter
              label={`Transactions monitored in ${transactions.month}`}
              used={transactions.used}
              limit={transactions.limit}
              note={
                transactions.limit !== null && transactions.used > transactions.limit
                  ? 'Transactions over the limit are marked in the Compliance Screener.'
                  : undefined
              }
            />
          </Pair>
          <Text tone={2} size={13}>
            {retention.months === null
              ? 'Data retention: unlimited.'
              : `Data retention: ${counted(retention.months, 'month')}.`}
            {retention.oldest !== null && ` Oldest data: ${date(retention.oldest)}.`}
          </Text>
          {receipts.map((receipt) => (
            <Text key={receipt.at} tone={3} size={12}>
              {date(receipt.at)}: deleted data older than {date(receipt.before)} (
              {Object.entries(receipt.deleted)
                .map(([what, many]) => `${what.replaceAll('_', ' ')}: ${count(many)}`)
                .join(', ')}
              )
            </Text>
          ))}
        </Stack>
      )}
    </LoadedCard>
  );
}
