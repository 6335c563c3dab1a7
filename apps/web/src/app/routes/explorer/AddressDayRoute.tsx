import { useParams } from '@tanstack/react-router';
import { AddressDay } from '../../../features/explorer/components/address/AddressDay.tsx';

export function AddressDayRoute() {
  const { address, date } = useParams({ from: '/home/block-explorer/address/$address/day/$date' });
  return <AddressDay address={address} date={date} />;
}
