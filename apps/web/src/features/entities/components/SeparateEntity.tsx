import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useSeparateEntity } from '../api/changes.ts';

/** Takes back that an entity was joined with another one, which is shown in its place. */
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
            data.state === 'approved'
              ? 'The entities are separate again'
              : 'The change waits for a second editor',
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
        Separate again
      </TextButton>
      <ConfirmDialog
        title={`Separate “${went}” from ${stayed}?`}
        open={open}
        confirmText="Separate"
        busy={separate.isPending}
        failure={
          separate.error ? formFailure(separate.error, 'The entities could not be separated.') : undefined
        }
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        <Stack gap={12}>
          <Text tone={2} size={13}>
            What sources and editors said of it before they were joined is its own again, and what sources
            have said of it since. What editors have said of {stayed} since stays there.
          </Text>
          <TextArea
            label="Reason"
            name="reason"
            value={reason}
            maxLength={2000}
            error={missing ? 'Please give a reason' : undefined}
            onChange={setReason}
          />
          <Text tone={2} size={13}>
            {fourEyes ? 'It counts when a second editor approves it.' : 'It counts at once.'}
          </Text>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
