import { noteMaxLength, texts, noteEndpoints } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useCreateNote } from '../api/notes.ts';
import { type NoteSubject, subjectKey } from '../model/subject.ts';
import { sends } from '../model/sends.ts';

/** A new note; its text is kept as a draft until it is sent. */
export function NewNote({
  organizationId,
  subject,
  autoFocus,
  onAdded,
}: {
  organizationId: string;
  subject: NoteSubject;
  autoFocus: boolean;
  onAdded: () => void;
}) {
  const toast = useToast();
  const create = useCreateNote();
  const form = useForm({
    start: { content: '' },
    draft: `note:${organizationId}:${subjectKey(subject)}`,
    read: ({ content }) => readForm(noteEndpoints.createNote.body, { ...subject, content: content.trim() }),
    send: (body) => create.mutateAsync({ params: { id: organizationId }, body }),
    sent(_, { reset }) {
      reset();
      toast.success(texts.noteAdded);
      onAdded();
    },
    failure: texts.noteAddFailed,
    refused(thrown) {
      toast.error(failureMessage(thrown, texts.noteAddFailed));
      return undefined;
    },
  });
  const isBlank = form.values.content.trim() === '';

  return (
    <FormStack label="New note" onSubmit={() => (isBlank ? undefined : form.submit())}>
      <Stack gap={8}>
        <TextArea
          label="New note"
          autoFocus={autoFocus}
          maxLength={noteMaxLength}
          {...form.field('content')}
          name="note"
          onKeyDown={(event) => {
            if (!sends(event)) return;
            event.preventDefault();
            if (!isBlank) void form.submit();
          }}
        />
        <FormFailure text={form.failure} />
        <Row spread>
          <Text tone={3} size={12}>
            Enter sends, Shift+Enter adds a line
          </Text>
          <Button submit kind="primary" loading={form.busy} disabled={isBlank}>
            Add note
          </Button>
        </Row>
      </Stack>
    </FormStack>
  );
}
