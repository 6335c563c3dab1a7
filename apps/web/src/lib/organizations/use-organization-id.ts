import { useActiveOrganization } from './use-organizations.ts';

/** In whose name calls are made that an organization's settings decide about; not `ready` until that is known. */
export function useOrganizationId(): { ready: boolean; id: string | undefined } {
  const { organization, none, error } = useActiveOrganization();
  return { ready: organization !== undefined || none || error !== null, id: organization?._id };
}
