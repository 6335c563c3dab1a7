import { useState } from 'react';
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
  const [email, setEmail] = useState('');
  function submit() {
    if (email.trim() === '' || add.isPending) return;
    add.mutate(
      { body: { email: email.trim() } },
      {
        onSuccess({ data }) {
          setEmail('');
          toast.success(`${data.name} can now edit the directory`);
        },
      },
    );
  }
  return (
    <FormStack label="Add an editor" onSubmit={submit}>
      <Field
        label="Email of the account"
        name="email"
        type="email"
        size="middle"
        value={email}
        error={add.error ? formFailure(add.error, 'The editor could not be added.') : undefined}
        help="The account needs a verified email."
        onChange={setEmail}
      />
      <div>
        <Button submit loading={add.isPending}>
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
