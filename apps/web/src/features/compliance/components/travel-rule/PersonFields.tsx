import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Pair, Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { PersonForm } from '../../model/travel-person.ts';

const kinds = [
  { value: 'person', label: 'Person' },
  { value: 'company', label: 'Company' },
] as const;

/** Fields of an originator or beneficiary; `full`: with what identifies an originator. */
export function PersonFields({
  title,
  prefix,
  form,
  full,
  error,
  onChange,
}: {
  title: string;
  /** Start of the names of the fields. */
  prefix: string;
  form: PersonForm;
  full: boolean;
  error?: string | undefined;
  onChange: (form: PersonForm) => void;
}) {
  const field = (name: keyof PersonForm, label: string, maxLength: number, more: object = {}) => ({
    label,
    name: `${prefix}-${name}`,
    size: 'middle' as const,
    maxLength,
    value: form[name],
    onChange: (value: string) => onChange({ ...form, [name]: value }),
    ...more,
  });
  const isPerson = form.kind === 'person';
  return (
    <Stack>
      <Text tone={2}>{title}</Text>
      <SelectField
        label={`${title} is a`}
        value={form.kind}
        options={kinds}
        onChange={(kind) => onChange({ ...form, kind })}
      />
      {isPerson ? (
        <Pair>
          <Field {...field('given', 'Given names', 100)} optional />
          <Field {...field('name', 'Family name', 100, { error })} />
        </Pair>
      ) : (
        <Field {...field('name', 'Legal name', 100, { error })} />
      )}
      {full && (
        <>
          <Pair>
            <Field {...field('street', 'Street', 70)} optional />
            <Field {...field('building', 'Building number', 16)} optional />
          </Pair>
          <Pair>
            <Field {...field('postCode', 'Postal code', 16)} optional />
            <Field {...field('town', 'Town', 35)} optional />
          </Pair>
          <Pair>
            <Field {...field('country', 'Country', 2, { help: 'Two letters, such as DE' })} optional />
            <Field {...field('client', 'Client number', 50)} optional />
          </Pair>
          {isPerson && (
            <Pair>
              <Field {...field('birthDate', 'Date of birth', 10, { type: 'date' })} optional />
              <Field {...field('birthPlace', 'Place of birth', 70)} optional />
            </Pair>
          )}
        </>
      )}
    </Stack>
  );
}
