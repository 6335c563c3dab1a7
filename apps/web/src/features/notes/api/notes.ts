import { type Note, noteEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import { type NoteSubject, subjectKey } from '../model/subject.ts';

const { listNotes, listTransactionNotes, listAddressNotes, getNoteHistory } = noteEndpoints;
const changes = [listNotes, getNoteHistory];
export const notesPageSize = 20;

interface Wanted {
  organizationId: string;
  subject: NoteSubject;
  search: string;
  page: number;
}

function fetchNotes(
  api: ApiClient,
  { organizationId: id, subject, search, page }: Wanted,
  signal: AbortSignal,
): Promise<{ data: Note[]; total: number }> {
  const query = { page, limit: notesPageSize, ...(search !== '' && { search }) };
  switch (subject.type) {
    case 'transaction':
      return api(listTransactionNotes, { params: { id, txId: subject.transactionId }, query }, { signal });
    case 'address':
      return api(listAddressNotes, { params: { id, addr: subject.address }, query }, { signal });
    case 'general':
      return api(listNotes, { params: { id }, query }, { signal });
  }
}

/** Reads notes on a subject, newest first; for `general`, all notes of the organization. */
export function useNotes(wanted: Wanted) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listNotes.id, wanted.organizationId, subjectKey(wanted.subject), wanted.search, wanted.page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchNotes(api, wanted, signal),
  });
}

/** Reads the earlier texts of a note. */
export function useNoteHistory(organizationId: string, noteId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getNoteHistory.id, noteId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api(
          getNoteHistory,
          { params: { id: organizationId, noteId }, query: { limit: 200 } },
          { signal },
        )
      ).data,
  });
}

export function useCreateNote() {
  return useCall(noteEndpoints.createNote, { changes });
}

export function useChangeNote() {
  return useCall(noteEndpoints.changeNote, { changes });
}

export function useDeleteNote() {
  return useCall(noteEndpoints.deleteNote, { changes });
}
