import { monitoringLimits } from '@hopscope/contract';
import { blockchains, chains } from '@hopscope/domain';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { type AddressForm, fieldLabels } from '../../model/address-form.ts';
import { PastField } from './PastField.tsx';

export const chainOptions = blockchains.map((value) => ({ value, label: chains[value].name }));

/** Fields of a monitored address; the address itself can't be changed later. */
export function AddressFields({
  form,
  problemOf,
  isNew,
  onChange,
}: {
  form: AddressForm;
  problemOf: (name: keyof AddressForm) => string | undefined;
  isNew: boolean;
  onChange: (name: keyof AddressForm, value: string) => void;
}) {
  const field = (name: 'clientId' | 'entityName' | 'tags' | 'riskThreshold', maxLength: number) => ({
    label: fieldLabels[name],
    name,
    size: 'middle' as const,
    optional: true,
    maxLength,
    value: form[name],
    error: problemOf(name),
    onChange: (value: string) => onChange(name, value),
  });
  return (
    <>
      <Field
        label="Address"
        name="address"
        size="middle"
        mono
        autoFocus={isNew}
        disabled={!isNew}
        maxLength={200}
        value={form.address}
        error={problemOf('address')}
        onChange={(value) => onChange('address', value)}
      />
      <Pair>
        <SelectField
          label="Blockchain"
          value={form.blockchain === '' ? undefined : form.blockchain}
          options={chainOptions}
          disabled={!isNew}
          error={problemOf('blockchain')}
          onChange={(value) => onChange('blockchain', value)}
        />
        <Field {...field('clientId', 200)} />
      </Pair>
      <Pair>
        <Field {...field('entityName', 300)} />
        <Field
          {...field('riskThreshold', 3)}
          inputMode="numeric"
          help="0 to 100. Overrides the threshold of the organization."
        />
      </Pair>
      <Field {...field('tags', 1300)} help="Separated by semicolons" />
      <TextArea
        label={fieldLabels.notes}
        name="notes"
        optional
        maxLength={monitoringLimits.notes}
        value={form.notes}
        error={problemOf('notes')}
        onChange={(value) => onChange('notes', value)}
      />
      {isNew && <PastField value={form.pastFrom} onChange={(value) => onChange('pastFrom', value)} />}
      {!isNew && (
        <CheckBox
          label={fieldLabels.isActive}
          checked={form.isActive === 'yes'}
          onChange={(checked) => onChange('isActive', checked ? 'yes' : '')}
        />
      )}
      <CheckBox
        label={fieldLabels.outgoing}
        checked={form.outgoing === 'yes'}
        onChange={(checked) => onChange('outgoing', checked ? 'yes' : '')}
      />
    </>
  );
}
