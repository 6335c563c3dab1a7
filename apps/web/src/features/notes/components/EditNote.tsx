import { type Note, noteMaxLength, texts } from '@hopscope/contract';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
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
  const { form, change, reset } = useDraft(`edit-note:${note._id}`, { content: note.content });
  const update = useChangeNote();
  const content = form.content.trim();

  function leave() {
    reset();
    onDone();
  }

  function submit() {
    if (content === '' || update.isPending) return;
    if (content === note.content) {
      leave();
      return;
    }
    update.mutate(
      { params: { id: note.organizationId, noteId: note._id }, body: { content } },
      {
        onSuccess() {
          leave();
          toast.success(texts.noteUpdated);
        },
        onError: (thrown) => toast.error(failureMessage(thrown, texts.noteUpdateFailed)),
      },
    );
  }

  return (
    <NoteEditor>
      <FormStack label="Edit note" onSubmit={submit}>
        <Stack gap={8}>
          <TextArea
            label="Edit note"
            name="note"
            autoFocus
            maxLength={noteMaxLength}
            help="Enter saves, Escape cancels."
            value={form.content}
            onChange={(value) => change('content', value)}
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
          <FormFailure
            text={update.isError ? failureMessage(update.error, texts.noteUpdateFailed) : undefined}
          />
          <Actions>
            <Button size="small" onClick={leave}>
              Cancel
            </Button>
            <Button size="small" submit loading={update.isPending} disabled={content === ''}>
              Save
            </Button>
          </Actions>
        </Stack>
      </FormStack>
    </NoteEditor>
  );
}
