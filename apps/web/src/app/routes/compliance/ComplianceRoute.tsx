import { useNavigate, useSearch } from '@tanstack/react-router';
import { ComplianceScreener } from '../../../features/compliance/components/ComplianceScreener.tsx';
import { FindingsPage } from '../../../features/compliance/components/findings/FindingsPage.tsx';

const from = '/home/compliance-screener';

export function ComplianceRoute() {
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <ComplianceScreener
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          // Opening a transaction or dialog adds a step for the browser's back button; filters don't.
          replace: change.transaction === undefined && change.dialog === undefined,
          resetScroll: false,
        })
      }
    />
  );
}

export function LabelChangesRoute() {
  const at = '/home/compliance-screener/changes';
  const view = useSearch({ from: at });
  const navigate = useNavigate({ from: at });
  return (
    <FindingsPage
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
