import type { Note } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { NoteVersions } from '../../../shared/organization/NoteEntry.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useNoteHistory } from '../api/notes.ts';

/** Earlier texts of a note. */
export function NoteHistory({ note }: { note: Note }) {
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
