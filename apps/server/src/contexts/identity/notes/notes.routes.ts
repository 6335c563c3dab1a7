import { noteEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function noteRoutes({ route }: Router, { notes }: Pick<Context, 'notes'>): void {
  route(noteEndpoints.listNotes, ({ member, query }) =>
    notes.list({ organizationId: member.organizationId, type: query.type, search: query.search }, query),
  );
  route(noteEndpoints.listTransactionNotes, async ({ member, params, query }) =>
    notes.listOnTransaction(member, params.txId, query),
  );
  route(noteEndpoints.listAddressNotes, async ({ member, params, query }) =>
    notes.listOnAddress(member, params.addr, query),
  );
  route(noteEndpoints.createNote, async (call) => ({ data: await notes.create(call, call.body) }));
  route(noteEndpoints.changeNote, async (call) => ({
    data: await notes.change(call, call.params.noteId, call.body.content),
  }));
  route(noteEndpoints.deleteNote, async (call) => {
    await notes.remove(call, call.params.noteId);
    return {};
  });
  route(noteEndpoints.getNoteHistory, ({ member, params, query }) =>
    notes.history(member, params.noteId, query),
  );
}
