import type { CaseDetails, CaseEventKind, StreamMessage } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, conflict } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { insertEvents } from '../event-log.ts';
import { caseLog } from './case-events.store.ts';
import type { CaseMembers } from './case-members.ts';
import { caseMissing, type CaseViews } from './case-views.ts';
import type { Facts } from './cases.presenter.ts';
import { type CaseRow, findCase, updateCase } from './cases.store.ts';

/** A change: the new row, its event, and its audit log entry. */
export interface CaseChange {
  readonly kind: CaseEventKind;
  readonly set?: Partial<CaseRow>;
  readonly changes?: Facts['changes'];
  readonly items?: Facts['items'];
  readonly note?: string | null;
  readonly before?: object;
  readonly after?: object;
  /** For the audit log, which is permanent: must not contain the text of notes. */
  readonly reason?: string;
}

interface LockedCase {
  readonly trx: Kysely<Schema>;
  /** Locked. */
  readonly row: CaseRow;
  readonly at: Date;
}

/** Returns the change, or null if nothing changes. */
type Act = (locked: LockedCase) => Promise<CaseChange | null>;

interface Asked {
  readonly id: string;
  readonly version?: number | undefined;
  /** Requires a closed case (true) instead of an open one; `either`: both will do. */
  readonly closed?: boolean | 'either';
  /** Members who must not leave the organization before the change. */
  readonly membersToLock?: readonly string[];
}

/** Publishes that a case was opened or changed. Call after the commit. */
export type PublishCaseChange = (change: StreamMessage<'cases'>) => Promise<void>;

class Outdated extends Error {}

const onHold = (): AppError => conflict('This case is on legal hold. Nothing can be removed from it.');

/** Applies changes of cases: one transaction with the event and the audit log entry. */
export function createCaseChanges(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  members: CaseMembers;
  views: CaseViews;
  publishCaseChange: PublishCaseChange;
  now: () => number;
}) {
  const { kysely, audit, members, views, publishCaseChange, now } = options;

  /** Records a change; `by` null: automatic. */
  async function publish(
    { trx, row, at }: LockedCase,
    change: CaseChange,
    { organizationId, by }: { organizationId: string; by: ByMember | null },
  ): Promise<void> {
    const { kind, changes = [], items = [], note = null } = change;
    const facts: Facts = { changes, items };
    await insertEvents(trx, caseLog, [
      {
        case_id: row.id,
        organization_id: organizationId,
        number: kind === 'created' ? row.version : row.version + 1,
        kind,
        at,
        actor_id: by?.member.userId ?? null,
        data: JSON.stringify(facts),
        note,
      },
    ]);
    await audit.record(trx, {
      ...(by && { actor: by.actor, actorRole: by.member.role, origin: by.origin }),
      organizationId,
      action: `case.${kind}`,
      subject: { type: 'case', id: row.id },
      before: change.before,
      after: change.after,
      reason: change.reason,
    });
  }

  const events = ({ organizationId, _id: caseId, version }: CaseDetails, by: ByMember): Promise<void> =>
    publishCaseChange({ organizationId, caseId, version, by: by.member.userId });

  async function apply(locked: LockedCase, change: CaseChange, by: ByMember | null): Promise<void> {
    const { trx, row, at } = locked;
    await updateCase(trx, row.id, { ...change.set, updated_at: at, version: row.version + 1 });
    await publish(locked, change, { organizationId: row.organization_id, by });
  }

  async function lock(trx: Kysely<Schema>, by: ByMember, asked: Asked): Promise<CaseRow> {
    for (const userId of asked.membersToLock ?? []) await members.lock(trx, by.member, userId);
    const { organizationId } = by.member;
    const row = await findCase(trx, { organizationId, id: asked.id }, true);
    if (!row) throw caseMissing();
    if (asked.version !== undefined && asked.version !== row.version) throw new Outdated();
    if (asked.closed === true && row.status !== 'CLOSED') throw conflict('This case is open');
    if (!asked.closed && row.status === 'CLOSED') {
      throw conflict('This case is closed. A manager can reopen it.');
    }
    return row;
  }

  return {
    publish,
    apply,

    /** Throws 404 for an unknown case, 409 for a closed one, and 409 with the current case for another version. */
    async change(by: ByMember, asked: Asked, act: Act): Promise<CaseDetails> {
      let changed = false;
      try {
        await kysely.transaction().execute(async (trx) => {
          const locked = { trx, row: await lock(trx, by, asked), at: new Date(now()) };
          const change = await act(locked);
          if (change && locked.row.hold_at !== null && change.kind.endsWith('_removed')) throw onHold();
          if (change) await apply(locked, change, by);
          changed = change !== null;
        });
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        const current = await views.details(by.member, asked.id);
        throw new AppError('changed_meanwhile', 'Someone else changed this case', {
          details: { current },
        });
      }
      const details = await views.details(by.member, asked.id);
      if (changed) await events(details, by);
      return details;
    },
    events,
  };
}

export type CaseChanges = ReturnType<typeof createCaseChanges>;
