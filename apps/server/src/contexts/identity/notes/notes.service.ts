import { randomUUID } from 'node:crypto';
import { canChangeNote, type CallInput, type Note, type noteEndpoints, texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, forbidden, notFound, badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { ByMember, Member } from '../organizations/membership.service.ts';
import type { People, Person } from '../people/people.service.ts';
import {
  findNote,
  insertNote,
  notesOf,
  lockNote,
  markDeleted,
  type NoteFilter,
  type NoteRow,
  oldestVersion,
  readNotes,
  readVersions,
  removeOldVersions,
  replaceContent,
} from './notes.store.ts';
import {
  type BitcoinNetwork,
  ChainError,
  encodeAddress,
  networks,
  parseAddress,
  parseEthereumAddress,
} from '@hopscope/chain';
import { checkRecords } from '../subscriptions/record-limits.ts';

/** A note as members see it, with the name of its creator. */
function presentNote(row: NoteRow, people: ReadonlyMap<string, Person>): Note {
  const creator = people.get(row.created_by);
  return {
    _id: row.id,
    organizationId: row.organization_id,
    content: row.content,
    type: row.type,
    transactionId: row.transaction_id,
    address: row.address,
    createdBy: row.created_by,
    creatorName: creator ? `${creator.name} ${creator.surname}`.trim() : 'Deleted',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** The one spelling of a transaction id: Bitcoin 64 hex digits, Ethereum with 0x before. 400 if it is neither. */
function normalizeTransactionId(text: string): string {
  const given = text.trim().toLowerCase();
  if (!/^(?:0x)?[0-9a-f]{64}$/.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: expected 64 hexadecimal digits');
  }
  return given;
}

/**
 * The one spelling of an address: Ethereum in the capitals of EIP-55, Bitcoin as its network writes it (bech32 in small
 * letters). 400 `invalid_address` with the reason if it is no address.
 */
function normalizeAddress(text: string): string {
  const given = text.trim();
  try {
    if (/^0x/i.test(given)) return parseEthereumAddress(given).checksummed;
    return normalizeBitcoinAddress(given);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new AppError('invalid_address', `${texts.addressInvalid}: ${error.message}`, {
      details: { reason: error.code },
      cause: error,
    });
  }
}

/** Networks share nothing but the spelling of equal addresses, so the first that reads it decides. */
function normalizeBitcoinAddress(given: string): string {
  const spell = (network: BitcoinNetwork): string => encodeAddress(parseAddress(given, network).key, network);
  const { mainnet, ...others } = networks;
  for (const network of Object.values(others)) {
    try {
      return spell(network);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
  }
  return spell(mainnet);
}

interface Page {
  page: number;
  limit: number;
}

const missing = (): AppError => notFound('Note not found');

/**
 * Notes shared by the members of an organization. Texts aren't in the audit log, which is permanent: the
 * history of a note has them, as long as the plan stores data.
 */
export function createNotes(options: {
  kysely: Kysely<Schema>;
  now: () => number;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
}) {
  const { kysely, now, audit, people } = options;

  async function present(db: Kysely<Schema>, row: NoteRow): Promise<Note> {
    return presentNote(row, await people.findByIds(db, [row.created_by]));
  }

  /** Returns the note, locked. Throws 404 if it is unknown, and 403 if someone else wrote it. */
  async function lockOwn(trx: Kysely<Schema>, { member }: ByMember, noteId: string): Promise<NoteRow> {
    const row = isUuid(noteId)
      ? await lockNote(trx, { organizationId: member.organizationId, noteId })
      : undefined;
    if (!row) throw missing();
    if (!canChangeNote(member.userId, { createdBy: row.created_by })) {
      throw forbidden('Only the creator of a note can change it');
    }
    return row;
  }

  const subject = (row: NoteRow) => ({ type: 'note', id: row.id });
  const recordOf = ({ actor, member, origin }: ByMember) => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
  });

  /** A page of notes, newest first. */
  async function list(filter: NoteFilter, page: Page) {
    const { rows, total } = await readNotes(kysely, filter, page);
    const creators = await people.findByIds(
      kysely,
      rows.map((row) => row.created_by),
    );
    return {
      data: rows.map((row) => presentNote(row, creators)),
      total,
      page: page.page,
      limit: page.limit,
    };
  }

  return {
    list,

    /** Notes on a transaction; 400 `invalid_hash`. */
    listOnTransaction(member: Member, txId: string, query: Page & { search?: string | undefined }) {
      const transactionId = normalizeTransactionId(txId);
      return list({ organizationId: member.organizationId, transactionId, search: query.search }, query);
    },

    /** Notes on an address in any spelling; 400 `invalid_address`. */
    listOnAddress(member: Member, text: string, query: Page & { search?: string | undefined }) {
      const address = normalizeAddress(text);
      return list({ organizationId: member.organizationId, address, search: query.search }, query);
    },

    async create(by: ByMember, input: CallInput<typeof noteEndpoints.createNote>['body']): Promise<Note> {
      const at = new Date(now());
      const row: NoteRow = {
        id: randomUUID(),
        organization_id: by.member.organizationId,
        type: input.type,
        transaction_id: input.type === 'transaction' ? normalizeTransactionId(input.transactionId) : null,
        address: input.type === 'address' ? normalizeAddress(input.address) : null,
        content: input.content,
        version: 1,
        created_by: by.member.userId,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        await checkRecords(trx, 'notes', (most) => notesOf(trx, row.organization_id, most));
        await insertNote(trx, row);
        const { type, transaction_id: transactionId, address } = row;
        await audit.record(trx, {
          ...recordOf(by),
          action: 'note.created',
          subject: subject(row),
          after: { type, transactionId, address, version: 1 },
        });
        return present(trx, row);
      });
    },

    /** Replaces the text and stores the previous one. Idempotent. */
    async change(by: ByMember, noteId: string, content: string): Promise<Note> {
      return kysely.transaction().execute(async (trx) => {
        const before = await lockOwn(trx, by, noteId);
        if (before.content === content) return present(trx, before);
        const after = await replaceContent(trx, before, { content, at: new Date(now()) });
        await audit.record(trx, {
          ...recordOf(by),
          action: 'note.changed',
          subject: subject(after),
          before: { version: before.version },
          after: { version: after.version },
        });
        return present(trx, after);
      });
    },

    /** The note is not shown any more; it stays until the retention time of the plan is over. */
    async remove(by: ByMember, noteId: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const row = await lockOwn(trx, by, noteId);
        await markDeleted(trx, row.id, new Date(now()));
        await audit.record(trx, {
          ...recordOf(by),
          action: 'note.deleted',
          subject: subject(row),
          before: { version: row.version },
        });
      });
    },

    /** The texts of a note, newest first: the current one, then those it replaced. */
    async history(member: Member, noteId: string, { page, limit }: Page) {
      const row = isUuid(noteId)
        ? await findNote(kysely, { organizationId: member.organizationId, noteId })
        : undefined;
      if (!row) throw missing();
      const skip = (page - 1) * limit;
      const current =
        skip === 0 ? [{ version: row.version, content: row.content, writtenAt: row.updated_at }] : [];
      const { rows, total } = await readVersions(kysely, row.id, {
        skip: Math.max(0, skip - 1),
        limit: limit - current.length,
      });
      const earlier = rows.map((r) => ({ version: r.version, content: r.content, writtenAt: r.written_at }));
      const data = [...current, ...earlier].map((text) => ({
        ...text,
        writtenAt: text.writtenAt.toISOString(),
      }));
      return { data, total: total + 1, page, limit };
    },

    /** What runs out with the retention time of a plan: deleted notes and replaced texts. */
    retention: {
      removeOlderThan: removeOldVersions,
      oldest: oldestVersion,
    },
  };
}
