import {
  may,
  type CallInput,
  type complianceTeamEndpoints,
  teamLimits,
  type TeamReport,
} from '@hopscope/contract';
import { millisecondsOfDay, utcDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { teamCsv } from './team-csv.ts';
import { decidedInAll, presentBacklog, presentFigures, presentRule } from './team.presenter.ts';
import { sumFigures } from './figures.ts';
import { readBacklog, readRules, readWeeks, type TeamRange } from './team.store.ts';
import { compactTeamFigures } from './compact-weeks.store.ts';
import { mondayOf, mondaysBetween, weekName } from '../review/weeks.ts';

type Asked = NonNullable<CallInput<typeof complianceTeamEndpoints.getComplianceTeam>['query']>;

const weekMs = 7 * millisecondsOfDay;

/** Whole weeks, from a Monday up to before another. */
function weeksOf({ from, to }: Asked, now: number): { from: number; before: number } {
  const last =
    to === undefined ? (from === undefined ? now : Math.max(now, Date.parse(from))) : Date.parse(to);
  const first = from === undefined ? last - (teamLimits.weeks - 1) * weekMs : Date.parse(from);
  if (first > last) throw badRequest('validation_failed', 'The first day is after the last day');
  const range = { from: mondayOf(first), before: mondayOf(last) + weekMs };
  if (range.before - range.from > teamLimits.days * millisecondsOfDay) {
    throw badRequest('validation_failed', 'Choose at most 53 weeks');
  }
  return range;
}

/** How people decide, by week, person and alert rule, and what waits for them (docs/guide/team.md). */
export function createTeam(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'membersAmong'>;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, now } = options;

  /** People who left are not named; what they did stays. */
  async function namesOf(organizationId: string, ids: readonly string[]) {
    const [known, members] = await Promise.all([
      people.findByIds(kysely, ids),
      organizations.membersAmong(kysely, organizationId, ids),
    ]);
    return (id: string) => {
      const person = members.has(id) ? known.get(id) : undefined;
      return {
        person: {
          _id: id,
          name: person ? `${person.name} ${person.surname}`.trim() : 'Former member',
          email: person?.email ?? '',
        },
        former: !person,
      };
    };
  }

  async function report(
    { organizationId, userId, role }: Pick<Member, 'organizationId' | 'userId' | 'role'>,
    asked: Asked,
  ): Promise<TeamReport> {
    const at = new Date(now());
    const { from, before } = weeksOf(asked, at.getTime());
    const everybody = may(role, 'compliance.team');
    const own = { organizationId, userId: everybody ? undefined : userId };
    const range: TeamRange = { ...own, from, before };
    const [rows, rules, backlog] = await Promise.all([
      readWeeks(kysely, range),
      readRules(kysely, range),
      readBacklog(kysely, { ...own, at }),
    ]);
    const { total, weeks, people: figuresOf, cells } = sumFigures(rows);
    const nameOf = await namesOf(organizationId, [...figuresOf.keys()]);
    return {
      from: utcDay(from),
      to: utcDay(before - millisecondsOfDay),
      at: at.toISOString(),
      scope: everybody ? 'everybody' : 'own',
      total: presentFigures(total),
      weeks: mondaysBetween(from, before - millisecondsOfDay).map((monday) => ({
        week: weekName(monday),
        from: utcDay(monday),
        ...presentFigures(weeks.get(utcDay(monday))),
      })),
      people: [...figuresOf]
        .map(([id, figures]) => ({ ...nameOf(id), ...presentFigures(figures) }))
        .toSorted((a, b) => decidedInAll(b) - decidedInAll(a) || a.person.name.localeCompare(b.person.name)),
      cells: cells.slice(0, teamLimits.cells).map(({ week, personId, figures }) => ({
        week: weekName(Date.parse(week)),
        personId,
        ...presentFigures(figures),
      })),
      cellsCut: cells.length > teamLimits.cells,
      rules: rules.map(presentRule),
      rulesInAll: Number(rules[0]?.in_all ?? 0n),
      backlog: presentBacklog(backlog),
    };
  }

  return {
    report,

    /** Adds up what changes have added to the stored figures since the last call. */
    async addUp(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await compactTeamFigures(kysely)));
    },

    /** Records the download in the audit log. */
    async export(
      { actor, member, origin }: ByMember,
      { format, ...asked }: Asked & { format: 'csv' | 'json' },
    ) {
      const data = await report(member, asked);
      const { from, to, scope } = data;
      await kysely.transaction().execute((trx) =>
        audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId: member.organizationId,
          action: 'compliance_team.exported',
          subject: { type: 'compliance_team', id: null },
          after: { from, to, scope, format },
        }),
      );
      const text = format === 'csv' ? teamCsv(data) : `${JSON.stringify(data, null, 2)}\n`;
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
      return { type, filename: `team-${from}-${to}.${format}`, bytes: Buffer.from(text, 'utf8') };
    },
  };
}
