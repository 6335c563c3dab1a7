import { clientRisks, unscoredStates } from '@hopscope/contract';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Pair, Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import {
  categoryName,
  categoryOptions,
  clientRiskNames,
  directionNames,
  exposureNames,
  type RuleForm,
  unscoredNames,
} from '../../model/screening-rules.ts';
import { decisionNames } from '../checks/check-labels.tsx';

const decisions = (['review', 'block'] as const).map((value) => ({ value, label: decisionNames[value] }));
const directions = [
  { value: 'any', label: 'Deposits and withdrawals' },
  { value: 'in', label: directionNames.in },
  { value: 'out', label: directionNames.out },
] as const;
const kinds = (['direct', 'indirect', 'any'] as const).map((value) => ({
  value,
  label: exposureNames[value],
}));

/** A choice of several values, each with a checkbox. */
function Several<Value extends string>({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}) {
  return (
    <Stack gap={4}>
      <Text size={13} tone={2}>
        {label}
      </Text>
      <div role="group" aria-label={label}>
        <Row gap={12} wrap>
          {options.map((option) => (
            <CheckBox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={(checked) =>
                onChange(checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
              }
            />
          ))}
        </Row>
      </div>
    </Stack>
  );
}

/** Fields of one rule: its conditions all have to hold. */
export function RuleFields({
  number,
  form,
  problemOf,
  onChange,
  onRemove,
}: {
  number: number;
  form: RuleForm;
  problemOf: (name: keyof RuleForm) => string | undefined;
  onChange: (change: Partial<RuleForm>) => void;
  onRemove: () => void;
}) {
  const unknown = form.categories
    .filter((id) => !categoryOptions.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: categoryName(id) }));
  const text = (
    name: 'name' | 'minScore' | 'minShare' | 'minWorth' | 'countries',
    label: string,
    maxLength: number,
  ) => ({
    label,
    name: `${name}-${number}`,
    size: 'middle' as const,
    maxLength,
    value: form[name],
    error: problemOf(name),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <Card
      title={`Rule ${number}`}
      padded
      extra={
        <IconButton label={`Remove rule ${number}`} onClick={onRemove}>
          <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    >
      <Stack gap={12}>
        <Pair>
          <Field {...text('name', 'Name', 200)} />
          <SelectField
            label="Decision"
            value={form.decision}
            options={decisions}
            onChange={(decision) => onChange({ decision })}
          />
        </Pair>
        <Pair>
          <SelectField
            label="Transfers"
            value={form.direction}
            options={directions}
            onChange={(direction) => onChange({ direction })}
          />
          <Field {...text('minScore', 'Lowest risk score', 3)} optional unit="0 to 100" inputMode="numeric" />
        </Pair>
        <Several
          label="Exposure to"
          options={[...categoryOptions, ...unknown]}
          chosen={form.categories}
          onChange={(chosen) => onChange({ categories: chosen })}
        />
        {(form.categories.length > 0 || form.minShare !== '') && (
          <Pair>
            <SelectField
              label="Exposure"
              value={form.kind}
              options={kinds}
              onChange={(kind) => onChange({ kind })}
            />
            <Field
              {...text('minShare', 'Lowest share', 8)}
              optional
              unit="%"
              inputMode="decimal"
              help="Empty: any share"
            />
          </Pair>
        )}
        <Several
          label="No score"
          options={unscoredStates.map((value) => ({ value, label: unscoredNames[value] }))}
          chosen={form.unscored}
          onChange={(unscored) => onChange({ unscored })}
        />
        <Pair>
          <Field {...text('minWorth', 'Lowest worth', 16)} optional unit="US dollars" inputMode="decimal" />
          <Field
            {...text('countries', 'Countries of the counterparty', 1000)}
            optional
            help="Codes of two letters, such as IR, KP"
          />
        </Pair>
        <Several
          label="Client risk"
          options={clientRisks.map((value) => ({ value, label: clientRiskNames[value] }))}
          chosen={form.clientRisk}
          onChange={(clientRisk) => onChange({ clientRisk })}
        />
        <FormFailure text={problemOf('direction')} />
      </Stack>
    </Card>
  );
}
