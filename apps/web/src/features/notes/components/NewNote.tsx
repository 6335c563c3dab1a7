import { noteMaxLength, texts } from '@hopscope/contract';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
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
  const { form, change, reset } = useDraft(`note:${organizationId}:${subjectKey(subject)}`, { content: '' });
  const create = useCreateNote();
  const content = form.content.trim();

  function submit() {
    if (content === '' || create.isPending) return;
    create.mutate(
      { params: { id: organizationId }, body: { ...subject, content } },
      {
        onSuccess() {
          reset();
          toast.success(texts.noteAdded);
          onAdded();
        },
        onError: (thrown) => toast.error(failureMessage(thrown, texts.noteAddFailed)),
      },
    );
  }

  return (
    <FormStack label="New note" onSubmit={submit}>
      <Stack gap={8}>
        <TextArea
          label="New note"
          name="note"
          autoFocus={autoFocus}
          maxLength={noteMaxLength}
          value={form.content}
          onChange={(value) => change('content', value)}
          onKeyDown={(event) => {
            if (!sends(event)) return;
            event.preventDefault();
            submit();
          }}
        />
        <FormFailure text={create.isError ? failureMessage(create.error, texts.noteAddFailed) : undefined} />
        <Row spread>
          <Text tone={3} size={12}>
            Enter sends, Shift+Enter adds a line
          </Text>
          <Button submit kind="primary" loading={create.isPending} disabled={content === ''}>
            Add note
          </Button>
        </Row>
      </Stack>
    </FormStack>
  );
}
