import { useSearch } from '@tanstack/react-router';
import { AddressList } from '../../../features/explorer/components/address/AddressList.tsx';

export function AddressListRoute() {
  const { list = '' } = useSearch({ from: '/home/block-explorer/addresses' });
  return <AddressList key={list} text={list} />;
}
