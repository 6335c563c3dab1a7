import type { Kysely } from 'kysely';
import { AppError, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { type LockedReport, lockReport, isInReport } from './reports.store.ts';

/** Report fields of a closed transaction. */
export interface ClosingReport {
  readonly id: string;
  readonly text: string;
  readonly submitted: boolean;
}

/** Returns the name of a report on its transactions. */
export const reportText = ({
  number,
  authority,
  reference,
}: Pick<LockedReport, 'number' | 'authority' | 'reference'>): string =>
  authority === null || reference === null
    ? `Report ${String(number)}`
    : `Report ${String(number)}, ${authority}: ${reference}`;

/**
 * Returns the report to close a transaction with, locked until the transaction ends. Call before locking the compliance
 * transaction. Throws 404 if it isn't in the organization, 409 if it is withdrawn, and 400 if it doesn't include the
 * transaction.
 */
export async function closingReport(
  trx: Kysely<Schema>,
  { member }: ByMember,
  { sarId, transactionId }: { sarId: string; transactionId: string },
): Promise<ClosingReport> {
  const report = await lockReport(trx, member.organizationId, sarId);
  if (!report) throw notFound('Report not found');
  if (report.status === 'WITHDRAWN') throw conflict('This report was withdrawn');
  if (!(await isInReport(trx, report.id, transactionId))) {
    const message = 'This report does not include the transaction';
    throw new AppError('validation_failed', message, { fields: [{ field: 'sarId', message }] });
  }
  return { id: report.id, text: reportText(report), submitted: report.status === 'SUBMITTED' };
}
