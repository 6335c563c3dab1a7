import { randomUUID } from 'node:crypto';
import {
  type CallOutput,
  isOpenSar,
  type SarContent,
  type SarDetails,
  sarContent,
  type sarEndpoints,
  sarLimits,
  type SarTransaction,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { createThrottle } from '../screening/throttle.ts';
import type { ReportedTransactions } from '../transactions/reported.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { type SarChanges } from './sar-changes.ts';
import {
  contentOf,
  partsThatDiffer,
  readContent,
  sealContent,
  subjectNames,
  transactionFacts,
} from './sar-content.ts';
import type { SarInstitutions } from './sar-institution.service.ts';
import { caseNames, findTransactions, transactionIdsOfCase } from './sar-origins.store.ts';
import { sarMissing, type SarViews } from './sar-views.ts';
import { findSar, insertSar, linkTransactions, nextSarNumber, readSars, type SarRow } from './sars.store.ts';

type Calls = typeof sarEndpoints;
type ListQuery = z.output<NonNullable<Calls['listSars']['query']>>;
type NewSar = z.output<NonNullable<Calls['createSar']['body']>>;
type Saved = z.output<NonNullable<Calls['saveSar']['body']>>;

interface Origin {
  readonly title: string;
  readonly content: SarContent;
}

const complianceIds = ({ transactions }: SarContent): string[] =>
  transactions.flatMap(({ complianceId }) => complianceId?.toLowerCase() ?? []);

/** Reports: lists, one with its content, beginning one, saving the content of one (docs/guide/sars.md). */
export function createSarsService(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  transactions: TransactionViews;
  reported: Pick<ReportedTransactions, 'closedWith'>;
  institutions: SarInstitutions;
  views: SarViews;
  changes: SarChanges;
  now: () => number;
}) {
  const { kysely, audit, organizations, transactions, reported, institutions, views, changes, now } = options;
  const throttle = createThrottle(now);

  /** Returns current facts. Throws 404 for transactions outside the organization. */
  async function factsOf(
    db: Kysely<Schema>,
    { organizationId }: Member,
    ids: readonly string[],
  ): Promise<SarTransaction[]> {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    const rows = await findTransactions(db, organizationId, [...wanted]);
    if (rows.length < wanted.size) throw notFound('Transaction not found');
    return (await transactions.many(db, organizationId, rows)).map(transactionFacts);
  }

  /** The content of a report that was handed in, as its correction or continuation. */
  async function afterEarlier(
    trx: Kysely<Schema>,
    member: Member,
    { id, kind }: NonNullable<NewSar['amends']>,
  ): Promise<Origin & { caseId: string | null }> {
    const row = await findSar(trx, { organizationId: member.organizationId, id });
    if (!row) throw sarMissing();
    if (row.status !== 'SUBMITTED') throw conflict('Only a filed report can be corrected or continued');
    const content = readContent(row.content);
    const digits = (row.reference ?? '').replaceAll(/\D/g, '');
    const word = kind === 'correct' ? 'Correction' : 'Continuation';
    return {
      title: `${word} of report ${row.number}: ${row.title}`.slice(0, 200),
      caseId: row.case_id,
      content: {
        ...content,
        institution: (await institutions.stored(trx, member.organizationId)) ?? content.institution,
        filing: { ...content.filing, kind, priorNumber: digits.length === 14 ? digits : '' },
      },
    };
  }

  async function fromFacts(trx: Kysely<Schema>, member: Member, given: NewSar): Promise<Origin> {
    const { organizationId } = member;
    const found =
      given.caseId === undefined
        ? undefined
        : (await caseNames(trx, organizationId, [given.caseId])).get(given.caseId.toLowerCase());
    if (given.caseId !== undefined && !found) throw notFound('Case not found');
    const ids = given.transactionIds ?? (found ? await transactionIdsOfCase(trx, found.id) : []);
    if (ids.length > sarLimits.transactions) {
      throw badRequest(
        'bad_request',
        `A report can include at most ${sarLimits.transactions} transactions. Please select fewer.`,
      );
    }
    const facts = await factsOf(trx, member, ids);
    return {
      title: found ? `Case ${found.number}: ${found.title}`.slice(0, 200) : 'Suspicious activity',
      content: contentOf(
        facts,
        (await institutions.stored(trx, organizationId)) ?? sarContent.parse({}).institution,
      ),
    };
  }

  /** Keeps facts copied from compliance transactions; only their value in the local currency can be entered. */
  async function withFacts(
    trx: Kysely<Schema>,
    member: Member,
    { before, given }: { before: SarContent; given: SarContent },
  ): Promise<SarContent> {
    const known = new Map(before.transactions.map((each) => [each.complianceId, each]));
    const fresh = await factsOf(
      trx,
      member,
      complianceIds(given).filter((id) => !known.has(id)),
    );
    for (const each of fresh) known.set(each.complianceId, each);
    return {
      ...given,
      transactions: given.transactions.map((each) => {
        const facts = each.complianceId === null ? undefined : known.get(each.complianceId.toLowerCase());
        return facts ? { ...facts, localAmount: each.localAmount } : each;
      }),
    };
  }

  function rowOf(by: ByMember, number: number, { title, content }: Origin): SarRow {
    const { organizationId, userId } = by.member;
    const at = new Date(now());
    const { text, hash } = sealContent(content, { organizationId, number });
    return {
      id: randomUUID(),
      organization_id: organizationId,
      number,
      title,
      status: 'DRAFT',
      case_id: null,
      amends_id: null,
      content: text,
      hash,
      subjects: JSON.stringify(subjectNames(content)),
      authority: null,
      reference: null,
      submitted_on: null,
      submission_note: null,
      submitted_by: null,
      submitted_at: null,
      withdrawn_because: null,
      withdrawn_by: null,
      withdrawn_at: null,
      created_by: userId,
      created_at: at,
      updated_at: at,
      version: 1,
    };
  }

  return {
    async list(member: Member, query: ListQuery): Promise<Omit<CallOutput<Calls['listSars']>, 'success'>> {
      const { page, limit, status, caseId, transactionId, search = '' } = query;
      const text = search.trim();
      const number = /^#(\d{1,9})$/.exec(text)?.[1];
      const { rows, total } = await readSars(
        kysely,
        {
          organizationId: member.organizationId,
          status,
          caseId,
          transactionId,
          number: number === undefined ? undefined : Number(number),
          search: text === '' || number !== undefined ? undefined : text,
        },
        query,
      );
      return { data: await views.summaries(member, rows), total, page, limit };
    },

    /** Records the view in the audit log, at most once per hour. */
    async get({ actor, member, origin }: ByMember, id: string): Promise<SarDetails> {
      const details = await views.details(member, id);
      const subject = { type: 'sar', id: details._id };
      const { organizationId, role: actorRole } = member;
      await throttle.once(`${member.userId} ${id}`, () =>
        kysely
          .transaction()
          .execute((trx) =>
            audit.record(trx, { actor, actorRole, origin, organizationId, action: 'sar.viewed', subject }),
          ),
      );
      return details;
    },

    async history(member: Member, id: string, page: { page: number; limit: number }) {
      return { ...(await views.history(member, id, page)), ...page };
    },

    /** 404 for what the organization does not have, 409 for an earlier report that was not handed in. */
    async create(by: ByMember, given: NewSar): Promise<SarDetails> {
      const { member } = by;
      const id = await kysely.transaction().execute(async (trx) => {
        await organizations.lock(trx, member.organizationId);
        const earlier = given.amends && (await afterEarlier(trx, member, given.amends));
        const origin = earlier ?? (await fromFacts(trx, member, given));
        const number = await nextSarNumber(trx, member.organizationId);
        const row: SarRow = {
          ...rowOf(by, number, { ...origin, title: given.title ?? origin.title }),
          case_id: earlier ? earlier.caseId : (given.caseId?.toLowerCase() ?? null),
          amends_id: given.amends?.id.toLowerCase() ?? null,
        };
        const ids = complianceIds(origin.content);
        await insertSar(trx, row, ids);
        await changes.begin(trx, row, { by, after: { number, caseId: row.case_id, transactions: ids } });
        return row.id;
      });
      return views.details(member, id);
    },

    /** Idempotent; any other content returns the report to draft and voids its signatures. */
    async save(by: ByMember, id: string, { title, content: given, version }: Saved): Promise<SarDetails> {
      return changes.change(by, { id, version }, async ({ trx, row }) => {
        if (!isOpenSar(row.status))
          throw conflict('This report was filed or withdrawn and cannot be changed');
        const before = readContent(row.content);
        const content = await withFacts(trx, by.member, { before, given });
        const parts = partsThatDiffer(before, content);
        if (title !== row.title) parts.unshift('title');
        if (parts.length === 0) return null;
        const { text, hash } = sealContent(content, {
          organizationId: row.organization_id,
          number: row.number,
        });
        const ids = complianceIds(content);
        const closed = await reported.closedWith(trx, row.organization_id, row.id);
        if (closed.some((each) => !ids.includes(each))) {
          throw conflict(
            'A transaction that was closed with this report cannot be removed. Reopen the transaction first.',
          );
        }
        await linkTransactions(trx, row.id, ids);
        const subjects = JSON.stringify(subjectNames(content));
        return {
          kind: 'changed',
          set: { title, content: text, hash, subjects, status: 'DRAFT' },
          parts,
          voids: 'The report was changed',
        };
      });
    },
  };
}
