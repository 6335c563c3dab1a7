import { type Webhook, webhookEndpoints } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangeWebhook, useCreateWebhook } from '../api/delivery.ts';

/** URL and description of a new or existing webhook. */
export function WebhookForm({
  organizationId,
  webhook,
  onSecret,
  onClose,
}: {
  organizationId: string;
  webhook: Webhook | undefined;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const create = useCreateWebhook(organizationId);
  const change = useChangeWebhook(organizationId);
  const form = useForm({
    start: { url: webhook?.url ?? '', description: webhook?.description ?? '' },
    read({ url, description }) {
      const wrong = 'Please enter an address that begins with https://';
      return readForm(
        webhookEndpoints.createWebhook.body,
        { url: url.trim(), description: description.trim() },
        URL.canParse(url.trim()) ? {} : { url: wrong },
      );
    },
    // A new webhook has a secret, which is shown once.
    async send(body) {
      if (!webhook) return (await create.mutateAsync({ body })).secret;
      await change.mutateAsync({ params: { id: webhook._id }, body: { ...body, version: webhook.version } });
      return undefined;
    },
    sent(secret) {
      if (secret !== undefined) return onSecret(secret);
      toast.success('Webhook saved');
      onClose();
    },
    failure: 'The webhook could not be saved',
  });
  return (
    <FormStack label="Webhook" onSubmit={form.submit}>
      <Field
        label="Address"
        size="middle"
        autoFocus
        maxLength={2_000}
        placeholder="https://"
        {...form.field('url')}
      />
      <Field
        label="Description (optional)"
        size="middle"
        optional
        maxLength={200}
        {...form.field('description')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          {webhook ? 'Save' : 'Add webhook'}
        </Button>
      </Actions>
    </FormStack>
  );
}
