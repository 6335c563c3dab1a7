import type { DirectoryChange } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

interface Callbacks {
  onSuccess: (answer: { data: DirectoryChange }) => void;
  onError?: (thrown: Error) => void;
}

/** A change of the directory by an editor, with its reason and when it takes effect; a failure is shown in the dialog. */
export function ChangeDialog({
  title,
  confirmText,
  danger = false,
  fourEyes,
  optionalReason = false,
  change: { isPending, error },
  failure,
  done,
  onSend,
  onDone,
  onClose,
  children,
}: {
  title: string;
  confirmText: string;
  danger?: boolean;
  /** A second editor has to approve. */
  fourEyes: boolean;
  optionalReason?: boolean;
  change: { isPending: boolean; error: Error | null };
  /** What is shown if the server gave no reason. */
  failure: string;
  /** What is shown when the change has taken effect. */
  done: string;
  /** Sends the change, unless the content of the dialog is invalid. */
  onSend: (reason: string, callbacks: Callbacks) => void;
  onDone?: (change: DirectoryChange) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const toast = useToast();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);

  function confirm() {
    const isMissing = !optionalReason && reason.trim() === '';
    setMissing(isMissing);
    if (isMissing) return;
    onSend(reason.trim(), {
      onSuccess({ data }) {
        toast.success(data.state === 'approved' ? done : 'Change sent for approval by a second editor');
        onClose();
        onDone?.(data);
      },
    });
  }

  return (
    <ConfirmDialog
      title={title}
      open
      width={560}
      confirmText={confirmText}
      danger={danger}
      busy={isPending}
      failure={error ? formFailure(error, failure) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap={12}>
        {children}
        <TextArea
          label={optionalReason ? 'Reason (optional)' : 'Reason'}
          name="reason"
          value={reason}
          maxLength={2000}
          optional={optionalReason}
          error={missing ? 'Please enter a reason' : undefined}
          help="Saved with the change. Include a link to your source."
          onChange={setReason}
        />
        <Text tone={2} size={13}>
          {fourEyes ? 'It takes effect when a second editor approves it.' : 'It takes effect immediately.'}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
