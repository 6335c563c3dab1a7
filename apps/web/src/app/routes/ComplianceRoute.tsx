import { useNavigate, useSearch } from '@tanstack/react-router';
import { ComplianceScreener } from '../../features/compliance/components/ComplianceScreener.tsx';

const from = '/home/compliance-screener';

export function ComplianceRoute() {
  const view = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <ComplianceScreener
      view={view}
      onView={(change) =>
        void navigate({
          search: (kept) => ({ ...kept, ...change }),
          // Opening a transaction or dialog is a step that the browser's back button undoes; filters are none.
          replace: change.transaction === undefined && change.dialog === undefined,
          resetScroll: false,
        })
      }
    />
  );
}
