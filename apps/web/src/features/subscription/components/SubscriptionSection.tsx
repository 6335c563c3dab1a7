import { type Organization, may, texts } from '@hopscope/contract';
import { monthName } from '@hopscope/domain';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { useSubscription, useInvoices, useUsage } from '../api/subscription.ts';
import { CurrentPlanCard } from './CurrentPlanCard.tsx';
import { Plans } from './Plans.tsx';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InvoiceTag } from '../../../shared/organization/InvoiceTag.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Meter } from '../../../ui/display/Meter.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';

/** Usage of the limits, and data deleted because of one. */
function UsageCard({ organizationId }: { organizationId: string }) {
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
              label={`Transactions monitored in ${monthName(`${transactions.month}-01`)}`}
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

/** Invoices of the latest two years, if monthly. */
function InvoicesCard({ organizationId }: { organizationId: string }) {
  const { money, date } = useFormats();
  const query = useInvoices(organizationId);
  return (
    <LoadedCard title="Invoices" query={query} failure="Failed to load invoices">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title="No invoices">The free plan and trials have no invoices.</EmptyState>
        ) : (
          <List label="Invoices">
            {data.map((invoice) => (
              <ListItem
                key={invoice.id}
                title={
                  <>
                    {invoice.number}
                    <InvoiceTag status={invoice.status} />
                  </>
                }
                text={`${date(invoice.periodStart)} to ${date(invoice.periodEnd)}, ${
                  invoice.paidAt === null ? `due ${date(invoice.dueAt)}` : `paid ${date(invoice.paidAt)}`
                }`}
                actions={<Text size={13}>{money(invoice.amount, invoice.currency)}</Text>}
              />
            ))}
          </List>
        )
      }
    </LoadedCard>
  );
}

/** The plan of the organization, its usage, and other plans. */
export function SubscriptionSection({ organization }: { organization: Organization }) {
  const manages = may(organization.role, 'subscription.manage');
  const query = useSubscription(organization._id);
  return (
    <>
      <LoadedCard title="Subscription" query={query} failure={texts.subscriptionFailed} padded>
        {(subscription) => <CurrentPlanCard subscription={subscription} manages={manages} />}
      </LoadedCard>
      <UsageCard organizationId={organization._id} />
      {query.data && <Plans subscription={query.data} manages={manages} />}
      {manages && <InvoicesCard organizationId={organization._id} />}
    </>
  );
}
