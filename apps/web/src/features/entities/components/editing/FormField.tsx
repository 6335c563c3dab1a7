import { directoryFields } from '@hopscope/contract';
import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { fieldOf, type FormName, labelOf } from '../../model/entity-form.ts';

const helps: Partial<Record<FormName, string>> = {
  key_personnel: 'Separated by commas',
  ticker: 'Separated by commas',
  aliases: 'One per line',
  registrations: 'One per line',
  programs: 'One per line',
  parent_id: 'ID of another entity',
};

const answers = [
  { value: 'unknown', label: 'Unknown' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

/** The control of one field of the form. */
export function FormField({
  name,
  value,
  error,
  onChange,
}: {
  name: FormName;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { kind } = directoryFields[fieldOf(name)];
  const notes = { label: labelOf(name), error, help: helps[name] };
  if (kind === 'boolean') {
    return (
      <SelectField
        {...notes}
        value={answers.find((answer) => answer.value === value)?.value ?? 'unknown'}
        options={answers}
        onChange={(next) => onChange(next === 'unknown' ? '' : next)}
      />
    );
  }
  const several = name === 'aliases' || name === 'registrations' || name === 'programs';
  if (kind === 'text' || several) {
    return <TextArea {...notes} name={name} value={value} optional onChange={onChange} />;
  }
  return (
    <Field
      {...notes}
      name={name}
      type={kind === 'email' ? 'email' : 'text'}
      size="middle"
      {...(kind === 'year' && { inputMode: 'numeric' as const })}
      {...(kind === 'country' && { maxLength: 2, placeholder: 'Two-letter code, such as MT' })}
      optional={name !== 'proper_name'}
      value={value}
      onChange={onChange}
    />
  );
}
