import { type DirectoryFeed, isBuiltIn } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
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
  const put = usePutFeed();
  const form = useForm({
    start: feedFields(feed),
    draft: `feed:${feed?.id ?? ''}`,
    read: (values) => readFeed(values, feed?.enabled ?? true),
    send: ({ id, settings }) => put.mutateAsync({ params: { id }, body: settings }),
    sent() {
      toast.success('List saved');
      leave();
    },
    failure: 'The list could not be saved.',
  });

  function leave() {
    form.reset();
    onClose();
  }
  const bind = (name: keyof FeedFields) => ({ ...form.field(name), size: 'middle' as const });
  return (
    <FormStack label="List" onSubmit={form.submit}>
      <Pair>
        <Field
          label="ID"
          help="Lowercase letters, digits, and hyphens"
          disabled={feed !== undefined}
          {...bind('id')}
        />
        <Field label="Name" {...bind('name')} />
      </Pair>
      <SelectField<string>
        label="Format"
        {...form.field('importer')}
        disabled={feed?.shipped ?? false}
        options={
          feed && isBuiltIn(feed.importer)
            ? [{ value: feed.importer, label: importerLabels[feed.importer] }]
            : importerOptions
        }
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
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={leave}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Save list
        </Button>
      </Actions>
    </FormStack>
  );
}
