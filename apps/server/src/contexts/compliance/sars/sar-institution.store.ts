import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { SarInstitutionTable } from '../../../db/schema.ts';

type Row = Selectable<SarInstitutionTable>;

export async function findInstitution(db: Kysely<Schema>, organizationId: string): Promise<Row | undefined> {
  return db
    .selectFrom('sar_institution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

export async function putInstitution(trx: Kysely<Schema>, row: Row): Promise<void> {
  const { organization_id: _organization, ...rest } = row;
  await trx
    .insertInto('sar_institution')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(rest))
    .execute();
}
