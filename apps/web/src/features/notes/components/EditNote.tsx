import { type Note, noteMaxLength, texts, noteEndpoints } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { NoteEditor } from '../../../shared/organization/NoteEntry.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangeNote } from '../api/notes.ts';
import { sends } from '../model/sends.ts';

/** Edits the person's own note; Escape cancels. */
export function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const toast = useToast();
  const update = useChangeNote();
  const form = useForm({
    start: { content: note.content },
    draft: `edit-note:${note._id}`,
    read: ({ content }) => readForm(noteEndpoints.changeNote.body, { content: content.trim() }),
    send: async (body) =>
      body.content === note.content
        ? undefined
        : update.mutateAsync({ params: { id: note.organizationId, noteId: note._id }, body }),
    sent(answer) {
      leave();
      if (answer) toast.success(texts.noteUpdated);
    },
    failure: texts.noteUpdateFailed,
    refused(thrown) {
      toast.error(failureMessage(thrown, texts.noteUpdateFailed));
      return undefined;
    },
  });
  const isBlank = form.values.content.trim() === '';

  function leave() {
    form.reset();
    onDone();
  }

  const submit = (): unknown => (isBlank ? undefined : form.submit());

  return (
    <NoteEditor>
      <FormStack label="Edit note" onSubmit={submit}>
        <Stack gap={8}>
          <TextArea
            label="Edit note"
            autoFocus
            maxLength={noteMaxLength}
            help="Enter saves, Escape cancels."
            {...form.field('content')}
            name="note"
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                // Otherwise the dialog around it would close, too.
                event.stopPropagation();
                leave();
              } else if (sends(event)) {
                event.preventDefault();
                submit();
              }
            }}
          />
          <FormFailure text={form.failure} />
          <Actions>
            <Button size="small" onClick={leave}>
              Cancel
            </Button>
            <Button size="small" submit loading={form.busy} disabled={isBlank}>
              Save
            </Button>
          </Actions>
        </Stack>
      </FormStack>
    </NoteEditor>
  );
}
