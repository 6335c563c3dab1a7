import { type EntityAddress, changeAttribution } from '@hopscope/contract';
import { blockchains, chains } from '@hopscope/domain';
import { readForm, type FormProblems } from '../../../../lib/form/read-form.ts';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useChangeAttribution } from '../../api/changes.ts';
import type { Profile } from '../../api/profile.ts';
import {
  type AttributionAction,
  type AttributionForm,
  attributionForm,
  readAttribution,
} from '../../model/attribution-form.ts';
import { ChangeDialog, useChangeForm } from './ChangeDialog.tsx';

const texts: Readonly<
  Record<AttributionAction, { title: string; confirm: string; done: string; note: string }>
> = {
  add: {
    title: 'Add address',
    confirm: 'Add address',
    done: 'Address added',
    note: 'Other sources keep their own attributions of this address.',
  },
  correct: {
    title: 'Correct attribution',
    confirm: 'Save',
    done: 'Attribution corrected',
    note: 'Replaces the attribution that editors made before.',
  },
  end: {
    title: 'End attribution',
    confirm: 'End attribution',
    done: 'Attribution ended',
    note: 'States that the address does not belong to the entity. It overrules all other sources.',
  },
};

/** Adds, corrects, or ends the attribution of an address to an entity. */
export function ChangeAttribution({
  profile: { entity, fourEyes },
  action,
  row,
  onClose,
}: {
  profile: Profile;
  action: AttributionAction;
  /** The attribution to correct or end. */
  row?: EntityAddress | undefined;
  onClose: () => void;
}) {
  const attribute = useChangeAttribution();
  const { title, confirm, done, note } = texts[action];
  const form = useChangeForm({
    start: { ...attributionForm(row, action), reason: '' },
    read(values) {
      const reason = values.reason.trim();
      const read = readAttribution(values, action);
      return 'problems' in read
        ? read
        : readForm(changeAttribution.body, { ...read.body, ...(reason !== '' && { reason }) });
    },
    send: (body) => attribute.mutateAsync({ params: { id: entity.entity_id }, body }),
    failure: 'The attribution could not be changed.',
    refused(thrown): FormProblems | undefined {
      const { code } = toApiError(thrown);
      const { name } = chains[form.current().blockchain];
      return code === 'invalid_address' ? { address: `Please enter a valid ${name} address` } : undefined;
    },
    done,
    onClose,
  });
  const text = (
    name: Exclude<keyof AttributionForm, 'blockchain' | 'kind'>,
    label: string,
    more: object = {},
  ) => <Field label={label} size="middle" optional {...form.field(name)} {...more} />;
  return (
    <ChangeDialog
      title={`${title}: ${entity.proper_name}`}
      confirmText={confirm}
      danger={action === 'end'}
      fourEyes={fourEyes}
      optionalReason
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <Text tone={2} size={13}>
        {note}
      </Text>
      <Pair>
        <SelectField
          label="Network"
          {...form.field('blockchain')}
          disabled={row !== undefined}
          options={blockchains.map((value) => ({ value, label: chains[value].name }))}
        />
        <SelectField
          label="Basis"
          {...form.field('kind')}
          options={[
            { value: 'direct', label: 'Direct' },
            { value: 'derived', label: 'Derived' },
          ]}
        />
      </Pair>
      {text('address', 'Address', { optional: false, mono: true, disabled: row !== undefined })}
      {text('ref', 'Reference', { optional: false, help: 'A link where it can be checked' })}
      <Pair>
        {text('confidence', 'Confidence', { optional: false, inputMode: 'numeric', unit: '0 to 100' })}
        {text('label', 'Label')}
        {text('bo', 'Beneficial owner')}
        {text('custodian', 'Custodian')}
        {text('validFrom', 'Valid from', { type: 'date' })}
        {text('validTo', 'Valid to', { type: 'date' })}
      </Pair>
    </ChangeDialog>
  );
}
