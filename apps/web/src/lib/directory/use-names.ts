import { attributeByAddress } from '@hopscope/contract';
import { useQueries } from '@tanstack/react-query';
import type { NamedAddress } from './address-names.ts';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';

export interface Names {
  byAddress: ReadonlyMap<string, NamedAddress>;
  /** All lookups are complete. */
  done: boolean;
}

/** Reads attributions of several addresses; shares the cache with lookups of single addresses. */
export function useNames(addresses: readonly string[]): Names {
  const { addressNames } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asked = [...new Set(addresses)];
  const results = useQueries({
    queries: asked.map((address) => ({
      queryKey: [attributeByAddress.id, organizationId, address],
      enabled: ready,
      queryFn: () => addressNames.find(address, organizationId),
    })),
  });
  const found = asked.flatMap((address, i) => {
    const named = results[i]?.data;
    return named ? [[address, named] as const] : [];
  });
  return { byAddress: new Map(found), done: results.every(({ isPending }) => !isPending) };
}
