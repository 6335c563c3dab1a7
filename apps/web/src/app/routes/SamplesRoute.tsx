import { useNavigate, useSearch } from '@tanstack/react-router';
import { SamplesPage } from '../../features/samples/components/SamplesPage.tsx';

export function SamplesRoute() {
  const from = '/home/compliance-dashboard';
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <SamplesPage
      // Each tab starts with its own filters.
      key={view.tab}
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
