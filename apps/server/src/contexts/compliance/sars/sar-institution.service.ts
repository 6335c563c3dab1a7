import { type SarInstitution, sarInstitution, type SarInstitutionStored } from '@hopscope/contract';
import { canonicalJsonV1 } from '@hopscope/domain';
import type { Kysely, Selectable } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { SarInstitutionTable } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { findInstitution, putInstitution } from './sar-institution.store.ts';
import { presentPerson } from './sars.presenter.ts';

const read = (text: string): SarInstitution => sarInstitution.parse(JSON.parse(text));

/** Filing institution of an organization; existing reports don't change. */
export function createSarInstitutions(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, now } = options;

  async function present(row: Selectable<SarInstitutionTable> | undefined): Promise<SarInstitutionStored> {
    if (!row) return { institution: sarInstitution.parse({}), version: 0, updatedBy: null, updatedAt: null };
    const everybody = await people.findByIds(kysely, [row.updated_by]);
    return {
      institution: read(row.content),
      version: row.version,
      updatedBy: presentPerson(row.updated_by, everybody),
      updatedAt: row.updated_at.toISOString(),
    };
  }

  const get = async ({ organizationId }: Member): Promise<SarInstitutionStored> =>
    present(await findInstitution(kysely, organizationId));

  return {
    get,

    /** Undefined: not entered yet. */
    async stored(db: Kysely<Schema>, organizationId: string): Promise<SarInstitution | undefined> {
      const row = await findInstitution(db, organizationId);
      return row && read(row.content);
    },

    /** Throws 409 `changed_meanwhile` with the current institution if the version differs. */
    async put(
      by: ByMember,
      { institution, version }: { institution: SarInstitution; version: number },
    ): Promise<SarInstitutionStored> {
      const { actor, member, origin } = by;
      const { organizationId } = member;
      const isOutdated = await kysely.transaction().execute(async (trx) => {
        await organizations.lock(trx, organizationId);
        const before = await findInstitution(trx, organizationId);
        if ((before?.version ?? 0) !== version) return true;
        const content = canonicalJsonV1(institution);
        if (before?.content === content) return false;
        const at = new Date(now());
        const row = { organization_id: organizationId, content, updated_by: member.userId, updated_at: at };
        await putInstitution(trx, { ...row, version: version + 1 });
        const old = before && read(before.content);
        const names = Object.keys(institution) as (keyof SarInstitution)[];
        await audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId,
          action: 'sar_institution.changed',
          subject: { type: 'sar_institution', id: null },
          after: {
            version: version + 1,
            fields: names.filter(
              (name) => canonicalJsonV1(old?.[name]) !== canonicalJsonV1(institution[name]),
            ),
          },
        });
        return false;
      });
      const current = await get(member);
      if (!isOutdated) return current;
      throw new AppError('changed_meanwhile', 'Someone else changed the institution', {
        details: { current },
      });
    },
  };
}

export type SarInstitutions = ReturnType<typeof createSarInstitutions>;
