import { useActiveOrganization } from './use-organizations.ts';

/** Returns the organization of calls that depend on its settings; not `ready` until it is known. */
export function useOrganizationId(): { ready: boolean; id: string | undefined } {
  const { organization, none, error } = useActiveOrganization();
  return { ready: organization !== undefined || none || error !== null, id: organization?._id };
}
