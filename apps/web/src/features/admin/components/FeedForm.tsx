import { type DirectoryFeed, isBuiltIn } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import type { FormProblems } from '../../../lib/form-problems.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field, type FieldProps } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { usePutFeed } from '../api/directory.ts';
import {
  type FeedFields,
  feedFields,
  importerLabels,
  importerOptions,
  readFeed,
} from '../model/feed-form.ts';

/** Location, format, and reliability of a list. */
export function FeedForm({
  feed,
  folder,
  onClose,
}: {
  /** undefined: a new one. */
  feed: DirectoryFeed | undefined;
  folder: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const { form, change, reset } = useDraft<FeedFields>(`feed:${feed?.id ?? ''}`, feedFields(feed));
  const [problems, setProblems] = useState<FormProblems<keyof FeedFields & string>>();
  const put = usePutFeed();

  function leave() {
    reset();
    onClose();
  }
  function submit() {
    const read = readFeed(form, feed?.enabled ?? true);
    setProblems('problems' in read ? read.problems : undefined);
    if ('problems' in read || put.isPending) return;
    put.mutate(
      { params: { id: read.id }, body: read.body },
      {
        onSuccess() {
          toast.success('List saved');
          leave();
        },
      },
    );
  }
  const bind = (name: keyof FeedFields & string): Omit<FieldProps, 'label'> => ({
    name,
    size: 'middle',
    error: problems?.[name],
    value: form[name] ?? '',
    onChange: (value) => change(name, value),
  });
  return (
    <FormStack label="List" onSubmit={submit}>
      <Pair>
        <Field
          label="Id"
          help="Lowercase letters, digits, and hyphens"
          disabled={feed !== undefined}
          {...bind('id')}
        />
        <Field label="Name" {...bind('name')} />
      </Pair>
      <SelectField<string>
        label="Format"
        error={problems?.importer}
        value={form.importer}
        disabled={feed?.shipped ?? false}
        options={
          feed && isBuiltIn(feed.importer)
            ? [{ value: feed.importer, label: importerLabels[feed.importer] }]
            : importerOptions
        }
        onChange={(value) => change('importer', value)}
      />
      <Field label="Location" help={`A URL, or a path in ${folder}`} optional {...bind('location')} />
      <Pair>
        <Field label="License" optional {...bind('license')} />
        <Field
          label="Rank"
          help="1 to 1000; the lowest rank takes precedence"
          inputMode="numeric"
          {...bind('rank')}
        />
      </Pair>
      <Field label="Acknowledgment" optional {...bind('acknowledgment')} />
      <FormFailure text={put.error ? formFailure(put.error, 'The list could not be saved.') : undefined} />
      <Actions>
        <Button onClick={leave}>Cancel</Button>
        <Button submit kind="primary" loading={put.isPending}>
          Save list
        </Button>
      </Actions>
    </FormStack>
  );
}
