import { useParams, useSearch } from '@tanstack/react-router';
import { AddressPage } from '../../features/explorer/components/AddressPage.tsx';

const from = '/home/block-explorer/address/$address';

export function AddressRoute() {
  const { address } = useParams({ from });
  const { page = 1 } = useSearch({ from });
  return <AddressPage key={address} address={address} page={page} />;
}
