import { caseLimits } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useOutdated } from '../../api/cases.ts';
import { ChangedNotice } from './ChangedNotice.tsx';

/** Asks for the reason of an action. */
export function ReasonForm<Body>({
  button,
  danger = false,
  schema,
  body,
  send,
  sent,
  failure,
  organizationId,
  onClose,
  children,
}: {
  button: string;
  danger?: boolean;
  schema: z.ZodType | undefined;
  body: (reason: string) => Body;
  send: (body: Body) => Promise<unknown>;
  sent: () => void;
  failure: string;
  organizationId: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { outdated, refused } = useOutdated(organizationId);
  const form = useForm({
    start: { reason: '' },
    read: (values) =>
      readForm(schema, body(values.reason.trim()), blankFields(values, { reason: 'Please enter a reason' })),
    send,
    sent,
    failure,
    refused,
  });
  return (
    <FormStack label={button} onSubmit={form.submit}>
      <div>{children}</div>
      <TextArea
        label="Reason"
        autoFocus
        maxLength={caseLimits.text}
        help="Shown in the timeline"
        {...form.field('reason')}
      />
      <ChangedNotice shown={outdated} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind={danger ? 'danger' : 'primary'} loading={form.busy}>
          {button}
        </Button>
      </Actions>
    </FormStack>
  );
}
