import { useNavigate, useSearch } from '@tanstack/react-router';
import { AlertsPage } from '../../../features/alerts/components/AlertsPage.tsx';

export function AlertsRoute() {
  const from = '/home/alerts';
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <AlertsPage
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
