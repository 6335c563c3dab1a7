import type { CallOutput, ComplianceFinding, complianceFindingEndpoints } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { csamName } from '../../directory/attributions/csam.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import {
  peopleOf,
  reportsOf,
  presentPerson,
  presentTransaction,
  type Surroundings,
} from '../transactions/compliance.presenter.ts';
import { findTransactions } from '../transactions/compliance-transactions.store.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';
import { type ChangedParties, type FoundState, readChangedParties, readState } from './finding-change.ts';
import {
  countFindings,
  countFindingsAmong,
  type FindingRow,
  markSeen,
  readFindings,
  readReleaseSources,
} from './findings.store.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';

type Calls = typeof complianceFindingEndpoints;
type ListQuery = z.output<NonNullable<Calls['listComplianceFindings']['query']>>;

function presentState({ score, ...state }: FoundState): ComplianceFinding['before'] {
  return { ...state, riskScore: score };
}

function presentOwner(entity: ChangedParties[number]['after'], seesHidden: boolean) {
  if (!entity) return null;
  return entity.hidden && !seesHidden
    ? { entityId: null, name: csamName }
    : { entityId: entity.id, name: entity.name };
}

function presentFinding(
  row: FindingRow,
  transaction: TransactionRow,
  around: { surroundings: Surroundings; source: { source: string; at: Date } | undefined },
): ComplianceFinding {
  const { surroundings, source } = around;
  const { people, seesHidden } = surroundings;
  return {
    _id: row.id,
    transaction: presentTransaction(transaction, surroundings),
    release: {
      number: Number(row.release),
      source: source?.source ?? null,
      at: source?.at.toISOString() ?? null,
    },
    statusThen: row.transaction_status,
    foundAt: row.found_at.toISOString(),
    before: presentState(readState(row.before)),
    after: presentState(readState(row.after)),
    counterparties: readChangedParties(row.parties).map(({ address, before, after }) => ({
      address,
      before: presentOwner(before, seesHidden),
      after: presentOwner(after, seesHidden),
    })),
    seen:
      row.seen_by && row.seen_at
        ? { by: presentPerson(row.seen_by, people), at: row.seen_at.toISOString(), note: row.note }
        : null,
  };
}

/** Changes of past transactions due to new labels. */
export function createFindings(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  views: TransactionViews;
  now: () => number;
}) {
  const { kysely, audit, views, now } = options;

  return {
    async list(
      { organizationId }: Member,
      { status, transactionId, page, limit }: ListQuery,
    ): Promise<Omit<CallOutput<Calls['listComplianceFindings']>, 'success'>> {
      const filter = { organizationId, status, transactionId };
      const [rows, total] = await Promise.all([
        readFindings(kysely, filter, { page, limit }),
        countFindings(kysely, filter),
      ]);
      const ids = rows.map((row) => row.transaction_id);
      const transactions = await findTransactions(kysely, organizationId, ids);
      const named = [...transactions.values()];
      const surroundings = await views.around(kysely, organizationId, {
        people: [...named.flatMap(peopleOf), ...rows.flatMap(({ seen_by }) => seen_by ?? [])],
        reports: named.flatMap(reportsOf),
      });
      const sources = await readReleaseSources(
        kysely,
        rows.map(({ release }) => release),
      );
      const findings = rows.flatMap((row) => {
        const transaction = transactions.get(row.transaction_id);
        const source = sources.get(String(row.release));
        return transaction ? [presentFinding(row, transaction, { surroundings, source })] : [];
      });
      return { data: { findings }, total, page, limit };
    },

    /**
     * Marks findings as reviewed and returns how many were new. Throws 404, and marks none, if one doesn't belong to the
     * organization.
     */
    async markSeen(
      by: ByMember,
      { findingIds, note = null }: { findingIds: readonly string[]; note?: string | undefined | null },
    ): Promise<number> {
      const { actor, member, origin } = by;
      const { organizationId, userId, role } = member;
      const ids = [...new Set(findingIds.map((id) => id.toLowerCase()))];
      return kysely.transaction().execute(async (trx) => {
        if ((await countFindingsAmong(trx, organizationId, ids)) < ids.length) {
          throw notFound('Finding not found');
        }
        const marked = await markSeen(
          trx,
          { organizationId, ids },
          { by: userId, at: new Date(now()), note },
        );
        if (marked.length === 0) return 0;
        await audit.record(trx, {
          actor,
          actorRole: role,
          origin,
          organizationId,
          action: 'compliance_finding.seen',
          subject: { type: 'compliance_finding', id: null },
          after: { findings: marked.map(({ id }) => id) },
          ...(note !== null && { reason: note }),
        });
        return marked.length;
      });
    },
  };
}
