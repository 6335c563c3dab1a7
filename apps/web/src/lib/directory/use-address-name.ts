import { attributeByAddress } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';

/** Returns the owner of an address; batched with the other addresses of the page. */
export function useAddressName(address: string) {
  const { addressNames } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [attributeByAddress.id, organizationId, address],
    enabled: ready,
    queryFn: () => addressNames.find(address, organizationId),
  });
}

/** Returns what contracts state about an address; part of the same call. */
export function useStatedFacts(address: string) {
  const { addressNames } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [attributeByAddress.id, organizationId, address, 'stated'],
    enabled: ready && address.startsWith('0x'),
    queryFn: () => addressNames.stated(address, organizationId),
  });
}
