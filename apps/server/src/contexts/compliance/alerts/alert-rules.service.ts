import { randomUUID } from 'node:crypto';
import {
  type alertEndpoints,
  alertLimits,
  type AlertRule,
  type AlertRuleInput,
  type CallInput,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { columnsOf, inputOf, presentRule } from './alerts.presenter.ts';
import { checkRule } from './check-rule.ts';
import { countToAdd, insertRule, lockRule, readRules, type RuleRow, updateRule } from './rules.store.ts';

type Change = CallInput<typeof alertEndpoints.changeAlertRule>['body'];

/** Alert rules of an organization. */
export function createAlertRules(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  /** Of Bitcoin: whose addresses are valid. */
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, audit, network, now } = options;

  const record = (
    trx: Kysely<Schema>,
    { actor, member, origin }: ByMember,
    entry: {
      action: `alert_rule.${'created' | 'changed' | 'deleted'}`;
      id: string;
      before?: Record<string, unknown>;
      after?: Record<string, unknown>;
    },
  ) => {
    const { action, id, ...changes } = entry;
    return audit.record(trx, {
      actor,
      actorRole: member.role,
      origin,
      organizationId: member.organizationId,
      action,
      subject: { type: 'alert_rule', id },
      ...changes,
    });
  };

  async function lockOne(trx: Kysely<Schema>, { member }: ByMember, id: string): Promise<RuleRow> {
    const row = await lockRule(trx, member.organizationId, id);
    if (!row) throw notFound('Alert rule not found');
    return row;
  }

  return {
    async list({ organizationId }: Member): Promise<AlertRule[]> {
      return (await readRules(kysely, organizationId)).map(presentRule);
    },

    async create(by: ByMember, given: AlertRuleInput): Promise<AlertRule> {
      const input = checkRule(given, await network());
      const { organizationId } = by.member;
      const at = new Date(now());
      const row: RuleRow = {
        id: randomUUID(),
        organization_id: organizationId,
        ...columnsOf(input),
        is_active: true,
        version: 1,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        if ((await countToAdd(trx, organizationId)) >= alertLimits.rules) {
          throw conflict(`An organization can have at most ${alertLimits.rules} alert rules`);
        }
        await insertRule(trx, row);
        await record(trx, by, { action: 'alert_rule.created', id: row.id, after: { ...input } });
        return presentRule(row);
      });
    },

    /** Throws 409 `changed_meanwhile` with the current rule. */
    async change(by: ByMember, id: string, { version, isActive, ...fields }: Change): Promise<AlertRule> {
      const bitcoin = await network();
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, id);
        if (row.version !== version) {
          throw new AppError('changed_meanwhile', 'Someone else changed this rule', {
            details: { current: presentRule(row) },
          });
        }
        const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        const input = checkRule({ ...inputOf(row), ...given }, bitcoin);
        const changed = await updateRule(trx, row.id, {
          ...columnsOf(input),
          is_active: isActive ?? row.is_active,
          version: row.version + 1,
          updated_at: new Date(now()),
        });
        await record(trx, by, {
          action: 'alert_rule.changed',
          id: row.id,
          before: { ...inputOf(row), isActive: row.is_active },
          after: { ...input, isActive: changed.is_active },
        });
        return presentRule(changed);
      });
    },

    /** Its alerts stay. */
    async remove(by: ByMember, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, id);
        await updateRule(trx, row.id, { deleted_at: new Date(now()), version: row.version + 1 });
        await record(trx, by, { action: 'alert_rule.deleted', id: row.id, before: { ...inputOf(row) } });
      });
    },
  };
}

export type AlertRules = ReturnType<typeof createAlertRules>;
