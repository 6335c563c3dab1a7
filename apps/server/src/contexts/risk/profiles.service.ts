import type { RiskProfileRow } from '@hopscope/contract';
import { defaultProfile, parseProfile, ProfileError, profileVersion, type RiskProfile } from '@hopscope/risk';
import type { Kysely, Selectable } from 'kysely';
import { AppError, conflict, notFound } from '../../lib/app-error.ts';
import { createLru } from '../../lib/lru.ts';
import type { Schema } from '../../db/schema.ts';
import type { RiskProfileTable } from '../../db/schema.ts';
import type { Audit, AuditRecord } from '../identity/audit/audit.service.ts';
import type { Viewing } from '../directory/attributions/csam.ts';
import { type ByMember, type Memberships, personOf } from '../identity/organizations/membership.service.ts';

type Row = Selectable<RiskProfileTable>;

const noDraft = (): AppError => notFound('There is no draft of a risk profile');

/** The default, as the first of every list. */
const builtIn = (): RiskProfileRow => ({
  number: 0,
  state: 'active',
  version: profileVersion(defaultProfile),
  settings: { ...defaultProfile },
  reason: null,
  writtenAt: null,
  activatedAt: null,
});

const parsed = createLru<string, RiskProfile>({ most: 100 });

/** Profiles that were checked when they were written. */
function settingsOf({ settings }: Pick<Row, 'settings'>): RiskProfile {
  const profile = parsed.get(settings) ?? parseProfile(JSON.parse(settings));
  parsed.set(settings, profile);
  return profile;
}

function presentRow(row: Row): RiskProfileRow {
  return {
    number: row.number,
    state: row.state,
    version: row.version,
    settings: { ...settingsOf(row) },
    reason: row.reason,
    writtenAt: row.written_at.toISOString(),
    activatedAt: row.activated_at?.toISOString() ?? null,
  };
}

/** 400 with every field that is wrong. */
function check(settings: Record<string, unknown>): RiskProfile {
  try {
    return parseProfile(settings);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const fields = error.problems.map(({ path, problem }) => ({
      field: `settings.${path}`,
      message: problem,
    }));
    throw new AppError('validation_failed', `The profile is invalid: ${error.message}`, { fields });
  }
}

/** Risk profiles of organizations: every version is stored, one is active, and at most one is a draft. */
export function createRiskProfiles(options: {
  kysely: Kysely<Schema>;
  smallReads: Kysely<Schema>;
  audit: Audit;
  memberships: Memberships;
  now: () => number;
}) {
  const { kysely, smallReads, audit, memberships, now } = options;

  const find = (db: Kysely<Schema>, organizationId: string, state: Row['state']): Promise<Row | undefined> =>
    db
      .selectFrom('risk_profile')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('state', '=', state)
      .executeTakeFirst();

  const recordOf = ({ actor, member, origin }: ByMember): Omit<AuditRecord, 'action' | 'subject'> => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
  });

  /** Both writers wait for each other at the organization's row. */
  async function lock(trx: Kysely<Schema>, organizationId: string): Promise<void> {
    await trx
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  async function active(organizationId: string): Promise<RiskProfile> {
    const row = await find(smallReads, organizationId, 'active');
    return row ? settingsOf(row) : defaultProfile;
  }

  return {
    active,

    /** Returns an earlier or the active profile of an organization by its version; undefined if there is none. */
    async ofVersion(organizationId: string, version: string): Promise<RiskProfile | undefined> {
      if (version === profileVersion(defaultProfile)) return defaultProfile;
      const row = await kysely
        .selectFrom('risk_profile')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('version', '=', version)
        .executeTakeFirst();
      return row && settingsOf(row);
    },

    /** Returns the profile of an organization, or the default without one. Throws 404 for callers who aren't members. */
    async ofCall({ actor, asOrganization }: Viewing): Promise<RiskProfile> {
      if (asOrganization === null) return defaultProfile;
      const { organizationId } = await memberships.require(personOf(actor), asOrganization, 'risk.read');
      return active(organizationId);
    },

    /** Returns all versions, newest first; the default comes last, or is the only one. */
    async list(organizationId: string): Promise<RiskProfileRow[]> {
      const rows = await kysely
        .selectFrom('risk_profile')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('number', 'desc')
        .execute();
      const own = rows.some(({ state }) => state === 'active');
      return [...rows.map(presentRow), { ...builtIn(), ...(own && { state: 'replaced' }) }];
    },

    /** Returns the draft. Throws 404 if there is none. */
    async draft(organizationId: string): Promise<RiskProfile> {
      const row = await find(kysely, organizationId, 'draft');
      if (!row) throw noDraft();
      return settingsOf(row);
    },

    async writeDraft(
      by: ByMember,
      { settings, reason }: { settings: Record<string, unknown>; reason: string },
    ): Promise<RiskProfileRow> {
      const profile = check(settings);
      const { organizationId, userId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        await lock(trx, organizationId);
        const before = await find(trx, organizationId, 'draft');
        const { top } = await trx
          .selectFrom('risk_profile')
          .select(({ fn }) => fn.max('number').as('top'))
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow();
        if (before) {
          await trx
            .deleteFrom('risk_profile')
            .where('organization_id', '=', organizationId)
            .where('state', '=', 'draft')
            .execute();
        }
        const row = await trx
          .insertInto('risk_profile')
          .values({
            organization_id: organizationId,
            number: before?.number ?? (top ?? 0) + 1,
            state: 'draft',
            version: profileVersion(profile),
            settings: JSON.stringify(profile),
            reason,
            written_by: userId,
            written_at: new Date(now()),
            activated_by: null,
            activated_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit.record(trx, {
          ...recordOf(by),
          action: 'risk_profile.drafted',
          subject: { type: 'risk_profile', id: null },
          after: { number: row.number, version: row.version },
          reason,
        });
        return presentRow(row);
      });
    },

    /** Throws 404 without a draft, and 409 if the version differs. */
    async activate(by: ByMember, version: string): Promise<RiskProfileRow> {
      const { organizationId, userId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        await lock(trx, organizationId);
        const draft = await find(trx, organizationId, 'draft');
        if (!draft) throw noDraft();
        if (draft.version !== version) {
          throw conflict('The draft has changed. Reload it and try again.');
        }
        const before = await find(trx, organizationId, 'active');
        await trx
          .updateTable('risk_profile')
          .set({ state: 'replaced' })
          .where('organization_id', '=', organizationId)
          .where('state', '=', 'active')
          .execute();
        const row = await trx
          .updateTable('risk_profile')
          .set({ state: 'active', activated_by: userId, activated_at: new Date(now()) })
          .where('organization_id', '=', organizationId)
          .where('state', '=', 'draft')
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit.record(trx, {
          ...recordOf(by),
          action: 'risk_profile.activated',
          subject: { type: 'risk_profile', id: null },
          before: before && { number: before.number, version: before.version },
          after: { number: row.number, version: row.version },
          reason: row.reason,
        });
        return presentRow(row);
      });
    },
  };
}

export type RiskProfiles = ReturnType<typeof createRiskProfiles>;
