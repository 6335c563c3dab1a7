import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChecksPage } from '../../../features/compliance/components/checks/ChecksPage.tsx';

export function ChecksRoute() {
  const at = '/home/compliance-screener/checks';
  const view = useSearch({ from: at });
  const navigate = useNavigate({ from: at });
  return (
    <ChecksPage
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: change.check === undefined,
          resetScroll: false,
        })
      }
    />
  );
}
