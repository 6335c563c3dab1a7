import type { Webhook, WebhookDelivery } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useDeliveries, useResend, useTestWebhook } from '../api/delivery.ts';
import css from './Webhooks.module.css';

const names = {
  'alert.raised': 'Alert raised',
  'alert.acknowledged': 'Alert acknowledged',
  'screening.decided': 'Transfer decided',
  test: 'Test',
} as const;
const filters = [
  { value: 'all', label: 'All' },
  { value: 'queued', label: 'Queued' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'dead', label: 'Failed' },
] as const;
const tags = {
  queued: <Tag tone="blue">Queued</Tag>,
  delivered: <Tag tone="green">Delivered</Tag>,
  dead: <Tag tone="red">Failed</Tag>,
} as const;

function Item({ delivery, onResend }: { delivery: WebhookDelivery; onResend: (() => void) | undefined }) {
  const { counted, dateTime } = useFormats();
  const { type, sequence, state, attempts, lastError, lastStatus, createdAt, nextAttemptAt, doneAt } =
    delivery;
  const facts = [
    `Queued ${dateTime(createdAt)}`,
    attempts > 0 ? counted(attempts, 'attempt') : '',
    state === 'delivered' && lastStatus !== null ? `accepted with status ${String(lastStatus)}` : '',
    state !== 'delivered' && lastError !== null ? lastError : '',
    nextAttemptAt === null || attempts === 0 ? '' : `next at ${dateTime(nextAttemptAt)}`,
    doneAt === null ? '' : `ended ${dateTime(doneAt)}`,
  ];
  const title = sequence === null ? names[type] : `${names[type]}, number ${String(sequence)}`;
  return (
    <ListItem
      title={
        <>
          {title} {tags[state]}
        </>
      }
      text={facts.filter((text) => text !== '').join(' · ')}
      actions={
        state !== 'queued' &&
        onResend && (
          <Button size="small" label={`Resend: ${title}`} onClick={onResend}>
            Resend
          </Button>
        )
      }
    />
  );
}

/** Sent and queued deliveries of a webhook, with buttons to test and resend. */
export function Deliveries({ organizationId, webhook }: { organizationId: string; webhook: Webhook }) {
  const toast = useToast();
  const { counted } = useFormats();
  const [state, setState] = useState<(typeof filters)[number]['value']>('all');
  const query = useDeliveries(organizationId, webhook._id, state === 'all' ? undefined : state);
  const resend = useResend(organizationId);
  const test = useTestWebhook(organizationId);
  const params = { id: webhook._id };
  const active = webhook.state === 'active';
  const deliveries = query.data?.pages.flatMap((page) => page.data);
  const failed = (thrown: Error) => toast.error(toApiError(thrown).message);
  const again = (body: { deliveryId: string } | { dead: true }) =>
    resend.mutate(
      { params, body },
      {
        onSuccess: ({ queued }) =>
          toast.success(`${counted(queued, 'delivery', 'deliveries')} will be sent again`),
        onError: failed,
      },
    );
  return (
    <>
      <div className={css.bar}>
        <Segmented label="Show" value={state} options={filters} onChange={setState} />
        {active && (
          <Button
            size="small"
            loading={test.isPending}
            onClick={() =>
              test.mutate({ params }, { onSuccess: () => toast.success('Test queued'), onError: failed })
            }
          >
            Send a test
          </Button>
        )}
        {active && webhook.dead > 0 && (
          <Button size="small" loading={resend.isPending} onClick={() => again({ dead: true })}>
            Resend all failed
          </Button>
        )}
      </div>
      {!deliveries &&
        (query.error ? (
          <LoadFailure
            title="Deliveries could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        ) : (
          <RowTableSkeleton rows={3} kind="facts" />
        ))}
      {deliveries?.length === 0 && <p className={css.none}>No deliveries.</p>}
      {deliveries && deliveries.length > 0 && (
        <div className={css.list} tabIndex={0} role="group" aria-label="Deliveries">
          <List label="Deliveries">
            {deliveries.map((delivery) => (
              <Item
                key={delivery._id}
                delivery={delivery}
                onResend={active ? () => again({ deliveryId: delivery._id }) : undefined}
              />
            ))}
          </List>
        </div>
      )}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
