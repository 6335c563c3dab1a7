import type { DirectoryChange } from '@hopscope/contract';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FormProblems, FormRead } from '../../../../lib/form/read-form.ts';
import { type Form, useForm } from '../../../../lib/form/use-form.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

/** Form of a change of the directory by an editor: its own fields, and the reason. */
export function useChangeForm<Values extends FieldValues & { reason: string }, Body>({
  done,
  onDone,
  onClose,
  ...setup
}: {
  start: Values;
  read: (values: Values) => FormRead<Body>;
  send: (body: Body) => Promise<{ data: DirectoryChange }>;
  /** Shown if the server gives no reason. */
  failure: string;
  refused?: (thrown: Error) => string | FormProblems | undefined;
  /** Shown when the change has taken effect. */
  done: string;
  onDone?: (change: DirectoryChange) => void;
  onClose: () => void;
}): Form<Values> {
  const toast = useToast();
  return useForm({
    ...setup,
    sent({ data }) {
      toast.success(data.state === 'approved' ? done : 'Change sent for approval by a second editor');
      onClose();
      onDone?.(data);
    },
  });
}

/** Error of a missing reason. */
export const reasonMissing = { reason: 'Please enter a reason' };

/** A change of the directory by an editor, with its reason and when it takes effect; a failure is shown in the dialog. */
export function ChangeDialog({
  title,
  confirmText,
  danger = false,
  fourEyes,
  optionalReason = false,
  form,
  reason,
  onClose,
  children,
}: {
  title: string;
  confirmText: string;
  danger?: boolean;
  /** A second editor has to approve. */
  fourEyes: boolean;
  optionalReason?: boolean;
  form: Pick<Form<FieldValues>, 'busy' | 'failure' | 'submit'>;
  /** The field of the reason. */
  reason: { name: string; value: string; error: string | undefined; onChange: (value: string) => void };
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <ConfirmDialog
      title={title}
      open
      width={560}
      confirmText={confirmText}
      danger={danger}
      busy={form.busy}
      failure={form.failure}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <Stack gap={12}>
        {children}
        <TextArea
          label={optionalReason ? 'Reason (optional)' : 'Reason'}
          maxLength={2000}
          optional={optionalReason}
          help="Saved with the change. Include a link to your source."
          {...reason}
        />
        <Text tone={2} size={13}>
          {fourEyes ? 'It takes effect when a second editor approves it.' : 'It takes effect immediately.'}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
