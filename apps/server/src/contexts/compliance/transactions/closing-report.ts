import type { Kysely } from 'kysely';
import { AppError, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { type HeldReport, holdReport, isInReport } from './reports.store.ts';

/** What a transaction that is closed with a report says of it. */
export interface ClosingReport {
  readonly id: string;
  readonly text: string;
  readonly submitted: boolean;
}

/** How a report is named on the transactions that it tells of. */
export const reportText = ({
  number,
  authority,
  reference,
}: Pick<HeldReport, 'number' | 'authority' | 'reference'>): string =>
  authority === null || reference === null
    ? `Report ${String(number)}`
    : `Report ${String(number)}, ${authority}: ${reference}`;

/**
 * The report that a transaction is to be closed with, held until the transaction ends; to be asked before the transaction is locked.
 * 404 for what the organization does not have, 409 for one that was given up, 400 for one that does not tell of the transaction.
 */
export async function closingReport(
  trx: Kysely<Schema>,
  { member }: ByMember,
  { sarId, transactionId }: { sarId: string; transactionId: string },
): Promise<ClosingReport> {
  const report = await holdReport(trx, member.organizationId, sarId);
  if (!report) throw notFound('Report not found');
  if (report.status === 'WITHDRAWN') throw conflict('This report was withdrawn');
  if (!(await isInReport(trx, report.id, transactionId))) {
    const message = 'This report does not include the transaction';
    throw new AppError('validation_failed', message, { fields: [{ field: 'sarId', message }] });
  }
  return { id: report.id, text: reportText(report), submitted: report.status === 'SUBMITTED' };
}
