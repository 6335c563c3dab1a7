import type { Webhook } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
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
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [problem, setProblem] = useState<string>();
  const failure = create.error ?? change.error;
  const busy = create.isPending || change.isPending;

  function submit() {
    if (busy) return;
    if (!URL.canParse(url.trim())) {
      setProblem('Please enter an address that begins with https://');
      return;
    }
    const body = { url: url.trim(), description: description.trim() };
    if (!webhook) {
      create.mutate({ body }, { onSuccess: ({ secret }) => onSecret(secret) });
      return;
    }
    const input = { params: { id: webhook._id }, body: { ...body, version: webhook.version } };
    change.mutate(input, {
      onSuccess() {
        toast.success('Webhook saved');
        onClose();
      },
    });
  }
  return (
    <FormStack label="Webhook" onSubmit={submit}>
      <Field
        label="Address"
        name="url"
        size="middle"
        autoFocus
        maxLength={2_000}
        placeholder="https://"
        value={url}
        error={problem}
        onChange={(value) => {
          setUrl(value);
          setProblem(undefined);
        }}
      />
      <Field
        label="Description (optional)"
        name="description"
        size="middle"
        optional
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
      <FormFailure text={failure ? toApiError(failure).message : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={busy}>
          {webhook ? 'Save' : 'Add webhook'}
        </Button>
      </Actions>
    </FormStack>
  );
}
