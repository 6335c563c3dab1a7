import { type Organization, texts } from '@hopscope/contract';
import { useDeferredValue, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FilterBox } from '../../../ui/form/FilterBox.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Scroll } from '../../../ui/layout/Scroll.tsx';
import { notesPageSize, useNotes } from '../api/notes.ts';
import type { NoteSubject } from '../model/subject.ts';
import { NewNote } from './NewNote.tsx';
import { NoteItem } from './NoteItem.tsx';

/** Notes on one subject: write, search, and edit. */
export function NotesPanel({ organization, subject }: { organization: Organization; subject: NoteSubject }) {
  const { count, counted } = useFormats();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed.trim());
  const query = useNotes({ organizationId: organization._id, subject, search, page });
  const { data, error } = query;
  const pages = data ? Math.ceil(data.total / notesPageSize) : 1;

  return (
    <>
      <NewNote
        organizationId={organization._id}
        subject={subject}
        autoFocus={subject.type !== 'general'}
        onAdded={() => setPage(1)}
      />
      <Scroll>
        {((data && data.total > 0) || search !== '') && (
          <FilterBox
            label="Search notes"
            placeholder="Search notes"
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setPage(1);
            }}
          />
        )}
        {data ? (
          data.data.length > 0 ? (
            <ul aria-label="Notes">
              {data.data.map((note) => (
                <NoteItem key={note._id} note={note} placed={subject.type === 'general'} />
              ))}
            </ul>
          ) : (
            <EmptyState title={search === '' ? 'No notes yet' : 'No matches'}>
              {search === ''
                ? `Notes are visible to everyone in ${organization.name}.`
                : 'No note contains this text.'}
            </EmptyState>
          )
        ) : error ? (
          <LoadFailure title={texts.notesFailed} error={error} onRetry={query.refetch} />
        ) : (
          <RowTableSkeleton rows={4} kind="facts" />
        )}
        {data && pages > 1 && (
          <TableFoot
            pager={
              <>
                <Button size="small" kind="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Newer
                </Button>
                <Button size="small" kind="quiet" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  Older
                </Button>
              </>
            }
          >
            {counted(data.total, 'note')}, page {count(page)} of {count(pages)}
          </TableFoot>
        )}
      </Scroll>
    </>
  );
}
