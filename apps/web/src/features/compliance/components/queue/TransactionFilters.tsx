import { type Organization, statusGroups } from '@hopscope/contract';
import { chains, dayName, defaultChain, type RiskBand, utcDay } from '@hopscope/domain';
import { useState } from 'react';
import { useUser } from '../../../../lib/services.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Field } from '../../../../ui/form/Field.tsx';
import { FilterChip } from '../../../../ui/form/FilterChip.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { useReviewers } from '../../api/reviewers.ts';
import { problemOfAmount, typedOfUnits, unitsOfTyped } from '../../model/amount-field.ts';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import {
  defaultSortOf,
  isFiltered,
  noFilter,
  type ScreenerSearch,
  type TransactionTab,
} from '../../model/screener-search.ts';
import { statusNames } from '../../model/transaction-labels.ts';
import { orUndefined, useFilterDraft } from '../../model/use-filter-draft.ts';
import { chainOptions } from '../addresses/AddressFields.tsx';
import { FilterBar } from '../../../../ui/form/FilterBar.tsx';

interface Props {
  organization: Organization;
  tab: TransactionTab;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}

const all = 'all';
const blockchains = [{ value: all, label: 'All chains' }, ...chainOptions] as const;
const risks: readonly { value: RiskBand | typeof all; label: string }[] = [
  { value: all, label: 'All levels' },
  { value: 'high', label: 'High (above 70)' },
  { value: 'medium', label: 'Medium (41 to 70)' },
  { value: 'low', label: 'Low (up to 40)' },
  { value: 'unknown', label: 'Unknown' },
];
const names = ['client', 'search', 'from', 'to', 'min', 'max'] as const;

/** Filters by reviewer: everybody, the person, or a colleague. */
function ReviewerFilter({
  organization,
  view,
  onNarrow,
}: {
  organization: Organization;
  view: ScreenerSearch;
  onNarrow: (change: ScreenerSearch) => void;
}) {
  const { _id: me } = useUser();
  const { data } = useReviewers(organization._id);
  const others = (data ?? []).flatMap(({ userId, name, surname }) =>
    userId === null || userId === me ? [] : [{ value: userId, label: `${name} ${surname}` }],
  );
  return (
    <SelectField
      label="Assigned to"
      searchable
      value={view.reviewer ?? all}
      options={[{ value: all, label: 'Anyone' }, { value: me, label: 'Me' }, ...others]}
      onChange={(value) => onNarrow({ reviewer: value === all ? undefined : value })}
    />
  );
}

function StatusFilter({
  tab,
  view,
  onNarrow,
}: Pick<Props, 'tab' | 'view'> & { onNarrow: (change: ScreenerSearch) => void }) {
  const statuses = statusGroups[tab];
  const value = statuses.find((status) => status === view.status);
  return (
    <SelectField
      label="Status"
      value={value ?? all}
      options={[
        { value: all, label: 'All statuses' },
        ...statuses.map((status) => ({ value: status, label: statusNames[status] })),
      ]}
      onChange={(next) => onNarrow({ status: statuses.find((status) => status === next) })}
    />
  );
}

/** Describes days as a filter; undefined without any. */
function spanText(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && to !== undefined) return `${dayName(from, 'short')} to ${dayName(to, 'short')}`;
  if (from !== undefined) return `since ${dayName(from, 'short')}`;
  return to === undefined ? undefined : `until ${dayName(to, 'short')}`;
}

/** Describes amounts as a filter; undefined without any. */
function rangeText(
  { minAmount, maxAmount }: ScreenerSearch,
  { symbol, decimals }: { symbol: string; decimals: number },
): string | undefined {
  const [min, max] = [typedOfUnits(minAmount, decimals), typedOfUnits(maxAmount, decimals)];
  if (min !== '' && max !== '') return `${min} to ${max} ${symbol}`;
  if (min !== '') return `from ${min} ${symbol}`;
  return max === '' ? undefined : `up to ${max} ${symbol}`;
}

/** Filters of a list of transactions; amounts are typed in the chain's coin and sent in its smallest unit. */
export function TransactionFilters({ organization, tab, view, onView }: Props) {
  const chain = view.blockchain ?? defaultChain;
  const unit = chains[chain].coin;
  const { typed, type } = useFilterDraft({
    client: view.client ?? '',
    search: view.search ?? '',
    from: view.from ?? '',
    to: view.to ?? '',
    min: typedOfUnits(view.minAmount, unit.decimals),
    max: typedOfUnits(view.maxAmount, unit.decimals),
  });
  const [problems, setProblems] = useState<Partial<Record<(typeof names)[number], string>>>({});
  const today = utcDay(useNow() * 1000);
  const narrow = (change: ScreenerSearch) => onView({ page: undefined, ...change });

  function apply() {
    const [min, max] = [unitsOfTyped(typed.min, unit.decimals), unitsOfTyped(typed.max, unit.decimals)];
    const found = {
      ...(min === undefined && { min: problemOfAmount(typed.min, unit.decimals) }),
      ...(max === undefined && { max: problemOfAmount(typed.max, unit.decimals) }),
      ...(min && max && BigInt(min) > BigInt(max) && { max: 'Enter an amount not below the minimum' }),
      ...(typed.from !== '' &&
        typed.to !== '' &&
        typed.from > typed.to && { to: 'Enter a day not before the first day' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const change: ScreenerSearch = {
      client: orUndefined(typed.client),
      search: orUndefined(typed.search),
      from: orUndefined(typed.from),
      to: orUndefined(typed.to),
      minAmount: orUndefined(min ?? ''),
      maxAmount: orUndefined(max ?? ''),
    };
    const known = Object.entries(change).every(
      ([name, value]) => view[name as keyof ScreenerSearch] === value,
    );
    if (!known) narrow(change);
  }

  const text = (name: (typeof names)[number], label: string) => ({
    label,
    name,
    size: 'middle' as const,
    optional: true,
    value: typed[name],
    error: problems[name],
    onChange: (value: string) => type(name, value),
  });
  const amount = { type: 'number', step: '0.0001', min: '0', unit: unit.symbol } as const;
  const mixed =
    (view.blockchain === undefined || chains[chain].hasTokens) &&
    'Other assets are compared by their value at the time';
  return (
    <FilterBar filtered={isFiltered(view)} onApply={apply} onReset={() => narrow(noFilter)}>
      <SelectField
        label="Blockchain"
        value={view.blockchain ?? all}
        options={blockchains}
        onChange={(value) =>
          narrow({
            blockchain: value === all ? undefined : value,
            minAmount: undefined,
            maxAmount: undefined,
          })
        }
      />
      <SelectField
        label="Risk"
        value={view.risk ?? all}
        options={risks}
        onChange={(value) => narrow({ risk: value === all ? undefined : value })}
      />
      {tab !== 'unassigned' && (
        <>
          <StatusFilter tab={tab} view={view} onNarrow={narrow} />
          <ReviewerFilter organization={organization} view={view} onNarrow={narrow} />
        </>
      )}
      <Field {...text('client', 'Client ID')} placeholder="Client ID" maxLength={200} />
      <Field
        {...text('search', 'Transaction or address')}
        mono
        maxLength={200}
        placeholder="Transaction or address"
      />
      <FilterChip
        title="Time"
        chosen={spanText(view.from, view.to)}
        wrong={problems.from !== undefined || problems.to !== undefined}
      >
        <Field {...text('from', 'First day (UTC)')} type="date" max={today} />
        <Field {...text('to', 'Last day (UTC)')} type="date" max={today} />
      </FilterChip>
      <FilterChip
        title="Amount"
        chosen={rangeText(view, unit)}
        wrong={problems.min !== undefined || problems.max !== undefined}
      >
        <Field {...text('min', 'Minimum amount')} {...amount} {...(mixed && { help: mixed })} />
        <Field {...text('max', 'Maximum amount')} {...amount} />
      </FilterChip>
      {(view.sort ?? defaultSortOf(tab)) === 'riskScores.desc' && (
        <CheckBox
          label="Grouped"
          checked={view.group !== 'none'}
          onChange={(on) => narrow({ group: on ? undefined : 'none' })}
        />
      )}
    </FilterBar>
  );
}
