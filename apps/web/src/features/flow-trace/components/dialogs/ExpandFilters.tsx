import { type Blockchain, chains } from '@hopscope/domain';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { type ExpandFilter, expandQuestion, type TokenDecimals } from '../../model/expand-filter.ts';
import { CategoryChoice } from '../panels/CategoryChoice.tsx';
import css from './ExpandDialog.module.css';

/** Returns how many filters are used of those that are hidden at first. */
const moreUsed = ({ from, to, min, max, asset, top, categories }: ExpandFilter): number =>
  [from, to, min, max, asset, top].filter((text) => text.trim() !== '').length +
  Math.min(1, categories.length);

/** Filters of an expansion: direction, order, and categories apply at once, the rest on submit. */
export function ExpandFilters({
  filter,
  chain,
  tokens,
  onFilter,
}: {
  filter: ExpandFilter;
  chain: Blockchain;
  tokens: TokenDecimals;
  onFilter: (filter: ExpandFilter) => void;
}) {
  const [typed, setTyped] = useState(filter);
  const [open, setOpen] = useState(false);
  const { count } = useFormats();
  const used = moreUsed(filter);
  const change = (fields: Partial<ExpandFilter>): void => setTyped({ ...typed, ...fields });
  const asked = expandQuestion(chain, '', typed, tokens);
  return (
    <form
      className={css.filters}
      onSubmit={(event) => {
        event.preventDefault();
        if (asked.kind === 'question') onFilter(typed);
      }}
    >
      <div className={css.side}>
        <Segmented
          label="Direction"
          value={typed.direction}
          options={[
            { value: 'both', label: 'Both' },
            { value: 'in', label: 'In' },
            { value: 'out', label: 'Out' },
          ]}
          onChange={(direction) => {
            change({ direction });
            onFilter({ ...filter, direction });
          }}
        />
        <NativeSelect
          label="Sort by"
          value={typed.order}
          options={[
            { value: 'time', label: 'Newest first' },
            { value: 'amount', label: 'Largest first' },
          ]}
          onChange={(value) => {
            const order = value === 'amount' ? 'amount' : 'time';
            change({ order });
            onFilter({ ...filter, order });
          }}
        />
        <TextButton expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fewer filters' : used > 0 ? `More filters (${count(used)} used)` : 'More filters'}
        </TextButton>
      </div>
      {open && (
        <>
          <CategoryChoice
            chosen={typed.categories}
            onChange={(categories) => {
              change({ categories });
              onFilter({ ...filter, categories });
            }}
          />
          <div className={css.fields}>
            <Field
              size="middle"
              type="date"
              label="First day"
              name="from"
              optional
              value={typed.from}
              onChange={(from) => change({ from })}
            />
            <Field
              size="middle"
              type="date"
              label="To"
              name="to"
              optional
              value={typed.to}
              onChange={(to) => change({ to })}
            />
            <Field
              size="middle"
              label="Minimum amount"
              name="min"
              inputMode="decimal"
              optional
              value={typed.min}
              unit={chains[chain].coin.symbol}
              onChange={(min) => change({ min })}
            />
            <Field
              size="middle"
              label="Maximum amount"
              name="max"
              inputMode="decimal"
              optional
              value={typed.max}
              unit={chains[chain].coin.symbol}
              onChange={(max) => change({ max })}
            />
            {chains[chain].hasTokens && (
              <Field
                size="middle"
                label="Asset"
                name="asset"
                mono
                optional
                placeholder="ether or a token contract"
                value={typed.asset}
                onChange={(asset) => change({ asset })}
              />
            )}
            <Field
              size="middle"
              label="Largest transfers only"
              name="top"
              inputMode="numeric"
              optional
              value={typed.top}
              onChange={(top) => change({ top })}
            />
          </div>
          <div className={css.apply}>
            {asked.kind === 'wrong' && <span role="alert">{asked.reason}</span>}
            <Button size="small" submit disabled={asked.kind === 'wrong'}>
              Apply filters
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
