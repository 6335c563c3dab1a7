import { useNavigate, useSearch } from '@tanstack/react-router';
import { TravelRulePage } from '../../../features/compliance/components/travel-rule/TravelRulePage.tsx';

export function TravelRuleRoute() {
  const at = '/home/compliance-screener/travel-rule';
  const view = useSearch({ from: at });
  const navigate = useNavigate({ from: at });
  return (
    <TravelRulePage
      view={view}
      onView={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, ...change }),
          replace: change.transfer === undefined,
          resetScroll: false,
        })
      }
    />
  );
}
