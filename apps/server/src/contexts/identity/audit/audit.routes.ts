import {
  erasePerson,
  exportAuditLog,
  exportInstallationAuditLog,
  listAuditLog,
  listInstallationAuditLog,
  verifyAuditLog,
  verifyInstallationAuditLog,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function auditRoutes({ route, download }: Router, { audit, removal }: Context): void {
  route(listAuditLog, async ({ member, query }) => ({
    data: await audit.list(member.organizationId, query),
  }));
  route(verifyAuditLog, async ({ member }) => ({ data: await audit.verify(member.organizationId) }));
  download(exportAuditLog, async ({ member, actor, origin }) => ({
    filename: `audit-log-${member.organizationId}.ndjson`,
    lines: await audit.exportFor(member.organizationId, { actor, origin, role: member.role }),
  }));
  route(listInstallationAuditLog, async ({ query }) => ({ data: await audit.list(null, query) }));
  route(verifyInstallationAuditLog, async () => ({ data: await audit.verify(null) }));
  download(exportInstallationAuditLog, async ({ actor, origin }) => ({
    filename: 'audit-log.ndjson',
    lines: await audit.exportFor(null, { actor, origin, role: 'operator' }),
  }));
  route(erasePerson, async ({ body, actor, origin }) => ({
    data: { erased: await removal.eraseEmail({ actor, origin }, body) },
  }));
}
