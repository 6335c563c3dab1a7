import { toHex } from '@hopscope/chain';
import type { SarDetails, SarEventKind } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { sarMissing, type SarViews } from './sar-views.ts';
import type { SarFacts } from './sars.presenter.ts';
import { insertEvents } from '../event-log.ts';
import { findSar, sarLog, type SarRow, updateSar, voidSignatures } from './sars.store.ts';

/** A change: the new row, its event, and its audit log entry. */
export interface SarChange {
  readonly kind: SarEventKind;
  readonly set?: Partial<SarRow>;
  readonly parts?: readonly string[];
  readonly note?: string | null;
  /** Reason to void existing signatures. */
  readonly voids?: string;
  readonly after?: object;
}

interface LockedSar {
  readonly trx: Kysely<Schema>;
  /** Locked. */
  readonly row: SarRow;
  readonly at: Date;
}

class Outdated extends Error {}

/** The report is another one by now: to be thrown inside a change. */
export const outdated = (): Error => new Outdated();

/** Applies changes of reports: one transaction with the event and the audit log entry. */
export function createSarChanges(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  views: SarViews;
  now: () => number;
}) {
  const { kysely, audit, views, now } = options;

  /** Records a change. The audit log, which is permanent, contains hashes instead of narrative and names. */
  async function record(
    { trx, row, at }: LockedSar,
    change: SarChange,
    { by, voided, after }: { by: ByMember; voided: number; after: SarRow },
  ): Promise<void> {
    const { kind, parts = [], note = null } = change;
    const facts: SarFacts = { parts: [...parts], voided };
    await insertEvents(trx, sarLog, [
      {
        report_id: row.id,
        organization_id: row.organization_id,
        number: after.version,
        kind,
        at,
        actor_id: by.member.userId,
        data: JSON.stringify(facts),
        hash: after.hash,
        note,
      },
    ]);
    await audit.record(trx, {
      actor: by.actor,
      actorRole: by.member.role,
      origin: by.origin,
      organizationId: row.organization_id,
      action: `sar.${kind}`,
      subject: { type: 'sar', id: row.id },
      ...(kind !== 'created' && { before: { status: row.status, hash: toHex(row.hash) } }),
      after: {
        status: after.status,
        hash: toHex(after.hash),
        ...(parts.length > 0 && { parts }),
        ...(voided > 0 && { voidedSignatures: voided }),
        ...change.after,
      },
      ...(note !== null && { reason: note }),
    });
  }

  return {
    /** The first row of a new report. */
    async begin(
      trx: Kysely<Schema>,
      row: SarRow,
      { by, after }: { by: ByMember; after: object },
    ): Promise<void> {
      const locked = { trx, row, at: row.created_at };
      await record(locked, { kind: 'created', after }, { by, voided: 0, after: row });
    },

    /** Throws 404 for an unknown report, and 409 with the current report for another version, or if `act` finds it outdated. */
    async change(
      by: ByMember,
      { id, version }: { id: string; version?: number | undefined },
      act: (locked: LockedSar) => Promise<SarChange | null>,
    ): Promise<SarDetails> {
      const { organizationId, userId } = by.member;
      try {
        await kysely.transaction().execute(async (trx) => {
          const row = await findSar(trx, { organizationId, id }, true);
          if (!row) throw sarMissing();
          if (version !== undefined && version !== row.version) throw new Outdated();
          const locked = { trx, row, at: new Date(now()) };
          const change = await act(locked);
          if (!change) return;
          const set = { ...change.set, updated_at: locked.at, version: row.version + 1 };
          await updateSar(trx, row.id, set);
          const reason = change.voids;
          const voided =
            reason === undefined
              ? 0
              : await voidSignatures(trx, row.id, { at: locked.at, by: userId, reason });
          await record(locked, change, { by, voided, after: { ...row, ...set } });
        });
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        const current = await views.details(by.member, id);
        throw new AppError('changed_meanwhile', 'Someone else changed this report', {
          details: { current },
        });
      }
      return views.details(by.member, id);
    },
  };
}

export type SarChanges = ReturnType<typeof createSarChanges>;
