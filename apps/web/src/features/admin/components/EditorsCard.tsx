import { addDirectoryEditor } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { failureMessage, formFailure } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { editorPageSize, useAddEditor, useDirectoryEditors, useRemoveEditor } from '../api/directory.ts';

function AddEditor() {
  const toast = useToast();
  const add = useAddEditor();
  const form = useForm({
    start: { email: '' },
    read: (values) =>
      readForm(
        addDirectoryEditor.body,
        { email: values.email.trim() },
        blankFields(values, { email: 'Please enter the email' }),
      ),
    send: (body) => add.mutateAsync({ body }),
    sent({ data }, { reset }) {
      reset();
      toast.success(`${data.name} can now edit the directory`);
    },
    failure: 'The editor could not be added.',
    refused: (thrown) => ({ email: formFailure(thrown, 'The editor could not be added.') }),
  });
  return (
    <FormStack label="Add an editor" onSubmit={form.submit}>
      <Field
        label="Email of the account"
        type="email"
        size="middle"
        help="The account needs a verified email."
        {...form.field('email')}
      />
      <div>
        <Button submit loading={form.busy}>
          Add editor
        </Button>
      </div>
    </FormStack>
  );
}

/** People who may edit the directory. */
export function EditorsCard({ page }: { page: number }) {
  const toast = useToast();
  const { date } = useFormats();
  const query = useDirectoryEditors(page);
  const remove = useRemoveEditor();
  return (
    <LoadedCard
      title="Directory editors"
      query={query}
      failure="The editors could not be loaded"
      skeleton={3}
    >
      {({ data, total }) => (
        <>
          <PagedList
            label="Directory editors"
            noun="editor"
            page={page}
            pageSize={editorPageSize}
            total={total}
            empty={{
              title: 'No editors',
              text: 'No editors yet. Everyone can suggest corrections.',
            }}
          >
            {data.map(({ userId, name, email, at }) => (
              <ListItem
                key={userId}
                title={name}
                text={`${email}, since ${date(at)}`}
                actions={
                  <Button
                    size="small"
                    label={`Remove editor ${name}`}
                    loading={remove.isPending && remove.variables.params.userId === userId}
                    onClick={() =>
                      remove.mutate(
                        { params: { userId } },
                        {
                          onSuccess: () => toast.success(`${name} can no longer edit the directory`),
                          onError: (thrown) =>
                            toast.error(failureMessage(thrown, 'The editor could not be removed.')),
                        },
                      )
                    }
                  >
                    Remove
                  </Button>
                }
              />
            ))}
          </PagedList>
          <Inset>
            <AddEditor />
          </Inset>
        </>
      )}
    </LoadedCard>
  );
}
