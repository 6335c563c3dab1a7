import { useNavigate, useSearch } from '@tanstack/react-router';
import { TeamPage } from '../../../features/compliance/components/team/TeamPage.tsx';

export function TeamRoute() {
  const at = '/home/compliance-screener/team';
  const view = useSearch({ from: at });
  const navigate = useNavigate({ from: at });
  return (
    <TeamPage
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
