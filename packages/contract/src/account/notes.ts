import { z } from 'zod';
import { noteMaxLength } from '../constants.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { multilineText, pageInfo, pageQuery } from './organizations.ts';
import { texts } from '../texts.ts';

/** Text of a note: not blank after trimming. */
export const noteContent = multilineText.trim().min(1, texts.noteBlank).max(noteMaxLength);

export const noteTypes = ['general', 'transaction', 'address'] as const;

/** A note, visible to all members of its organization. */
export const note = z.object({
  _id: z.string(),
  organizationId: z.string(),
  content: z.string(),
  type: z.enum(noteTypes),
  transactionId: z.string().nullable(),
  address: z.string().nullable(),
  createdBy: z.string(),
  creatorName: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Number of the text, from 1; every edit adds one. */
  version: z.int().positive(),
});
export type Note = z.infer<typeof note>;

const organizationParams = z.object({ id: z.string() });
const noteParams = z.object({ id: z.string(), noteId: z.string() });
const listQuery = pageQuery.extend({ search: z.string().max(200).optional() });
const oneNote = z.object({ success: z.literal(true), data: note });
const noteList = z.object({ success: z.literal(true), data: z.array(note), ...pageInfo });

const listNotes = endpoint({
  id: 'listNotes',
  method: 'GET',
  path: '/organizations/:id/notes',
  access: inOrganization('notes.read'),
  scope: 'read',
  tag: 'notes',
  summary: 'Notes of an organization, newest first',
  params: organizationParams,
  query: listQuery.extend({ type: z.enum(noteTypes).optional() }),
  response: noteList,
});

const listTransactionNotes = endpoint({
  id: 'listTransactionNotes',
  method: 'GET',
  path: '/organizations/:id/notes/transaction/:txId',
  access: inOrganization('notes.read'),
  scope: 'read',
  tag: 'notes',
  summary: 'Notes on a transaction, newest first',
  params: z.object({ id: z.string(), txId: z.string() }),
  query: listQuery,
  response: noteList,
});

const listAddressNotes = endpoint({
  id: 'listAddressNotes',
  method: 'GET',
  path: '/organizations/:id/notes/address/:addr',
  access: inOrganization('notes.read'),
  scope: 'read',
  tag: 'notes',
  summary: 'Notes on an address, newest first',
  params: z.object({ id: z.string(), addr: z.string() }),
  query: listQuery,
  response: noteList,
});

const createNote = endpoint({
  id: 'createNote',
  method: 'POST',
  path: '/organizations/:id/notes',
  access: inOrganization('notes.write'),
  scope: 'review',
  tag: 'notes',
  summary: 'Add a note',
  description:
    'Accepts Bitcoin and Ethereum transaction IDs and addresses. All notations of an address share its notes.',
  status: 201,
  params: organizationParams,
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('general'), content: noteContent }),
    z.object({ type: z.literal('transaction'), content: noteContent, transactionId: z.string().max(100) }),
    z.object({ type: z.literal('address'), content: noteContent, address: z.string().max(120) }),
  ]),
  response: oneNote,
});

const changeNote = endpoint({
  id: 'changeNote',
  method: 'PATCH',
  path: '/organizations/:id/notes/:noteId',
  access: inOrganization('notes.write'),
  scope: 'review',
  tag: 'notes',
  summary: 'Edit your own note; the previous text is kept',
  params: noteParams,
  body: z.object({ content: noteContent }),
  response: oneNote,
});

const deleteNote = endpoint({
  id: 'deleteNote',
  method: 'DELETE',
  path: '/organizations/:id/notes/:noteId',
  access: inOrganization('notes.write'),
  tag: 'notes',
  summary: 'Delete your own note',
  params: noteParams,
  response: z.object({ success: z.literal(true) }),
});

const getNoteHistory = endpoint({
  id: 'getNoteHistory',
  method: 'GET',
  path: '/organizations/:id/notes/:noteId/history',
  access: inOrganization('notes.read'),
  scope: 'read',
  tag: 'notes',
  summary: 'Versions of a note, newest first',
  params: noteParams,
  query: pageQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object({ version: z.int(), content: z.string(), writtenAt: z.iso.datetime() })),
    ...pageInfo,
  }),
});

/** Calls of notes. */
export const noteEndpoints = {
  listNotes,
  listTransactionNotes,
  listAddressNotes,
  createNote,
  changeNote,
  deleteNote,
  getNoteHistory,
} as const;
