import type { Blockchain } from '@hopscope/contract';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { LinkButton } from '../../../../ui/button/LinkButton.tsx';
import { blockSearch } from '../../../../lib/search/block-search.ts';

/** Links to the previous and the next block. */
export function BlockNeighbors({
  block,
}: {
  block: { blockchain: Blockchain; number: number; next_hash: string | null };
}) {
  const to = '/home/block-explorer/block/$block';
  const search = blockSearch(block.blockchain);
  return (
    <>
      {block.number > 0 && (
        <LinkButton to={to} params={{ block: String(block.number - 1) }} search={search} rel="prev">
          <ChevronLeft size={16} strokeWidth={1.6} aria-hidden="true" />
          Previous
        </LinkButton>
      )}
      {block.next_hash !== null && (
        <LinkButton to={to} params={{ block: String(block.number + 1) }} search={search} rel="next">
          Next
          <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" />
        </LinkButton>
      )}
    </>
  );
}
