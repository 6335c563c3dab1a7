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

/** Returns whether the issuer of a token has frozen an address; part of the same call. */
export function useFrozen(address: string) {
  const { addressNames } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [attributeByAddress.id, organizationId, address, 'frozen'],
    enabled: ready && address.startsWith('0x'),
    queryFn: () => addressNames.isFrozen(address, organizationId),
  });
}
