import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CasePage } from '../../../features/cases/components/case/CasePage.tsx';
import { CasesPage } from '../../../features/cases/components/CasesPage.tsx';

export function CasesRoute() {
  const from = '/home/cases';
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <CasesPage
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          // Opening a dialog adds a step for the browser's back button; filters don't.
          replace: change.new === undefined,
          resetScroll: false,
        })
      }
    />
  );
}

export function CaseRoute() {
  const from = '/home/cases/$id';
  const { id } = useParams({ from });
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <CasePage
      id={id}
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: change.dialog === undefined,
          resetScroll: false,
        })
      }
    />
  );
}
