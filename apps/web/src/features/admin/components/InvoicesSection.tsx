import type { Invoice } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { InvoiceTag } from '../../../shared/organization/InvoiceTag.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { adminPageSize, useAllInvoices, useConfirmInvoice } from '../api/plans.ts';

/** Invoices of all organizations; the operator confirms payments. */
export function InvoicesSection({ page }: { page: number }) {
  const toast = useToast();
  const { money, date } = useFormats();
  const query = useAllInvoices(page);
  const [confirming, setConfirming] = useState<Invoice>();
  const confirm = useConfirmInvoice();
  const close = () => {
    setConfirming(undefined);
    confirm.reset();
  };
  const state = ({ paidAt, dueAt }: Invoice) =>
    paidAt === null ? `due ${date(dueAt)}` : `paid ${date(paidAt)}`;

  return (
    <LoadedCard title="Invoices" query={query} failure="Failed to load invoices">
      {({ data, total }) => (
        <>
          <PagedList
            label="Invoices"
            noun="invoice"
            page={page}
            pageSize={adminPageSize}
            total={total}
            empty={{
              title: 'No invoices',
              text: 'Invoices appear when an organization chooses a paid plan. If Stripe is configured, they are in Stripe only.',
            }}
          >
            {data.map((invoice) => (
              <ListItem
                key={invoice.id}
                title={
                  <>
                    {invoice.number}
                    <InvoiceTag status={invoice.status} />
                  </>
                }
                text={`${invoice.organizationName}, ${invoice.tierId} ${invoice.billingPeriod}, ${state(invoice)}`}
                actions={
                  <>
                    <Text size={13}>{money(invoice.amount, invoice.currency)}</Text>
                    {invoice.status === 'open' && (
                      <Button
                        size="small"
                        label={`Confirm payment of ${invoice.number}`}
                        onClick={() => setConfirming(invoice)}
                      >
                        Confirm payment
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </PagedList>
          <ConfirmDialog
            title={confirming ? `Has ${confirming.number} been paid?` : ''}
            open={confirming !== undefined}
            confirmText="Confirm payment"
            busy={confirm.isPending}
            failure={
              confirm.isError
                ? failureMessage(confirm.error, 'The payment could not be confirmed.')
                : undefined
            }
            onConfirm={() => {
              if (!confirming) return;
              confirm.mutate(
                { params: { invoiceId: confirming.id } },
                {
                  onSuccess() {
                    close();
                    toast.success('Payment confirmed');
                  },
                },
              );
            }}
            onClose={close}
          >
            {confirming &&
              `${money(confirming.amount, confirming.currency)} of ${confirming.organizationName} has been received. The plan takes effect immediately. This cannot be undone.`}
          </ConfirmDialog>
        </>
      )}
    </LoadedCard>
  );
}
