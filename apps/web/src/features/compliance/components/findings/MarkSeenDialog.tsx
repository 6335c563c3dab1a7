import { findingLimits, complianceFindingEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm } from '../../../../lib/form/read-form.ts';
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
  const form = useForm({
    start: { note: '' },
    read({ note }) {
      const given = note.trim();
      return readForm(complianceFindingEndpoints.markComplianceFindings.body, {
        findingIds: [...findingIds],
        ...(given !== '' && { note: given }),
      });
    },
    send: (body) => mark.mutateAsync({ body }),
    sent({ data }) {
      toast.success(
        data.marked === 0
          ? 'Someone else already reviewed them'
          : `${counted(data.marked, 'label change')} marked as reviewed`,
      );
      onClose();
    },
    failure: 'Failed to mark as reviewed',
  });

  return (
    <FormStack label="Mark as reviewed" onSubmit={form.submit}>
      <p>
        Marks {counted(findingIds.length, 'label change')} as reviewed by you. Statuses of transactions do not
        change.
      </p>
      <TextArea label="Note (optional)" optional maxLength={findingLimits.note} {...form.field('note')} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
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
