import { unmergeEntity } from '@hopscope/contract';
import { useState } from 'react';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useSeparateEntity } from '../../api/changes.ts';
import { ChangeDialog, reasonMissing, useChangeForm } from './ChangeDialog.tsx';

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
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>Undo merge</TextButton>
      {open && <UndoMerge went={went} stayed={stayed} fourEyes={fourEyes} onClose={() => setOpen(false)} />}
    </>
  );
}

function UndoMerge({
  went,
  stayed,
  fourEyes,
  onClose,
}: {
  went: string;
  stayed: string;
  fourEyes: boolean;
  onClose: () => void;
}) {
  const separate = useSeparateEntity();
  const form = useChangeForm({
    start: { reason: '' },
    read: (values) =>
      readForm(unmergeEntity.body, { reason: values.reason.trim() }, blankFields(values, reasonMissing)),
    send: (body) => separate.mutateAsync({ params: { id: went }, body }),
    failure: 'The merge could not be undone.',
    done: 'Merge undone',
    onClose,
  });
  return (
    <ChangeDialog
      title={`Undo merge of “${went}” into ${stayed}?`}
      confirmText="Undo merge"
      fourEyes={fourEyes}
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <Text tone={2} size={13}>
        “{went}” gets back its data from before the merge and everything sources have reported about it since.
        Edits made to {stayed} since then stay there.
      </Text>
    </ChangeDialog>
  );
}
