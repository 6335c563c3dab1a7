import { directoryFields } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useEntities } from '../../../../lib/directory/use-entities.ts';
import { tagText } from '../../../../lib/text/entity-labels.ts';
import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useCreateEntity } from '../../api/changes.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

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
  const [name, setName] = useState('');
  const [type, setType] = useState<string>();
  const [otherType, setOtherType] = useState('');
  const [url, setUrl] = useState('');
  const [asked, setAsked] = useState(false);
  const create = useCreateEntity();
  const types = [...new Set(entities.flatMap(({ entity_type: each }) => each ?? []))].toSorted();
  const chosen = type === other ? otherType.trim() : type;
  const same = entities.find(({ proper_name: each }) => each.toLowerCase() === name.trim().toLowerCase());
  const problems = create.error ? toApiError(create.error).fields : {};
  return (
    <ChangeDialog
      title="Add entity"
      confirmText="Add entity"
      fourEyes={fourEyes}
      optionalReason
      change={create}
      failure="The entity could not be added."
      done="Entity added"
      onSend={(reason, callbacks) => {
        setAsked(true);
        if (name.trim() === '' || !chosen) return;
        create.mutate(
          {
            body: {
              proper_name: name.trim(),
              entity_type: chosen,
              ...(url.trim() !== '' && { url: url.trim() }),
              ...(reason !== '' && { reason }),
            },
          },
          callbacks,
        );
      }}
      onDone={({ state, entityId }) => {
        if (state === 'approved') onCreated(entityId);
      }}
      onClose={onClose}
    >
      <Field
        label="Name"
        name="proper_name"
        size="middle"
        autoFocus
        maxLength={directoryFields.proper_name.maxLength}
        value={name}
        error={asked && name.trim() === '' ? 'Please enter a name' : problems['proper_name']}
        help={same ? `The directory already has an entity with this name: ${same.entity_id}.` : undefined}
        onChange={setName}
      />
      <Pair>
        <SelectField
          label="Type"
          value={type}
          options={[...types, other].map((value) => ({
            value,
            label: value === other ? 'Another type' : tagText(value),
          }))}
          placeholder="Choose a type"
          error={asked && type === undefined ? 'Please choose a type' : problems['entity_type']}
          onChange={setType}
        />
        {type === other && (
          <Field
            label="Name of the type"
            name="entity_type"
            size="middle"
            maxLength={directoryFields.entity_type.maxLength}
            value={otherType}
            error={asked && otherType.trim() === '' ? 'Please enter a type' : undefined}
            onChange={setOtherType}
          />
        )}
      </Pair>
      <Field
        label="Website"
        name="url"
        size="middle"
        optional
        value={url}
        error={problems['url']}
        onChange={setUrl}
      />
      <Text tone={2} size={13}>
        Everything else, such as countries and addresses, can be added on its profile.
      </Text>
    </ChangeDialog>
  );
}
