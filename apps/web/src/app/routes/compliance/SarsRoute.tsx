import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { SarPage } from '../../../features/sars/components/SarPage.tsx';
import { SarsPage } from '../../../features/sars/components/SarsPage.tsx';

export function SarsRoute() {
  const from = '/home/sars';
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <SarsPage
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          // Showing the institution adds a step for the browser's back button; filters don't.
          replace: change.show === undefined,
          resetScroll: false,
        })
      }
    />
  );
}

export function SarRoute() {
  const from = '/home/sars/$id';
  const { id } = useParams({ from });
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <SarPage
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
