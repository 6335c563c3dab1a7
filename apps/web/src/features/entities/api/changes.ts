import {
  approveChange,
  changeAttribution,
  type ChangeState,
  createEntity,
  deleteEntity,
  editEntity,
  getEntity,
  getEntityHistory,
  listDirectoryChanges,
  listEntities,
  listEntityAddresses,
  mergeEntities,
  rejectChange,
  suggestCorrection,
  unmergeEntity,
  withdrawChange,
} from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';

export const changePageSize = 20;
/** Queries that a change of the directory affects. */
const changes = [listDirectoryChanges, getEntity, getEntityHistory, listEntityAddresses, listEntities];

export interface ChangesView {
  page: number;
  state?: ChangeState | undefined;
  entity?: string | undefined;
}

/** Reads directory changes: all of them for editors, otherwise the person's own. */
export function useChanges({ page, state, entity }: ChangesView) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listDirectoryChanges.id, organizationId, page, state, entity],
    enabled: ready,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        listDirectoryChanges,
        { query: { page, limit: changePageSize, state, entity } },
        { signal, organizationId },
      ),
  });
}

/** Returns the organization in whose name the directory is changed: entities hidden from it can't be changed. */
function useAsOrganization() {
  return { organizationId: useOrganizationId().id };
}

export function useEditEntity() {
  return useCall(editEntity, { changes, ...useAsOrganization() });
}

export function useSuggestCorrection() {
  return useCall(suggestCorrection, { changes, ...useAsOrganization() });
}

/** Whether the person edits the directory, and whether a second editor has to approve. */
export function useEditing(): { editor: boolean; fourEyes: boolean } {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const { data } = useQuery({
    queryKey: [listDirectoryChanges.id, organizationId, 'editor'],
    enabled: ready,
    queryFn: ({ signal }) =>
      api(listDirectoryChanges, { query: { page: 1, limit: 1 } }, { signal, organizationId }),
  });
  return { editor: data?.editor ?? false, fourEyes: data?.fourEyes ?? false };
}

export function useCreateEntity() {
  return useCall(createEntity, { changes, ...useAsOrganization() });
}

export function useDeleteEntity() {
  return useCall(deleteEntity, { changes, ...useAsOrganization() });
}

export function useMergeEntities() {
  return useCall(mergeEntities, { changes, ...useAsOrganization() });
}

export function useChangeAttribution() {
  return useCall(changeAttribution, { changes, ...useAsOrganization() });
}

export function useSeparateEntity() {
  return useCall(unmergeEntity, { changes, ...useAsOrganization() });
}

export function useApproveChange() {
  return useCall(approveChange, { changes, ...useAsOrganization() });
}

export function useRejectChange() {
  return useCall(rejectChange, { changes, ...useAsOrganization() });
}

export function useWithdrawChange() {
  return useCall(withdrawChange, { changes, ...useAsOrganization() });
}
