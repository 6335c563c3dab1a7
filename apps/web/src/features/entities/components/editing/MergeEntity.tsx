import type { EntityListItem } from '@hopscope/contract';
import { useState } from 'react';
import { tagText } from '../../../../lib/text/entity-labels.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useEntities } from '../../../../lib/directory/use-entities.ts';
import { useMergeEntities } from '../../api/changes.ts';
import type { Profile } from '../../api/profile.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

const optionOf = ({ entity_id: value, proper_name: name, entity_type: type }: EntityListItem) => ({
  value,
  label: `${name} (${tagText(type ?? 'unknown')})`,
});

/** Merges an entity into another one, which is shown instead from then on. */
export function MergeEntity({
  profile: { entity, fourEyes },
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}) {
  const { data: entities = [], isPending, error } = useEntities();
  const [into, setInto] = useState<string>();
  const [missing, setMissing] = useState(false);
  const merge = useMergeEntities();
  const options = entities.filter(({ entity_id: id }) => id !== entity.entity_id).map(optionOf);
  const target = entities.find(({ entity_id: id }) => id === into);
  return (
    <ChangeDialog
      title={`Merge ${entity.proper_name} into another entity?`}
      confirmText="Merge"
      fourEyes={fourEyes}
      change={merge}
      failure="The entities could not be merged."
      done="Entities merged"
      onSend={(reason, callbacks) => {
        setMissing(into === undefined);
        if (into === undefined) return;
        merge.mutate(
          { params: { id: entity.entity_id }, body: { into, baseVersion: entity.version, reason } },
          callbacks,
        );
      }}
      onClose={onClose}
    >
      <SelectField
        label="Merge into"
        value={into}
        options={options}
        searchable
        loading={isPending}
        placeholder="Name of the entity that stays"
        error={
          missing && into === undefined
            ? 'Please choose an entity'
            : error
              ? 'The entities could not be loaded.'
              : undefined
        }
        onChange={setInto}
      />
      <Text tone={2} size={13}>
        {target?.proper_name ?? 'The entity that stays'} gets the addresses, the sources, and the history of{' '}
        {entity.proper_name}. A merge can be undone.
      </Text>
    </ChangeDialog>
  );
}
