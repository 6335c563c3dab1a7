import { attributeByAddress } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';

/** Who an address belongs to; asked for together with all others on the page. */
export function useAddressName(address: string) {
  const { addressNames } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [attributeByAddress.id, organizationId, address],
    enabled: ready,
    queryFn: () => addressNames.find(address, organizationId),
  });
}
