import { type Coin, utcDay } from '@hopscope/domain';
import { useState } from 'react';
import { useNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { EntityPicker } from '../../../../shared/entity/EntityPicker.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import type { HistoryFilter } from '../../model/address-view.ts';
import { typedUnits, unitsOf } from '../../model/unit-field.ts';
import css from './FilterForm.module.css';

interface Typed {
  min: string;
  max: string;
  from: string;
  to: string;
  counterparty: string | undefined;
}

function problemsOf(typed: Typed, unit: Coin | undefined) {
  const amount = (text: string) =>
    text.trim() !== '' && unit && unitsOf(text, unit.decimals) === undefined
      ? `Enter a number with at most ${unit.decimals} decimals`
      : undefined;
  const [min, max] = [typed.min, typed.max].map((text) => unit && unitsOf(text, unit.decimals));
  const crossed = min !== undefined && max !== undefined && BigInt(min) > BigInt(max);
  return {
    min: amount(typed.min),
    max: amount(typed.max) ?? (crossed ? 'Enter an amount not below the minimum' : undefined),
    to:
      typed.from !== '' && typed.to !== '' && typed.from > typed.to
        ? 'Enter a day not before the first day'
        : undefined,
  };
}

/** Form for the typed filter conditions, which are stored in the URL when applied. */
export function FilterForm({
  filter,
  unit,
  onApply,
}: {
  filter: HistoryFilter;
  /** Unit of the amounts in the list; undefined if it has several assets. */
  unit: Coin | undefined;
  onApply: (filter: Omit<HistoryFilter, 'direction'>) => void;
}) {
  const today = utcDay(useNow() * 1000);
  const [typed, setTyped] = useState<Typed>({
    min: unit ? typedUnits(filter.minAmount, unit.decimals) : '',
    max: unit ? typedUnits(filter.maxAmount, unit.decimals) : '',
    from: filter.from ?? '',
    to: filter.to ?? '',
    counterparty: filter.counterparty,
  });
  const change = (next: Partial<Typed>) => setTyped({ ...typed, ...next });
  const problems = problemsOf(typed, unit);
  const wrong = Object.values(problems).some((problem) => problem !== undefined);

  function apply() {
    if (wrong) return;
    onApply({
      minAmount: unit && unitsOf(typed.min, unit.decimals),
      maxAmount: unit && unitsOf(typed.max, unit.decimals),
      from: typed.from === '' ? undefined : typed.from,
      to: typed.to === '' ? undefined : typed.to,
      counterparty: typed.counterparty,
    });
  }

  const amountHelp = unit ? undefined : 'Select one asset first';
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
        <Field
          label="Minimum amount"
          name="min"
          size="middle"
          inputMode="decimal"
          optional
          disabled={!unit}
          value={typed.min}
          error={problems.min}
          help={amountHelp}
          {...(unit && { unit: unit.symbol })}
          onChange={(min) => change({ min })}
        />
        <Field
          label="Maximum amount"
          name="max"
          size="middle"
          inputMode="decimal"
          optional
          disabled={!unit}
          value={typed.max}
          error={problems.max}
          {...(unit && { unit: unit.symbol })}
          onChange={(max) => change({ max })}
        />
        <Field
          label="First day (UTC)"
          name="from"
          type="date"
          size="middle"
          optional
          max={today}
          value={typed.from}
          onChange={(from) => change({ from })}
        />
        <Field
          label="Last day (UTC)"
          name="to"
          type="date"
          size="middle"
          optional
          max={today}
          value={typed.to}
          error={problems.to}
          onChange={(to) => change({ to })}
        />
        <EntityPicker
          label="Counterparty"
          value={typed.counterparty}
          onChange={(counterparty) => change({ counterparty })}
        />
      </div>
      <Row gap={8}>
        <Button submit kind="primary" disabled={wrong}>
          Apply
        </Button>
        <Button
          onClick={() =>
            onApply({
              minAmount: undefined,
              maxAmount: undefined,
              from: undefined,
              to: undefined,
              counterparty: undefined,
            })
          }
        >
          Clear
        </Button>
      </Row>
    </form>
  );
}
