import type { ReactNode } from 'react';
import { addressChains, addressStatuses, categories } from '../model/addresses.ts';
import { spaced, titled } from '../model/levels.ts';
import type { SamplesView } from '../model/samples-view.ts';
import { Filters } from './Filters.tsx';

/** Filters of both address screens: category, status, blockchain, and search. */
export function AddressFilters({
  view,
  text,
  onText,
  onView,
  children,
}: {
  view: SamplesView;
  text: string;
  onText: (text: string) => void;
  onView: (change: SamplesView) => void;
  children: ReactNode;
}) {
  return (
    <Filters
      placeholder="Search by address, label or tag"
      text={text}
      onText={onText}
      choices={[
        {
          label: 'Category',
          value: view.category,
          all: 'All categories',
          options: categories.map((value) => ({ value, label: spaced(value) })),
          onChange: (category) => onView({ category }),
        },
        {
          label: 'Status',
          value: view.status?.toUpperCase(),
          all: 'All Statuses',
          options: addressStatuses.map((value) => ({ value, label: titled(value) })),
          onChange: (status) => onView({ status }),
        },
        {
          label: 'Blockchain',
          value: view.blockchain,
          all: 'All chains',
          options: addressChains.map((value) => ({ value, label: value })),
          onChange: (blockchain) => onView({ blockchain }),
        },
      ]}
    >
      {children}
    </Filters>
  );
}
