import { randomUUID } from 'node:crypto';
import { toHex } from '@hopscope/chain';
import {
  type SarDetails,
  type SarStep,
  type sarEndpoints,
  sarStepRefusal,
  type SarStatus,
  sarTransitions,
  checkSar,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, conflict, forbidden } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Proofs } from '../../identity/auth/factors/proof.ts';
import type { ReportedTransactions } from '../transactions/reported.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { outdated, type SarChanges } from './sar-changes.ts';
import { hashOf, readContent } from './sar-content.ts';
import { schemaProblems } from './sar-export.service.ts';
import type { SarViews } from './sar-views.ts';
import { insertSignature, linkedTransactions, readSignatures, type SarRow } from './sars.store.ts';

type Calls = typeof sarEndpoints;
type Body<Name extends keyof Calls> = z.output<NonNullable<Calls[Name]['body']>>;

const statusTexts: Readonly<Record<SarStatus, string>> = {
  DRAFT: 'is a draft',
  READY: 'is waiting for signatures',
  SIGNED_ONCE: 'is waiting for its second signature',
  SIGNED: 'is signed',
  SUBMITTED: 'was filed',
  WITHDRAWN: 'was withdrawn',
};

/** Steps of a report from draft to handed in; each is one of the table `sarTransitions`. */
export function createSarSigning(options: {
  kysely: Kysely<Schema>;
  proofs: Proofs;
  reported: ReportedTransactions;
  views: SarViews;
  changes: SarChanges;
}) {
  const { kysely, proofs, reported, views, changes } = options;

  /** Returns the status after a step. Throws 409 for an undefined step, and 403 if the caller can't take it. */
  async function next(
    db: Kysely<Schema>,
    { row, by }: { row: SarRow; by: ByMember },
    step: SarStep,
  ): Promise<SarStatus> {
    const transition = sarTransitions[row.status].find((each) => each.step === step);
    if (!transition) throw conflict(`This report ${statusTexts[row.status]}`);
    const standing = (await readSignatures(db, [row.id])).filter((each) => each.voided_at === null);
    const signers = standing.map((each) => each.signed_by);
    const { userId, role } = by.member;
    const refusal = sarStepRefusal({ userId, role }, { status: row.status, signers }, transition);
    if (refusal !== null) throw forbidden(refusal);
    return transition.to;
  }

  /** 400 with everything that a report lacks, in the check or in the schemas of its forms. */
  async function requireComplete(row: SarRow): Promise<void> {
    const content = readContent(row.content);
    const problems = checkSar(content, views.today());
    const all = problems.length > 0 ? problems : await schemaProblems(content, { row, today: views.today() });
    if (all.length === 0) return;
    throw new AppError('validation_failed', 'The report is not complete', {
      fields: all.map(({ path, message }) => ({ field: `content.${path}`, message })),
    });
  }

  /** Tests whether the stored bytes match the hash. */
  const isFullySigned = (row: SarRow): boolean =>
    hashOf(row.content, { organizationId: row.organization_id, number: row.number }).equals(row.hash);

  return {
    async ask(by: ByMember, id: string, { version }: Body<'askForSarSignatures'>): Promise<SarDetails> {
      return changes.change(by, { id, version }, async ({ trx, row }) => {
        const status = await next(trx, { row, by }, 'ask');
        await requireComplete(row);
        return { kind: 'asked', set: { status } };
      });
    },

    /** Throws 403 `proof_required` without recent proof of identity, and 409 if `hash` differs from the content. */
    async sign(by: ByMember, id: string, { hash, ...proof }: Body<'signSar'>): Promise<SarDetails> {
      await next(kysely, { row: await views.find(by.member, id), by }, 'sign');
      await proofs.require(by.actor, proof);
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        if (toHex(row.hash) !== hash) throw outdated();
        const status = await next(trx, { row, by }, 'sign');
        if (!isFullySigned(row))
          throw conflict('The stored report does not match its hash and cannot be signed');
        await requireComplete(row);
        const { userId, role } = by.member;
        await insertSignature(trx, {
          id: randomUUID(),
          report_id: row.id,
          signed_by: userId,
          role,
          signed_at: at,
          hash: row.hash,
          voided_at: null,
          voided_by: null,
          voided_because: null,
        });
        return { kind: 'signed', set: { status }, after: { signature: status === 'SIGNED' ? 2 : 1 } };
      });
    },

    async returnToDraft(
      by: ByMember,
      id: string,
      { reason, version }: Body<'returnSar'>,
    ): Promise<SarDetails> {
      return changes.change(by, { id, version }, async ({ trx, row }) => {
        const status = await next(trx, { row, by }, 'return');
        return { kind: 'returned', set: { status }, note: reason, voids: reason };
      });
    },

    /** Marks the compliance transactions of the report as filed. */
    async submit(by: ByMember, id: string, given: Body<'submitSar'>): Promise<SarDetails> {
      const { authority, reference, on, note = null, version } = given;
      return changes.change(by, { id, version }, async ({ trx, row, at }) => {
        const status = await next(trx, { row, by }, 'submit');
        if (on > views.today()) {
          throw new AppError('validation_failed', 'This day is in the future', {
            fields: [{ field: 'on', message: 'This day is in the future' }],
          });
        }
        const transactions = await linkedTransactions(trx, row.id);
        await reported.note(trx, {
          by,
          at,
          ids: transactions,
          report: { id: row.id, number: row.number, authority, reference },
        });
        return {
          kind: 'submitted',
          set: {
            status,
            authority,
            reference,
            submitted_on: on,
            submission_note: note,
            submitted_by: by.member.userId,
            submitted_at: at,
          },
          note,
          after: { authority, reference, on, transactions },
        };
      });
    },

    async withdraw(by: ByMember, id: string, { reason, version }: Body<'withdrawSar'>): Promise<SarDetails> {
      return changes.change(by, { id, version }, async ({ trx, row, at }) => {
        const status = await next(trx, { row, by }, 'withdraw');
        const closed = await reported.closedWith(trx, row.organization_id, row.id);
        if (closed.length > 0) {
          throw conflict('Transactions are closed with this report. Reopen them first.');
        }
        const withdrawn = { withdrawn_because: reason, withdrawn_by: by.member.userId, withdrawn_at: at };
        return { kind: 'withdrawn', set: { status, ...withdrawn }, note: reason, voids: reason };
      });
    },
  };
}
