import { useParams, useSearch } from '@tanstack/react-router';
import { BlockPage } from '../../../features/explorer/components/block/BlockPage.tsx';

const from = '/home/block-explorer/block/$block';

export function BlockRoute() {
  const { block } = useParams({ from });
  const { page = 1, blockchain, ...filter } = useSearch({ from });
  return (
    <BlockPage key={`${blockchain}-${block}`} block={block} chain={blockchain} page={page} filter={filter} />
  );
}
