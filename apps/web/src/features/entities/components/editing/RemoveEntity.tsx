import { deleteEntity } from '@hopscope/contract';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useDeleteEntity } from '../../api/changes.ts';
import type { Profile } from '../../api/profile.ts';
import { ChangeDialog, reasonMissing, useChangeForm } from './ChangeDialog.tsx';

/** Removes an entity from the directory. */
export function RemoveEntity({
  profile: { entity, addresses, fourEyes },
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}) {
  const { counted } = useFormats();
  const remove = useDeleteEntity();
  const known = addresses.reduce((sum, { direct, derived }) => sum + direct + derived, 0);
  const form = useChangeForm({
    start: { reason: '' },
    read: (values) =>
      readForm(
        deleteEntity.body,
        { baseVersion: entity.version, reason: values.reason.trim() },
        blankFields(values, reasonMissing),
      ),
    send: (body) => remove.mutateAsync({ params: { id: entity.entity_id }, body }),
    failure: 'The entity could not be removed.',
    done: 'Entity removed',
    onClose,
  });
  return (
    <ChangeDialog
      title={`Remove ${entity.proper_name}?`}
      confirmText="Remove entity"
      danger
      fourEyes={fourEyes}
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <Text tone={2} size={13}>
        {known === 0
          ? 'It has no attributed addresses.'
          : `${counted(known, 'address', 'addresses')} will no longer be attributed to it.`}{' '}
        Scores that depend on it are calculated again. Its history is kept.
      </Text>
    </ChangeDialog>
  );
}
