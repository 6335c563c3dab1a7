import {
  decideTransfer,
  defaultScreeningRules,
  type ScreeningDecision,
  type ScreeningRule,
  screeningRules,
  type ScreeningRulesRow,
} from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import { conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema, ScreeningRulesTable } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { factsOf } from './check-facts.ts';
import { readFacts } from './checks.store.ts';

type Row = Selectable<ScreeningRulesTable>;

const examplesShown = 50;
const noDraft = () => notFound('There is no draft of screening rules');

function presentRow(row: Row): ScreeningRulesRow {
  return {
    number: row.number,
    state: row.state,
    rules: screeningRules.parse(row.rules),
    reason: row.reason,
    writtenBy: row.written_by,
    writtenAt: row.written_at.toISOString(),
    activatedBy: row.activated_by,
    activatedAt: row.activated_at?.toISOString() ?? null,
  };
}

/** The rules that count, and their number; 0: the default. */
export interface ActiveRules {
  readonly number: number;
  readonly rules: readonly ScreeningRule[];
}

/** Screening rules of organizations: every version is stored, one is active, and at most one is a draft. */
export function createScreeningRules(options: {
  kysely: Kysely<Schema>;
  smallReads: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  now: () => number;
}) {
  const { kysely, smallReads, audit, now } = options;

  const find = (db: Kysely<Schema>, organizationId: string, state: Row['state']): Promise<Row | undefined> =>
    db
      .selectFrom('screening_rules')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('state', '=', state)
      .executeTakeFirst();

  /** Writers wait for each other at the organization's row. */
  async function lock(trx: Kysely<Schema>, organizationId: string): Promise<void> {
    await trx
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  async function active(organizationId: string): Promise<ActiveRules> {
    const row = await find(smallReads, organizationId, 'active');
    return row
      ? { number: row.number, rules: screeningRules.parse(row.rules) }
      : { number: 0, rules: defaultScreeningRules };
  }

  /** Returns a version that was active once. */
  async function ofVersion(organizationId: string, number: number): Promise<ActiveRules> {
    if (number === 0) return { number, rules: defaultScreeningRules };
    const row = await kysely
      .selectFrom('screening_rules')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { number, rules: screeningRules.parse(row.rules) };
  }

  const recordOf = ({ actor, member, origin }: ByMember) => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
    subject: { type: 'screening_rules', id: null },
  });

  return {
    active,
    ofVersion,

    /** All versions, the newest first; the default comes last. */
    async list(organizationId: string): Promise<ScreeningRulesRow[]> {
      const rows = await kysely
        .selectFrom('screening_rules')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('number', 'desc')
        .execute();
      const builtIn: ScreeningRulesRow = {
        number: 0,
        state: rows.some(({ state }) => state === 'active') ? 'replaced' : 'active',
        rules: [...defaultScreeningRules],
        reason: null,
        writtenBy: null,
        writtenAt: null,
        activatedBy: null,
        activatedAt: null,
      };
      return [...rows.map(presentRow), builtIn];
    },

    /** Writes the draft of the next version, in place of an earlier draft. */
    async draft(by: ByMember, { rules, reason }: { rules: ScreeningRule[]; reason: string }) {
      const { organizationId, userId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        await lock(trx, organizationId);
        const before = await find(trx, organizationId, 'draft');
        const { top } = await trx
          .selectFrom('screening_rules')
          .select(({ fn }) => fn.max('number').as('top'))
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow();
        await trx
          .deleteFrom('screening_rules')
          .where('organization_id', '=', organizationId)
          .where('state', '=', 'draft')
          .execute();
        const row = await trx
          .insertInto('screening_rules')
          .values({
            organization_id: organizationId,
            number: before?.number ?? (top ?? 0) + 1,
            state: 'draft',
            rules: JSON.stringify(rules),
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
          action: 'screening_rules.drafted',
          after: { number: row.number, rules },
          reason,
        });
        return presentRow(row);
      });
    },

    /** Decides on the latest checks by the draft and by the active rules. Throws 404 without a draft. */
    async tryDraft(organizationId: string, { checks }: { checks: number }) {
      const draft = await find(kysely, organizationId, 'draft');
      if (!draft) throw noDraft();
      const drafted = screeningRules.parse(draft.rules);
      const { rules } = await active(organizationId);
      const rows = await readFacts(kysely, organizationId, checks);
      const sums = new Map<string, { active: ScreeningDecision; draft: ScreeningDecision; checks: number }>();
      const examples: { checkId: string; active: ScreeningDecision; draft: ScreeningDecision }[] = [];
      for (const row of rows) {
        const facts = factsOf(row.facts);
        const change = {
          active: decideTransfer(rules, facts).decision,
          draft: decideTransfer(drafted, facts).decision,
        };
        if (change.active === change.draft) continue;
        const name = `${change.active} ${change.draft}`;
        sums.set(name, { ...change, checks: (sums.get(name)?.checks ?? 0) + 1 });
        if (examples.length < examplesShown) examples.push({ checkId: row.id, ...change });
      }
      const changes = [...sums.values()];
      return {
        looked: rows.length,
        changed: changes.reduce((sum, each) => sum + each.checks, 0),
        changes,
        examples,
      };
    },

    /** Throws 404 without a draft, 403 for its author, and 409 if it is another one. */
    async activate(by: ByMember, asked: { number: number; writtenAt: string }): Promise<ScreeningRulesRow> {
      const { organizationId, userId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        await lock(trx, organizationId);
        const draft = await find(trx, organizationId, 'draft');
        if (!draft) throw noDraft();
        if (draft.number !== asked.number || draft.written_at.toISOString() !== asked.writtenAt) {
          throw conflict('The draft has changed. Reload it and try again.');
        }
        if (draft.written_by === userId) {
          throw forbidden('A second person has to activate rules that you wrote');
        }
        const before = await find(trx, organizationId, 'active');
        await trx
          .updateTable('screening_rules')
          .set({ state: 'replaced' })
          .where('organization_id', '=', organizationId)
          .where('state', '=', 'active')
          .execute();
        const row = await trx
          .updateTable('screening_rules')
          .set({ state: 'active', activated_by: userId, activated_at: new Date(now()) })
          .where('organization_id', '=', organizationId)
          .where('state', '=', 'draft')
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit.record(trx, {
          ...recordOf(by),
          action: 'screening_rules.activated',
          before: before && { number: before.number },
          after: { number: row.number },
          reason: row.reason,
        });
        return presentRow(row);
      });
    },
  };
}

export type ScreeningRules = ReturnType<typeof createScreeningRules>;
