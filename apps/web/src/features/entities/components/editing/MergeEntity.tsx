import { type EntityListItem, mergeEntities } from '@hopscope/contract';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { tagText } from '../../../../lib/text/entity-labels.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useEntities } from '../../../../lib/directory/use-entities.ts';
import { useMergeEntities } from '../../api/changes.ts';
import type { Profile } from '../../api/profile.ts';
import { ChangeDialog, reasonMissing, useChangeForm } from './ChangeDialog.tsx';

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
  const merge = useMergeEntities();
  const options = entities.filter(({ entity_id: id }) => id !== entity.entity_id).map(optionOf);
  const form = useChangeForm({
    start: { into: '', reason: '' },
    read: (values) =>
      readForm(
        mergeEntities.body,
        { into: values.into, baseVersion: entity.version, reason: values.reason.trim() },
        blankFields(values, { into: 'Please choose an entity', ...reasonMissing }),
      ),
    send: (body) => merge.mutateAsync({ params: { id: entity.entity_id }, body }),
    failure: 'The entities could not be merged.',
    done: 'Entities merged',
    onClose,
  });
  const { into } = form.values;
  const target = entities.find(({ entity_id: id }) => id === into);
  return (
    <ChangeDialog
      title={`Merge ${entity.proper_name} into another entity?`}
      confirmText="Merge"
      fourEyes={fourEyes}
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <SelectField
        label="Merge into"
        options={options}
        searchable
        loading={isPending}
        placeholder="Name of the entity that stays"
        {...form.field('into')}
        value={into === '' ? undefined : into}
        error={form.problem('into') ?? (error ? 'The entities could not be loaded.' : undefined)}
      />
      <Text tone={2} size={13}>
        {target?.proper_name ?? 'The entity that stays'} gets the addresses, the sources, and the history of{' '}
        {entity.proper_name}. A merge can be undone.
      </Text>
    </ChangeDialog>
  );
}
