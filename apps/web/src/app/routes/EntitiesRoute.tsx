import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChangesPage } from '../../features/entities/components/ChangesCard.tsx';
import { EntityExplorer } from '../../features/entities/components/EntityExplorer.tsx';

export function EntitiesRoute() {
  const from = '/home/blockham';
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <EntityExplorer
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
      onEntity={(entity) => void navigate({ search: { entity } })}
    />
  );
}

export function EntityChangesRoute() {
  const from = '/home/blockham/changes';
  const { page = 1, state } = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <ChangesPage
      page={page}
      state={state}
      onState={(next) => void navigate({ search: { state: next }, replace: true })}
    />
  );
}
