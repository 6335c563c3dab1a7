import { randomUUID } from 'node:crypto';
import { toHex } from '@hopscope/chain';
import { type CaseDetails, type caseEndpoints, caseLimits } from '@hopscope/contract';
import type { z } from 'zod';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { FlowDocuments } from '../../tracing/documents/flow-documents.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { type CaseChanges } from './case-changes.ts';
import {
  type AddressRow,
  deleteAddress,
  deleteDocument,
  deleteTransaction,
  findTransactions,
  insertAddresses,
  insertDocument,
  insertNote,
  insertTransactions,
  readAddresses,
  readDocuments,
  readNotes,
  readTransactions,
} from './case-parts.store.ts';
import { identifiers } from '../../../lib/identifiers.ts';

type NewAddresses = z.output<NonNullable<(typeof caseEndpoints)['addCaseAddresses']['body']>>['addresses'];

/** 409 where a case would have more of something than it may. */
export function checkLimit(count: number, most: number, what: string): void {
  if (count > most) throw conflict(`A case can have at most ${String(most)} ${what}`);
}

/** What belongs to a case beside its tasks and files: transactions, addresses, FlowTrace documents, notes. */
export function createCaseContents(options: {
  changes: CaseChanges;
  documents: Pick<FlowDocuments, 'about'>;
  /** Of Bitcoin: whose addresses are valid. */
  network: () => Promise<NetworkName>;
}) {
  const { changes, documents, network } = options;

  async function spelled(given: NewAddresses): Promise<Pick<AddressRow, 'chain' | 'address'>[]> {
    const bitcoin = await network();
    const read = given.map(({ address, blockchain: chain }) => ({
      chain,
      address: identifiers[chain].address(address, bitcoin).text,
    }));
    return [...new Map(read.map((each) => [`${each.chain} ${each.address}`, each])).values()];
  }

  return {
    /** 404 where the organization lacks one of them, and then none is added. */
    async addTransactions(by: ByMember, id: string, ids: readonly string[]): Promise<CaseDetails> {
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        const wanted = new Set(ids.map((each) => each.toLowerCase()));
        const found = await findTransactions(trx, row.organization_id, [...wanted]);
        if (found.length < wanted.size) throw notFound('Transaction not found');
        const present = new Set((await readTransactions(trx, row.id)).map((each) => each.id));
        const added = found.filter((each) => !present.has(each.id));
        if (added.length === 0) return null;
        checkLimit(present.size + added.length, caseLimits.transactions, 'transactions');
        const how = { case_id: row.id, added_by: by.member.userId, added_at: at };
        await insertTransactions(
          trx,
          added.map((each) => ({ ...how, transaction_id: each.id })),
        );
        return {
          kind: 'transactions_added',
          items: added.map((each) => ({ id: each.id, name: toHex(each.txid) })),
          after: { transactions: added.map((each) => each.id) },
        };
      });
    },

    async removeTransaction(by: ByMember, id: string, transactionId: string): Promise<CaseDetails> {
      return changes.change(by, { id }, async ({ trx, row }) => {
        if (!(await deleteTransaction(trx, row.id, transactionId))) throw notFound('Transaction not found');
        const [gone] = await findTransactions(trx, row.organization_id, [transactionId]);
        return {
          kind: 'transaction_removed',
          items: [{ id: transactionId, name: gone ? toHex(gone.txid) : '' }],
          before: { transaction: transactionId },
        };
      });
    },

    /** Throws 400 for an invalid address, and adds none. */
    async addAddresses(by: ByMember, id: string, given: NewAddresses): Promise<CaseDetails> {
      const wanted = await spelled(given);
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        const present = await readAddresses(trx, row.id);
        const added = wanted
          .filter(({ chain, address }) => !present.some((h) => h.chain === chain && h.address === address))
          .map((each) => ({
            ...each,
            id: randomUUID(),
            case_id: row.id,
            added_by: by.member.userId,
            added_at: at,
          }));
        if (added.length === 0) return null;
        checkLimit(present.length + added.length, caseLimits.addresses, 'addresses');
        await insertAddresses(trx, added);
        return {
          kind: 'addresses_added',
          items: added.map((each) => ({ id: each.id, name: each.address })),
          after: { addresses: added.map((each) => each.address) },
        };
      });
    },

    async removeAddress(by: ByMember, id: string, addressId: string): Promise<CaseDetails> {
      return changes.change(by, { id }, async ({ trx, row }) => {
        const gone = await deleteAddress(trx, row.id, addressId);
        if (!gone) throw notFound('Address not found');
        return {
          kind: 'address_removed',
          items: [{ id: gone.id, name: gone.address }],
          before: { address: gone.address },
        };
      });
    },

    /** 404 for a document that the member may not see. */
    async addDocument(by: ByMember, id: string, given: string): Promise<CaseDetails> {
      await documents.about(by.member, given);
      const documentId = given.toLowerCase();
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        const present = await readDocuments(trx, row.id);
        if (present.some((link) => link.document_id === documentId)) return null;
        checkLimit(present.length + 1, caseLimits.documents, 'documents');
        await insertDocument(trx, {
          case_id: row.id,
          document_id: documentId,
          added_by: by.member.userId,
          added_at: at,
        });
        return {
          kind: 'document_added',
          items: [{ id: documentId, name: '' }],
          after: { document: documentId },
        };
      });
    },

    async removeDocument(by: ByMember, id: string, given: string): Promise<CaseDetails> {
      await documents.about(by.member, given);
      const documentId = given.toLowerCase();
      return changes.change(by, { id }, async ({ trx, row }) => {
        if (!(await deleteDocument(trx, row.id, documentId))) throw notFound('Document not found');
        return {
          kind: 'document_removed',
          items: [{ id: documentId, name: '' }],
          before: { document: documentId },
        };
      });
    },

    async addNote(by: ByMember, id: string, text: string): Promise<CaseDetails> {
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        checkLimit((await readNotes(trx, row.id)).length + 1, caseLimits.notes, 'notes');
        const note = {
          id: randomUUID(),
          case_id: row.id,
          content: text,
          written_by: by.member.userId,
          written_at: at,
        };
        await insertNote(trx, note);
        return { kind: 'note_added', note: text, after: { note: note.id } };
      });
    },
  };
}
