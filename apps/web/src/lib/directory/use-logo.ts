import { getEntityLogo, logoCacheSeconds } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';

/** The image as an address that needs no token and that nobody has to take back. */
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

/** The logo of an entity whose record names one; undefined while it is not there, and where there is none. */
export function useLogo({ entity_id, logo }: { entity_id: string; logo?: string | null | undefined }) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const { data } = useQuery({
    queryKey: [getEntityLogo.id, organizationId, entity_id, logo],
    enabled: ready && typeof logo === 'string',
    staleTime: logoCacheSeconds * 1000,
    retry: false,
    queryFn: async ({ signal }) => {
      const image = await api(getEntityLogo, { params: { entityId: entity_id } }, { signal, organizationId });
      return image instanceof Blob ? dataUrlOf(image) : null;
    },
  });
  return data ?? undefined;
}
