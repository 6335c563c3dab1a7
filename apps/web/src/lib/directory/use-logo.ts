import { getEntityLogo, logoCacheSeconds } from '@hopscope/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';

/** Converts an image to a data URL, which needs no token and need not be revoked. */
async function dataUrlOf(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The image cannot be read')));
    reader.readAsDataURL(image);
  });
}

function useAsk() {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return (entityId: string, logo: string | null | undefined) => ({
    queryKey: [getEntityLogo.id, organizationId, entityId, logo],
    enabled: ready && typeof logo === 'string',
    staleTime: logoCacheSeconds * 1000,
    retry: false as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const image = await api(getEntityLogo, { params: { entityId } }, { signal, organizationId });
      return image instanceof Blob ? dataUrlOf(image) : null;
    },
  });
}

/** Returns the logos of entities that have one, by entity; without those not loaded (yet). */
export function useLogos(entityIds: readonly string[]): ReadonlyMap<string, string> {
  const ask = useAsk();
  const combine = useCallback(
    (answers: readonly { data?: string | null | undefined }[]) =>
      new Map(entityIds.flatMap((id, i) => (answers[i]?.data ? [[id, answers[i].data] as const] : []))),
    [entityIds],
  );
  return useQueries({ queries: entityIds.map((id) => ask(id, id)), combine });
}

/** Returns the logo of an entity; undefined while loading, or if it has none. */
export function useLogo({ entity_id, logo }: { entity_id: string; logo?: string | null | undefined }) {
  const ask = useAsk();
  const { data } = useQuery(ask(entity_id, logo));
  return data ?? undefined;
}
