import { useState } from 'react';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useSeparateEntity } from '../../api/changes.ts';

/** Reverts the merge of an entity with another one, which is shown instead. */
export function SeparateEntity({
  went,
  stayed,
  fourEyes,
}: {
  went: string;
  stayed: string;
  fourEyes: boolean;
}) {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const separate = useSeparateEntity();

  function confirm() {
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    separate.mutate(
      { params: { id: went }, body: { reason: reason.trim() } },
      {
        onSuccess: ({ data }) => {
          setOpen(false);
          toast.success(
            data.state === 'approved' ? 'Merge undone' : 'Change sent for approval by a second editor',
          );
        },
      },
    );
  }

  return (
    <>
      <TextButton
        onClick={() => {
          separate.reset();
          setReason('');
          setMissing(false);
          setOpen(true);
        }}
      >
        Undo merge
      </TextButton>
      <ConfirmDialog
        title={`Undo merge of “${went}” into ${stayed}?`}
        open={open}
        confirmText="Undo merge"
        busy={separate.isPending}
        failure={separate.error ? formFailure(separate.error, 'The merge could not be undone.') : undefined}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        <Stack gap={12}>
          <Text tone={2} size={13}>
            “{went}” gets back its data from before the merge and everything sources have reported about it
            since. Edits made to {stayed} since then stay there.
          </Text>
          <TextArea
            label="Reason"
            name="reason"
            value={reason}
            maxLength={2000}
            error={missing ? 'Please enter a reason' : undefined}
            onChange={setReason}
          />
          <Text tone={2} size={13}>
            {fourEyes ? 'It takes effect when a second editor approves it.' : 'It takes effect immediately.'}
          </Text>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
