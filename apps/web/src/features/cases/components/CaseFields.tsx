import { caseLimits, casePriorities } from '@hopscope/contract';

import { Field } from '../../../ui/form/Field.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import type { CaseForm, CaseFormName } from '../model/case-form.ts';
import { priorityNames } from '../model/case-labels.ts';

const priorities = casePriorities.map((value) => ({ value, label: priorityNames[value] }));

/** Fields of a case. */
export function CaseFields({
  form,
  problemOf,
  onChange,
}: {
  form: CaseForm;
  problemOf: (name: CaseFormName) => string | undefined;
  onChange: (name: CaseFormName, value: string) => void;
}) {
  const field = (name: CaseFormName, label: string) => ({
    label,
    name,
    size: 'middle' as const,
    value: form[name],
    error: problemOf(name),
    onChange: (value: string) => onChange(name, value),
  });
  return (
    <>
      <Field {...field('title', 'Title')} maxLength={caseLimits.title} autoFocus />
      <TextArea
        label="Description"
        name="description"
        optional
        minRows={3}
        maxLength={caseLimits.text}
        value={form.description}
        error={problemOf('description')}
        onChange={(value) => onChange('description', value)}
      />
      <Pair>
        <SelectField
          label="Priority"
          value={priorities.find(({ value }) => value === form.priority)?.value}
          options={priorities}
          onChange={(value) => onChange('priority', value)}
        />
        <Field {...field('dueAt', 'Due (UTC)')} type="date" optional />
      </Pair>
      <Pair>
        <Field {...field('clientId', 'Client ID')} optional maxLength={200} />
        <Field {...field('tags', 'Tags')} optional maxLength={1300} help="Separated by semicolons" />
      </Pair>
    </>
  );
}
