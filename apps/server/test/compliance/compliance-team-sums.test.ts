import { randomUUID } from 'node:crypto';
import type { TeamFigures } from '@hopscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { compactTeamFigures } from '../../src/contexts/compliance/team/compact-weeks.store.ts';
import { createTeam } from '../../src/contexts/compliance/team/team.service.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';

/** A Monday. */
const start = Date.UTC(2026, 0, 5);
const hour = 3_600_000;
const week = 168 * hour;
const persons = Array.from({ length: 3 }, () => randomUUID());
const rules = Array.from({ length: 2 }, () => randomUUID());
const organizations = Array.from({ length: 2 }, () => randomUUID());

const step = fc.record({
  which: fc.nat(5),
  person: fc.constantFrom(...persons),
  hours: fc.integer({ min: 0, max: 3 * 168 - 1 }),
  what: fc.constantFrom(
    'look',
    'look',
    'APPROVED',
    'APPROVED',
    'CLOSED_WITH_NOTE',
    'CLOSED_WITH_SAR',
    'reopening',
  ),
  seconds: fc.option(fc.nat(500), { nil: null }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const change = fc.oneof(
  fc.record({ kind: fc.constant('steps' as const), steps: fc.array(step, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('steps' as const), steps: fc.array(step, { minLength: 1, maxLength: 1 }) }),
  fc.record({
    kind: fc.constant('flags' as const),
    which: fc.nat(5),
    overThreshold: fc.boolean(),
    reported: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('alert' as const), which: fc.nat(5), rule: fc.option(fc.nat(1)) }),
  fc.record({
    kind: fc.constantFrom('no alerts', 'no steps', 'last step', 'no transaction'),
    which: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('retention' as const), some: fc.subarray([0, 1, 2, 3, 4, 5]) }),
  fc.record({ kind: fc.constant('add up' as const) }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** The last step of its transaction, if it is a decision. */
const stands = `s.kind = 'decision' and not exists (
  select from review_step l where l.transaction_id = s.transaction_id and l.number > s.number)`;
const quantile = (share: number, kind: string): string =>
  `percentile_disc(${share}) within group (order by seconds) filter (where kind = '${kind}' and seconds is not null)`;

/** Counts the figures from the steps: by week, by person, by both, and all. */
const recount = `
  with steps as (
    select s.kind, s.outcome, s.actor_id, s.seconds, date_trunc('week', s.at at time zone 'UTC')::date as monday,
      t.over_threshold and ${stands} as reviewed, t.sar_submitted or s.outcome = 'CLOSED_WITH_SAR' as reported
    from review_step s left join compliance_transaction t on t.id = s.transaction_id
    where s.organization_id = $1 and s.at >= $2 and s.at < $3
  )
  select to_char(monday, 'YYYY-MM-DD') as week, actor_id,
    count(*) filter (where outcome = 'APPROVED')::int4 as approved,
    count(*) filter (where outcome = 'CLOSED_WITH_NOTE')::int4 as noted,
    count(*) filter (where outcome = 'CLOSED_WITH_SAR')::int4 as reported,
    count(*) filter (where kind = 'reopening')::int4 as reopened,
    count(*) filter (where kind = 'look')::int4 as first_reviews,
    ${quantile(0.5, 'look')} as look_median, ${quantile(0.9, 'look')} as look_p90,
    count(seconds) filter (where kind = 'decision')::int4 as decisions,
    ${quantile(0.5, 'decision')} as decision_median, ${quantile(0.9, 'decision')} as decision_p90,
    count(*) filter (where reviewed)::int4 as reviewed,
    count(*) filter (where reviewed and not reported)::int4 as false_positives
  from steps group by grouping sets ((), (monday), (actor_id), (monday, actor_id))`;

const recountRules = `
  select a.rule_id, count(*)::int4 as reviewed,
    count(*) filter (where not (t.sar_submitted or s.outcome = 'CLOSED_WITH_SAR'))::int4 as false_positives
  from review_step s
  join alert a on a.transaction_id = s.transaction_id and a.organization_id = s.organization_id
  join compliance_transaction t on t.id = s.transaction_id
  where s.organization_id = $1 and s.at >= $2 and s.at < $3 and ${stands} and a.rule_id is not null
  group by a.rule_id`;

interface Counted {
  week: string | null;
  actor_id: string | null;
  approved: number;
  noted: number;
  reported: number;
  reopened: number;
  first_reviews: number;
  look_median: number | null;
  look_p90: number | null;
  decisions: number;
  decision_median: number | null;
  decision_p90: number | null;
  reviewed: number;
  false_positives: number;
}

const expected = (row: Counted): TeamFigures => ({
  decided: { APPROVED: row.approved, CLOSED_WITH_NOTE: row.noted, CLOSED_WITH_SAR: row.reported },
  reopened: row.reopened,
  firstReview: { count: row.first_reviews, median: row.look_median, p90: row.look_p90 },
  decision: { count: row.decisions, median: row.decision_median, p90: row.decision_p90 },
  overThreshold: {
    reviewed: row.reviewed,
    falsePositives: row.false_positives,
    rate: row.reviewed === 0 ? null : Math.round((row.false_positives / row.reviewed) * 10_000) / 10_000,
  },
});

function teamOf(db: SqlDatabase) {
  return createTeam({
    kysely: createKysely(db),
    audit: { record: () => Promise.reject(new Error('Nothing is exported here')) },
    people: { findByIds: async () => new Map() },
    organizations: { membersAmong: async () => new Set() },
    now: () => start,
  });
}

const byName = <T>(named: readonly (readonly [string, T])[]) => Object.fromEntries(named);

const figuresOf = ({
  decided,
  reopened,
  firstReview,
  decision,
  overThreshold,
}: TeamFigures): TeamFigures => ({
  decided,
  reopened,
  firstReview,
  decision,
  overThreshold,
});

describeWithDatabase('Sums of team figures', (databases) => {
  test('are what counting every step gives, after whatever happens to steps, transactions, and alerts', async () => {
    const db = await databases.empty();
    const kysely = createKysely(db);
    const team = teamOf(db);
    const rows = async <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> =>
      (await withSession(db, (session) => session.query<Row>(text, params))).rows;
    const clock = { rows, clock: start };

    /** Numbers of steps, as the history gives them: the first look is 0, others ascend. */
    let number = 0;
    async function insertSteps(ids: readonly string[], steps: readonly Step[]): Promise<void> {
      const looked = new Set(
        (
          await rows<{ transaction_id: string }>('select transaction_id from review_step where number = 0')
        ).map((row) => row.transaction_id),
      );
      const written = steps.flatMap(({ which, person, hours, what, seconds }) => {
        const id = ids[which % ids.length] ?? '';
        const isLook = what === 'look';
        if (isLook && looked.has(id)) return [];
        if (isLook) looked.add(id);
        const kind = isLook || what === 'reopening' ? what : 'decision';
        const outcome = kind === 'decision' ? what : null;
        const organization = organizations[which % 2];
        const at = new Date(start + hours * hour).toISOString();
        return [{ id, number: isLook ? 0 : ++number, organization, kind, outcome, at, person, seconds }];
      });
      await rows(
        `insert into review_step (transaction_id, number, organization_id, kind, outcome, at, actor_id, seconds)
         select id, number, organization, kind, outcome, at, person, seconds from jsonb_to_recordset($1::jsonb)
           as s (id uuid, number int4, organization uuid, kind text, outcome text, at timestamptz, person uuid, seconds int4)`,
        [JSON.stringify(written)],
      );
    }

    async function apply(ids: readonly string[], what: Change): Promise<void> {
      const idOf = (which: number): string => ids[which % ids.length] ?? '';
      if (what.kind === 'steps') return insertSteps(ids, what.steps);
      if (what.kind === 'add up') {
        await compactTeamFigures(kysely);
      } else if (what.kind === 'flags') {
        await rows(
          'update compliance_transaction set over_threshold = $2, sar_submitted = $3 where id = $1',
          [idOf(what.which), what.overThreshold, what.reported],
        );
      } else if (what.kind === 'alert') {
        await rows(
          `insert into alert (id, organization_id, rule_id, transaction_id, type, severity, message, summary, raised_at, status, version, group_id)
           values ($1, $2, $3, $4, 'entity', 'high', 'm', 's', now(), 'new', 1, $1) on conflict do nothing`,
          [
            randomUUID(),
            organizations[what.which % 2],
            what.rule === null ? null : rules[what.rule],
            idOf(what.which),
          ],
        );
      } else if (what.kind === 'retention') {
        const gone = [what.some.map(idOf)];
        await rows('delete from alert where transaction_id = any($1::uuid[])', gone);
        await rows('delete from review_step where transaction_id = any($1::uuid[])', gone);
        await rows('delete from compliance_transaction where id = any($1::uuid[])', gone);
      } else {
        const from = {
          'no alerts': 'alert where transaction_id = $1',
          'no steps': 'review_step where transaction_id = $1',
          'last step':
            'review_step s where transaction_id = $1 and number = (select max(number) from review_step l where l.transaction_id = s.transaction_id)',
          'no transaction': 'compliance_transaction where id = $1',
        }[what.kind as 'no alerts'];
        await rows(`delete from ${from}`, [idOf(what.which)]);
      }
    }

    async function compare(organizationId: string): Promise<void> {
      const report = await team.report(
        { organizationId, userId: organizationId, role: 'admin' },
        { from: '2026-01-05', to: '2026-01-18' },
      );
      const range = [organizationId, new Date(start), new Date(start + 2 * week)];
      const counted = await rows<Counted>(recount, range);
      const only = (wanted: (row: Counted) => boolean) => counted.filter(wanted);
      expect(report.total).toEqual(
        expected(only(({ week: of, actor_id }) => of === null && actor_id === null)[0] as Counted),
      );
      const weeks = only((row) => row.week !== null && row.actor_id === null);
      const done = report.weeks.filter(({ firstReview, decided, reopened }) =>
        [firstReview.count, reopened, ...Object.values(decided)].some((n) => n > 0),
      );
      expect(byName(done.map((each) => [each.from, figuresOf(each)]))).toEqual(
        byName(weeks.map((row) => [String(row.week), expected(row)])),
      );
      const people = only((row) => row.week === null && row.actor_id !== null);
      expect(byName(report.people.map((each) => [each.person._id, figuresOf(each)]))).toEqual(
        byName(people.map((row) => [String(row.actor_id), expected(row)])),
      );
      const cells = only((row) => row.week !== null && row.actor_id !== null);
      const mondays: Record<string, string> = { '2026-W02': '2026-01-05', '2026-W03': '2026-01-12' };
      expect(
        byName(report.cells.map((each) => [`${mondays[each.week]} ${each.personId}`, figuresOf(each)])),
      ).toEqual(byName(cells.map((row) => [`${row.week} ${row.actor_id}`, expected(row)])));
      const found = await rows<{ rule_id: string; reviewed: number; false_positives: number }>(
        recountRules,
        range,
      );
      expect(
        byName(
          report.rules.map(({ ruleId, reviewed, falsePositives }) => [ruleId, [reviewed, falsePositives]]),
        ),
      ).toEqual(byName(found.map((row) => [row.rule_id, [row.reviewed, row.false_positives]])));
    }

    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 14 }), async (changes) => {
        for (const table of ['alert', 'review_step', 'compliance_transaction'])
          await rows(`delete from ${table}`);
        const ids: string[] = [];
        for (let i = 0; i < 6; i++) {
          const organizationId = organizations[i % 2] ?? '';
          ids.push(await insertTransaction(clock, { organizationId, overThreshold: i % 3 > 0, score: 90 }));
        }
        for (const each of changes) {
          await apply(ids, each);
          for (const organizationId of organizations) await compare(organizationId);
        }
      }),
      propertyRuns(30),
    );
    for (const table of ['alert', 'review_step', 'compliance_transaction'])
      await rows(`delete from ${table}`);
    await team.addUp(new AbortController().signal);
    expect(await rows('select 1 from review_week union all select 1 from review_rule_week')).toEqual([]);
  });
});
