import { type Note, canChangeNote, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useUser } from '../../../lib/services.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { NoteEntry, NoteVersions } from '../../../shared/organization/NoteEntry.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useDeleteNote, useNoteHistory } from '../api/notes.ts';
import { EditNote } from './EditNote.tsx';
import { toApiError } from '../../../lib/api/api-error.ts';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { noteLink } from '../model/subject.ts';

/** Link to the subject of a note; empty for general notes. */
function NoteLink({ note }: { note: Note }) {
  const place = noteLink(note);
  if (place === undefined) return null;
  return place.kind === 'transaction' ? (
    <Link
      to="/home/block-explorer/transaction/$txid"
      params={{ txid: place.txid }}
      search={{ notes: true }}
      title={place.txid}
    >
      Transaction {shorten(place.txid)}
    </Link>
  ) : (
    <Link
      to="/home/block-explorer/address/$address"
      params={{ address: place.address }}
      search={{ notes: true }}
      title={place.address}
    >
      Address {shorten(place.address)}
    </Link>
  );
}

/** Earlier texts of a note. */
function NoteHistory({ note }: { note: Note }) {
  const { dateTime } = useFormats();
  const { data, error } = useNoteHistory(note.organizationId, note._id);
  if (error) return <FormFailure text={toApiError(error).message} />;
  if (!data) {
    return (
      <Text tone={3} size={12}>
        Loading...
      </Text>
    );
  }
  const earlier = data.filter(({ version }) => version !== note.version);
  return (
    <NoteVersions
      versions={earlier.map(({ version, content, writtenAt }) => ({
        key: version,
        time: dateTime(writtenAt),
        text: content,
      }))}
    />
  );
}

/** A note; only its creator may edit and delete it. `placed`: names its subject. */
export function NoteItem({ note, placed }: { note: Note; placed: boolean }) {
  const toast = useToast();
  const user = useUser();
  const { dateTime } = useFormats();
  const [mode, setMode] = useState<'read' | 'edit' | 'history'>('read');
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteNote();
  const own = canChangeNote(user._id, note);

  function confirmDeletion() {
    remove.mutate(
      { params: { id: note.organizationId, noteId: note._id } },
      {
        onSuccess() {
          setDeleting(false);
          toast.success(texts.noteDeleted);
        },
      },
    );
  }

  if (mode === 'edit') return <EditNote note={note} onDone={() => setMode('read')} />;
  const closeHistory = mode === 'history';
  return (
    <>
      <NoteEntry
        author={note.creatorName}
        time={dateTime(note.createdAt)}
        place={placed && <NoteLink note={note} />}
        text={note.content}
        actions={
          <>
            {note.version > 1 && (
              <TextButton expanded={closeHistory} onClick={() => setMode(closeHistory ? 'read' : 'history')}>
                Edited {dateTime(note.updatedAt)}
              </TextButton>
            )}
            {own && <TextButton onClick={() => setMode('edit')}>Edit</TextButton>}
            {own && <TextButton onClick={() => setDeleting(true)}>Delete</TextButton>}
          </>
        }
      >
        {mode === 'history' && <NoteHistory note={note} />}
      </NoteEntry>
      <ConfirmDialog
        title="Delete note?"
        open={deleting}
        confirmText="Delete"
        danger
        busy={remove.isPending}
        failure={remove.isError ? failureMessage(remove.error, texts.noteDeleteFailed) : undefined}
        onConfirm={confirmDeletion}
        onClose={() => {
          setDeleting(false);
          remove.reset();
        }}
      >
        The note is deleted for everyone.
      </ConfirmDialog>
    </>
  );
}
