import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useDeleteEntity } from '../../api/changes.ts';
import type { Profile } from '../../api/profile.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

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
  return (
    <ChangeDialog
      title={`Remove ${entity.proper_name}?`}
      confirmText="Remove entity"
      danger
      fourEyes={fourEyes}
      change={remove}
      failure="The entity could not be removed."
      done="Entity removed"
      onSend={(reason, callbacks) =>
        remove.mutate(
          { params: { id: entity.entity_id }, body: { baseVersion: entity.version, reason } },
          callbacks,
        )
      }
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
