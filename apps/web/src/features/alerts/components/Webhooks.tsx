import { type Webhook, webhookLimits } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog, Actions } from '../../../ui/overlay/Dialog.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { List } from '../../../ui/display/List.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useDeleteWebhook, useRotateSecret, useWebhooks } from '../api/delivery.ts';
import { Deliveries } from './Deliveries.tsx';
import css from './SavedConfigurations.module.css';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookItem } from './WebhookItem.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';

/** A secret, shown only once. */
function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <>
      <Text tone={2}>
        Receivers verify signatures with this secret. It is displayed only once; you can create a new one at
        any time.
      </Text>
      <CopyField value={secret} what="secret" copied="Secret copied" />
      <Actions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </Actions>
    </>
  );
}

type Asked =
  | { what: 'add' | 'secret' | 'none' }
  | { what: 'edit' | 'delete' | 'rotate' | 'deliveries'; webhook: Webhook };

/** Webhooks that receive alerts, with their deliveries. */
export function Webhooks({ organizationId }: { organizationId: string }) {
  const toast = useToast();
  const { data, error, refetch } = useWebhooks(organizationId);
  const remove = useDeleteWebhook(organizationId);
  const rotate = useRotateSecret(organizationId);
  const [asked, setAsked] = useState<Asked>({ what: 'none' });
  const [secret, setSecret] = useState<string>();
  const close = () => setAsked({ what: 'none' });
  const reported = (made: string) => {
    setSecret(made);
    setAsked({ what: 'secret' });
  };
  const webhook = 'webhook' in asked ? asked.webhook : undefined;
  const params = { id: webhook?._id ?? '' };
  /** Current state while the dialog is open. */
  const live = data?.find(({ _id }) => _id === webhook?._id);

  return (
    <section className={css.saved} aria-label="Webhooks">
      <header className={css.head}>
        <h3>Webhooks</h3>
        <Text tone={2} size={12}>
          Each alert is sent as a signed message when it is raised and when it is acknowledged.{' '}
          <LearnMore about="webhooks" />
        </Text>
        {data && data.length < webhookLimits.endpoints && (
          <Button size="small" onClick={() => setAsked({ what: 'add' })}>
            Add webhook
          </Button>
        )}
      </header>
      {!data &&
        (error ? (
          <LoadFailure title="Webhooks could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={2} kind="facts" />
        ))}
      {data?.length === 0 && <p className={css.none}>No webhooks yet.</p>}
      {data && data.length > 0 && (
        <List label="Webhooks">
          {data.map((each) => (
            <WebhookItem
              key={each._id}
              organizationId={organizationId}
              webhook={each}
              onAsk={(what) => setAsked({ what, webhook: each })}
            />
          ))}
        </List>
      )}
      <Dialog
        title={asked.what === 'edit' ? 'Edit webhook' : 'Add webhook'}
        open={asked.what === 'add' || asked.what === 'edit'}
        onClose={close}
      >
        <WebhookForm organizationId={organizationId} webhook={webhook} onSecret={reported} onClose={close} />
      </Dialog>
      <Dialog title="Secret of the webhook" open={asked.what === 'secret'} onClose={close}>
        <WebhookSecret secret={secret ?? ''} onClose={close} />
      </Dialog>
      <Dialog
        title={`Deliveries to ${webhook ? new URL(webhook.url).host : ''}`}
        width={760}
        open={asked.what === 'deliveries'}
        onClose={close}
      >
        {live && <Deliveries organizationId={organizationId} webhook={live} />}
      </Dialog>
      <ConfirmDialog
        title="Delete webhook"
        open={asked.what === 'delete'}
        confirmText="Delete"
        danger
        busy={remove.isPending}
        failure={remove.error ? toApiError(remove.error).message : undefined}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess() {
                close();
                toast.success('Webhook deleted');
              },
            },
          )
        }
      >
        Alerts are no longer sent to {webhook?.url}. Queued deliveries are discarded.
      </ConfirmDialog>
      <ConfirmDialog
        title="Create new secret"
        open={asked.what === 'rotate'}
        confirmText="Create new secret"
        busy={rotate.isPending}
        failure={rotate.error ? toApiError(rotate.error).message : undefined}
        onClose={close}
        onConfirm={() => rotate.mutate({ params }, { onSuccess: (answer) => reported(answer.secret) })}
      >
        For {webhookLimits.overlapHours} hours, messages are signed with both secrets, so that you can update
        the receiver without interruption.
      </ConfirmDialog>
    </section>
  );
}
