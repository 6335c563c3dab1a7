import {
  type AuditAction,
  exportAuditLog,
  exportInstallationAuditLog,
  listAuditLog,
  listInstallationAuditLog,
  verifyAuditLog,
  verifyInstallationAuditLog,
} from '@hopscope/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';

/** An organization's log, or the log of events outside organizations. */
export type AuditScope = { organizationId: string } | 'installation';
export const auditPageSize = 50;

function scopeKey(scope: AuditScope): string {
  return scope === 'installation' ? scope : scope.organizationId;
}

/** Reads a page of changes, newest first. */
export function useAuditLog(scope: AuditScope, page: number, action: AuditAction | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAuditLog.id, scopeKey(scope), page, action ?? 'all'],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page, limit: auditPageSize, ...(action !== undefined && { action }) };
      return scope === 'installation'
        ? (await api(listInstallationAuditLog, { query }, { signal })).data
        : (await api(listAuditLog, { params: { id: scope.organizationId }, query }, { signal })).data;
    },
  });
}

/** Verifies the hash chain on the server. */
export function useVerifyAuditLog(scope: AuditScope) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async () =>
      scope === 'installation'
        ? (await api(verifyInstallationAuditLog, {})).data
        : (await api(verifyAuditLog, { params: { id: scope.organizationId } })).data,
  });
}

/** Downloads the whole log as a file. */
export function useExportAuditLog(scope: AuditScope) {
  const { api } = useServices();
  return useMutation({
    mutationFn: () =>
      scope === 'installation'
        ? api(exportInstallationAuditLog, {})
        : api(exportAuditLog, { params: { id: scope.organizationId } }),
    onSuccess: (lines) => saveFile('hopscope-audit-log.ndjson', lines, 'application/x-ndjson'),
  });
}
