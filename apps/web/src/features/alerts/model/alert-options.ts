import { blockchains, chains } from '@hopscope/domain';
import { categories } from '@hopscope/risk';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import {
  type AlertDirection,
  type CounterpartyRelation,
  directions,
  relations,
  riskyCategories,
  targetTypes,
} from './alert-form.ts';
import { alertTypeNames } from './alert-list.ts';
import { alertSeverities, type AlertSeverity } from './alerts-view.ts';

const directionNames: Readonly<Record<AlertDirection, string>> = {
  in: 'Incoming',
  out: 'Outgoing',
  both: 'Incoming or outgoing',
};
const relationNames: Readonly<Record<CounterpartyRelation, string>> = {
  direct: 'Direct',
  indirect: 'Indirect, through others',
};
export const severityNames: Readonly<Record<AlertSeverity, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

function optionsOf<Value extends string>(
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): SelectOption<string>[] {
  return values.map((value) => ({ value, label: names[value] }));
}

/** Options of the selects of the form. */
export const alertOptions = {
  targetType: optionsOf(targetTypes, alertTypeNames),
  blockchain: blockchains.map((value) => ({ value, label: chains[value].name })),
  direction: optionsOf(directions, directionNames),
  severity: optionsOf(alertSeverities, severityNames),
  counterpartyRelation: [{ value: 'any', label: 'Any' }, ...optionsOf(relations, relationNames)],
  category: [
    { value: 'any', label: 'Any' },
    ...riskyCategories.map((id) => ({ value: id, label: categories[id].name })),
  ] as SelectOption<string>[],
} as const;
