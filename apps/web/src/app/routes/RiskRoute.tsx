import { useNavigate, useSearch } from '@tanstack/react-router';
import { AddressWork } from './SubjectActions.tsx';
import { RiskDashboard } from '../../features/risk/components/RiskDashboard.tsx';

const from = '/home/risk-dashboard';

export function RiskRoute() {
  const { address, year, asset } = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <RiskDashboard
      address={address}
      year={year}
      asset={asset}
      work={address !== undefined && <AddressWork address={address} />}
      onAsset={(chosen) =>
        void navigate({ search: (previous) => ({ ...previous, asset: chosen }), resetScroll: false })
      }
      onYear={(chosen) =>
        void navigate({
          search: (previous) => ({ ...previous, year: chosen }),
          replace: true,
          resetScroll: false,
        })
      }
      onSearch={(found) => void navigate({ search: { address: found } })}
    />
  );
}
