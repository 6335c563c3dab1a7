import { effectiveRole, membersShown, type MemberRole, type Organization } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { People } from '../people/people.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import { type AccessRules, type Credentials, findUnmetRule, rulesOf } from './access-rules.ts';
import { countMembers, type OrganizationRow } from './directory.store.ts';
import { presentOrganization } from './organizations.presenter.ts';
import { readFirstPeople } from './organizations.store.ts';

/** The caller. */
export interface Viewer extends Credentials {
  userId: string;
}

/** Reads organizations with all displayed data, together for several. */
export function createOrganizationViews(options: {
  people: Pick<People, 'findByIds'>;
  subscriptions: Pick<Subscriptions, 'limitsOfMany'>;
  /** The installation requires a second factor of everyone. */
  requireSecondFactor: boolean;
  now: () => number;
}) {
  const { people, subscriptions, requireSecondFactor, now } = options;

  function rulesFor(organization: OrganizationRow): AccessRules {
    const rules = rulesOf(organization);
    return { ...rules, requireSecondFactor: requireSecondFactor || rules.requireSecondFactor };
  }

  async function many(
    db: Kysely<Schema>,
    viewer: Viewer,
    rows: readonly { organization: OrganizationRow; role: MemberRole }[],
  ): Promise<Organization[]> {
    const ids = rows.map((row) => row.organization.id);
    const lines = await readFirstPeople(db, ids, { at: new Date(now()), limit: membersShown });
    const known = await people.findByIds(
      db,
      lines.flatMap((line) => line.user_id ?? []),
    );
    const counts = await countMembers(db, ids);
    const limits = await subscriptions.limitsOfMany(db, ids);
    return rows.map(({ organization, role }) =>
      presentOrganization(organization, {
        role: effectiveRole({ userId: viewer.userId, role }, organization.owner_id),
        unmetRule: findUnmetRule(rulesFor(organization), viewer, now()),
        lines: lines.filter((line) => line.organization_id === organization.id),
        people: known,
        memberCount: counts.get(organization.id) ?? 0,
        limits: limits.get(organization.id),
      }),
    );
  }

  return {
    many,
    /** One organization as a member with `role` sees it. */
    async one(
      db: Kysely<Schema>,
      viewer: Viewer,
      organization: OrganizationRow,
      role: MemberRole,
    ): Promise<Organization> {
      const [view] = await many(db, viewer, [{ organization, role }]);
      if (!view) throw new Error('One organization gives one view');
      return view;
    },
  };
}

export type OrganizationViews = ReturnType<typeof createOrganizationViews>;
