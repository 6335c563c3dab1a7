import type { Blockchain } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { type BlockFilter, conditionCount } from '../../model/block/block-filter.ts';
import { BlockFilterForm } from './BlockFilterForm.tsx';

/** Returns the filter button and the filter form of a block's transactions; applying resets the page. */
export function useBlockFilter(
  chain: Blockchain,
  filter: BlockFilter,
): { button: ReactNode; form: ReactNode } {
  const navigate = useNavigate();
  const conditions = conditionCount(filter);
  const [open, setOpen] = useState(conditions > 0);
  const apply = (next: BlockFilter) =>
    void navigate({
      to: '.',
      search: (search) => ({
        ...search,
        page: undefined,
        minAmount: next.minAmount,
        maxAmount: next.maxAmount,
        type: next.type,
        entity: next.entity,
      }),
      replace: true,
      resetScroll: false,
    });
  return {
    button: (
      <Button
        size="small"
        icon={<SlidersHorizontal size={14} strokeWidth={1.8} aria-hidden="true" />}
        onClick={() => setOpen(!open)}
      >
        {conditions > 0 ? `Filter (${conditions})` : 'Filter'}
      </Button>
    ),
    form: open && (
      <BlockFilterForm key={JSON.stringify(filter)} chain={chain} filter={filter} onApply={apply} />
    ),
  };
}
