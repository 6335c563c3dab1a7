import type { Blockchain, BlockTransactionType } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { EntityPicker } from '../../../../shared/entity/EntityPicker.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { type BlockFilter, typeOptions } from '../../model/block/block-filter.ts';
import { typedUnits, unitsOf } from '../../model/unit-field.ts';
import css from '../address/FilterForm.module.css';

interface Typed {
  min: string;
  max: string;
  type: BlockTransactionType | 'all';
  entity: string | undefined;
}

function problemsOf({ min, max }: Typed, decimals: number) {
  const amount = (text: string) =>
    text.trim() !== '' && unitsOf(text, decimals) === undefined
      ? `Enter a number with at most ${decimals} decimals`
      : undefined;
  const [from, to] = [unitsOf(min, decimals), unitsOf(max, decimals)];
  const crossed = from !== undefined && to !== undefined && BigInt(from) > BigInt(to);
  return {
    min: amount(min),
    max: amount(max) ?? (crossed ? 'Enter an amount not below the minimum' : undefined),
  };
}

/** Filter form for transactions of a block; applied conditions are stored in the URL. */
export function BlockFilterForm({
  chain,
  filter,
  onApply,
}: {
  chain: Blockchain;
  filter: BlockFilter;
  onApply: (filter: BlockFilter) => void;
}) {
  const { symbol: name, decimals } = chains[chain].coin;
  const [typed, setTyped] = useState<Typed>({
    min: typedUnits(filter.minAmount, decimals),
    max: typedUnits(filter.maxAmount, decimals),
    type: filter.type ?? 'all',
    entity: filter.entity,
  });
  const change = (next: Partial<Typed>) => setTyped({ ...typed, ...next });
  const problems = problemsOf(typed, decimals);
  const wrong = problems.min !== undefined || problems.max !== undefined;

  function apply() {
    if (wrong) return;
    onApply({
      minAmount: unitsOf(typed.min, decimals),
      maxAmount: unitsOf(typed.max, decimals),
      type: typed.type === 'all' ? undefined : typed.type,
      entity: typed.entity,
    });
  }

  return (
    <form
      className={css.form}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className={css.fields}>
        <SelectField<BlockTransactionType | 'all'>
          label="Type"
          value={typed.type}
          options={[{ value: 'all', label: 'All' }, ...typeOptions(chain)]}
          onChange={(type) => change({ type })}
        />
        <Field
          label="Minimum amount"
          name="min"
          size="middle"
          inputMode="decimal"
          optional
          value={typed.min}
          error={problems.min}
          unit={name}
          onChange={(min) => change({ min })}
        />
        <Field
          label="Maximum amount"
          name="max"
          size="middle"
          inputMode="decimal"
          optional
          value={typed.max}
          error={problems.max}
          unit={name}
          onChange={(max) => change({ max })}
        />
        <EntityPicker label="Entity" value={typed.entity} onChange={(entity) => change({ entity })} />
      </div>
      <Row gap={8}>
        <Button submit kind="primary" disabled={wrong}>
          Apply
        </Button>
        <Button onClick={() => onApply({})}>Clear</Button>
      </Row>
    </form>
  );
}
