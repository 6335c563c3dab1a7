import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type {
  CaseAddressTable,
  CaseDocumentTable,
  CaseNoteTable,
  CaseTaskTable,
  CaseTransactionTable,
} from '../../../db/schema.ts';
import type { ComplianceTransactionTable } from '../../../db/schema.ts';

export type LinkedRow = Selectable<CaseTransactionTable>;
export type AddressRow = Selectable<CaseAddressTable>;
export type DocumentRow = Selectable<CaseDocumentTable>;
export type NoteRow = Selectable<CaseNoteTable>;
export type TaskRow = Selectable<CaseTaskTable>;
type TransactionRow = Selectable<ComplianceTransactionTable>;

/** Those of the organization among some ids. */
export async function findTransactions(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('happened_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Compliance transactions of a case, the latest first. */
export async function readTransactions(db: Kysely<Schema>, caseId: string): Promise<TransactionRow[]> {
  return db
    .selectFrom('compliance_transaction')
    .innerJoin('case_transaction', 'case_transaction.transaction_id', 'compliance_transaction.id')
    .where('case_transaction.case_id', '=', caseId)
    .selectAll('compliance_transaction')
    .orderBy('compliance_transaction.happened_at', 'desc')
    .orderBy('compliance_transaction.id')
    .execute();
}

export async function insertTransactions(trx: Kysely<Schema>, rows: readonly LinkedRow[]): Promise<void> {
  await trx.insertInto('case_transaction').values(rows).execute();
}

/** Whether it was there. */
export async function deleteTransaction(
  trx: Kysely<Schema>,
  caseId: string,
  transactionId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('case_transaction')
    .where('case_id', '=', caseId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function readAddresses(db: Kysely<Schema>, caseId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('case_address')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

export async function insertAddresses(trx: Kysely<Schema>, rows: readonly AddressRow[]): Promise<void> {
  await trx.insertInto('case_address').values(rows).execute();
}

export async function deleteAddress(
  trx: Kysely<Schema>,
  caseId: string,
  id: string,
): Promise<AddressRow | undefined> {
  return trx
    .deleteFrom('case_address')
    .where('case_id', '=', caseId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function readDocuments(db: Kysely<Schema>, caseId: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('case_document')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('added_at')
    .orderBy('document_id')
    .execute();
}

export async function insertDocument(trx: Kysely<Schema>, row: DocumentRow): Promise<void> {
  await trx.insertInto('case_document').values(row).execute();
}

export async function deleteDocument(
  trx: Kysely<Schema>,
  caseId: string,
  documentId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('case_document')
    .where('case_id', '=', caseId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function readNotes(db: Kysely<Schema>, caseId: string): Promise<NoteRow[]> {
  return db
    .selectFrom('case_note')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertNote(trx: Kysely<Schema>, row: NoteRow): Promise<void> {
  await trx.insertInto('case_note').values(row).execute();
}

export async function readTasks(db: Kysely<Schema>, caseId: string): Promise<TaskRow[]> {
  return db
    .selectFrom('case_task')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

export async function insertTask(trx: Kysely<Schema>, row: TaskRow): Promise<void> {
  await trx.insertInto('case_task').values(row).execute();
}

export async function updateTask(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<Omit<TaskRow, 'id' | 'case_id'>>,
): Promise<void> {
  await trx.updateTable('case_task').set(change).where('id', '=', id).execute();
}

export async function deleteTask(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('case_task').where('id', '=', id).execute();
}
