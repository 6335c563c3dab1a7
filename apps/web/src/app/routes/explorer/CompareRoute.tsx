import { useNavigate, useSearch } from '@tanstack/react-router';
import { ComparePage } from '../../../features/explorer/components/relations/ComparePage.tsx';

const from = '/home/block-explorer/compare';

export function CompareRoute() {
  const pair = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <ComparePage key={`${pair.a} ${pair.b}`} pair={pair} onCompare={(search) => void navigate({ search })} />
  );
}
