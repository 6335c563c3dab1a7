import { findingLimits } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useMarkSeen } from '../../api/findings.ts';

interface Props {
  organizationId: string;
  findingIds: readonly string[];
  onClose: () => void;
}

function Content({ organizationId, findingIds, onClose }: Props) {
  const toast = useToast();
  const { counted } = useFormats();
  const mark = useMarkSeen(organizationId);
  const [note, setNote] = useState('');

  function submit() {
    if (mark.isPending) return;
    const given = note.trim();
    mark.mutate(
      { body: { findingIds: [...findingIds], ...(given !== '' && { note: given }) } },
      {
        onSuccess({ data }) {
          toast.success(
            data.marked === 0
              ? 'Someone else already reviewed them'
              : `${counted(data.marked, 'label change')} marked as reviewed`,
          );
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label="Mark as reviewed" onSubmit={submit}>
      <p>
        Marks {counted(findingIds.length, 'label change')} as reviewed by you. Statuses of transactions do not
        change.
      </p>
      <TextArea
        label="Note (optional)"
        name="note"
        optional
        maxLength={findingLimits.note}
        value={note}
        onChange={setNote}
      />
      <FormFailure text={mark.error ? failureMessage(mark.error, 'Failed to mark as reviewed') : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={mark.isPending}>
          Mark as reviewed
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Marks findings as seen, with an optional note. */
export function MarkSeenDialog({ findingIds, ...rest }: Props) {
  return (
    <Dialog title="Mark as reviewed" open={findingIds.length > 0} onClose={rest.onClose}>
      {findingIds.length > 0 && <Content findingIds={findingIds} {...rest} />}
    </Dialog>
  );
}
