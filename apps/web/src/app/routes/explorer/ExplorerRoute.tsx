import { useSearch } from '@tanstack/react-router';
import { SetupCard } from '../../../features/onboarding/components/SetupCard.tsx';
import { ExplorerHome } from '../../../features/explorer/components/home/ExplorerHome.tsx';

export function ExplorerRoute() {
  const { blockchain } = useSearch({ from: '/home/block-explorer' });
  return <ExplorerHome chain={blockchain} before={<SetupCard />} />;
}
