import { directoryFields, createEntity } from '@hopscope/contract';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { useEntities } from '../../../../lib/directory/use-entities.ts';
import { tagText } from '../../../../lib/text/entity-labels.ts';
import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useCreateEntity } from '../../api/changes.ts';
import { ChangeDialog, useChangeForm } from './ChangeDialog.tsx';

const other = 'other';

/** Adds an entity with its name, type, and website; everything else is filled in on its profile. */
export function CreateEntity({
  fourEyes,
  onCreated,
  onClose,
}: {
  fourEyes: boolean;
  /** Called with the ID of an entity that is in the directory. */
  onCreated: (entityId: string) => void;
  onClose: () => void;
}) {
  const { data: entities = [] } = useEntities();
  const create = useCreateEntity();
  const types = [...new Set(entities.flatMap(({ entity_type: each }) => each ?? []))].toSorted();
  const form = useChangeForm({
    start: { proper_name: '', entity_type: '', otherType: '', url: '', reason: '' },
    read(values) {
      const isOther = values.entity_type === other;
      const [url, reason] = [values.url.trim(), values.reason.trim()];
      return readForm(
        createEntity.body,
        {
          proper_name: values.proper_name.trim(),
          entity_type: isOther ? values.otherType.trim() : values.entity_type,
          ...(url !== '' && { url }),
          ...(reason !== '' && { reason }),
        },
        blankFields(values, {
          proper_name: 'Please enter a name',
          entity_type: 'Please choose a type',
          otherType: isOther && 'Please enter a type',
        }),
      );
    },
    send: (body) => create.mutateAsync({ body }),
    failure: 'The entity could not be added.',
    done: 'Entity added',
    onDone({ state, entityId }) {
      if (state === 'approved') onCreated(entityId);
    },
    onClose,
  });
  const { proper_name: name, entity_type: type } = form.values;
  const same = entities.find(({ proper_name: each }) => each.toLowerCase() === name.trim().toLowerCase());
  return (
    <ChangeDialog
      title="Add entity"
      confirmText="Add entity"
      fourEyes={fourEyes}
      optionalReason
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <Field
        label="Name"
        size="middle"
        autoFocus
        maxLength={directoryFields.proper_name.maxLength}
        help={same ? `The directory already has an entity with this name: ${same.entity_id}.` : undefined}
        {...form.field('proper_name')}
      />
      <Pair>
        <SelectField
          label="Type"
          options={[...types, other].map((value) => ({
            value,
            label: value === other ? 'Another type' : tagText(value),
          }))}
          placeholder="Choose a type"
          {...form.field('entity_type')}
          value={type === '' ? undefined : type}
        />
        {type === other && (
          <Field
            label="Name of the type"
            size="middle"
            maxLength={directoryFields.entity_type.maxLength}
            {...form.field('otherType')}
            name="entity_type"
          />
        )}
      </Pair>
      <Field label="Website" size="middle" optional {...form.field('url')} />
      <Text tone={2} size={13}>
        Everything else, such as countries and addresses, can be added on its profile.
      </Text>
    </ChangeDialog>
  );
}
