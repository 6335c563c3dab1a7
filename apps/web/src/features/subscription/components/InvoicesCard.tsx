import { useFormats } from '../../../lib/people/formats-context.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InvoiceTag } from '../../../shared/organization/InvoiceTag.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useInvoices } from '../api/subscription.ts';

/** Invoices of the latest two years, if monthly. */
export function InvoicesCard({ organizationId }: { organizationId: string }) {
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
