import type { Webhook } from '@hopscope/contract';
import { Trash2 } from 'lucide-react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangeWebhook } from '../api/delivery.ts';
import css from './Webhooks.module.css';

function StateTag({ webhook: { state, failures } }: { webhook: Webhook }) {
  if (state === 'paused') return <Tag tone="red">Paused</Tag>;
  if (state === 'disabled') return <Tag>Off</Tag>;
  return failures > 0 ? <Tag tone="orange">Failing</Tag> : <Tag tone="green">On</Tag>;
}

/** Returns the facts of a webhook in one line. */
function useFacts({
  description,
  reason,
  lastSuccessAt,
  queued,
  dead,
  previousSecretUntil,
}: Webhook): string {
  const { counted, dateTime } = useFormats();
  return [
    description,
    reason ?? '',
    lastSuccessAt === null ? 'No deliveries yet' : `Last delivery ${dateTime(lastSuccessAt)}`,
    queued > 0 ? `${counted(queued, 'delivery', 'deliveries')} queued` : '',
    dead > 0 ? `${counted(dead, 'delivery', 'deliveries')} failed` : '',
    previousSecretUntil === null ? '' : `The old secret signs until ${dateTime(previousSecretUntil)}`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

export function WebhookItem({
  organizationId,
  webhook,
  onAsk,
}: {
  organizationId: string;
  webhook: Webhook;
  onAsk: (what: 'edit' | 'delete' | 'rotate' | 'deliveries') => void;
}) {
  const toast = useToast();
  const change = useChangeWebhook(organizationId);
  const facts = useFacts(webhook);
  const { _id: id, url, state, version } = webhook;
  const active = state === 'active';
  const word = active ? 'Turn off' : 'Turn on';
  function turn() {
    const input = { params: { id }, body: { version, isActive: !active } };
    change.mutate(input, { onError: (thrown) => toast.error(toApiError(thrown).message) });
  }
  return (
    <ListItem
      title={
        <>
          {url} <StateTag webhook={webhook} />
        </>
      }
      text={facts}
      actions={
        <span className={css.actions}>
          <Button size="small" label={`Deliveries: ${url}`} onClick={() => onAsk('deliveries')}>
            Deliveries
          </Button>
          <Button size="small" label={`Edit: ${url}`} onClick={() => onAsk('edit')}>
            Edit
          </Button>
          <Button size="small" label={`New secret: ${url}`} onClick={() => onAsk('rotate')}>
            New secret
          </Button>
          <Button size="small" label={`${word}: ${url}`} loading={change.isPending} onClick={turn}>
            {word}
          </Button>
          <IconButton label={`Delete: ${url}`} size={32} onClick={() => onAsk('delete')}>
            <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </span>
      }
    />
  );
}
