import type { NewsFeed } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAddNewsFeed, useChangeNewsFeed, useTestNewsFeed } from '../api/news-feeds.ts';
import { kindOptions, newsFeedFields, readNewsFeed, testText } from '../model/news-feed-form.ts';

/** Current content of the feed, before it is saved. */
function Tested({ test }: { test: ReturnType<typeof useTestNewsFeed> }) {
  const { date } = useFormats();
  const found = test.data?.data;
  if (test.error) return <FormFailure text={formFailure(test.error, 'The feed could not be tested.')} />;
  if (!found) return null;
  if (!found.report)
    return <FormFailure text={`The feed cannot be used: ${found.error ?? 'unknown reason'}.`} />;
  return (
    <div role="status">
      {testText(found.report)}
      <List label="First entries">
        {found.sample.map(({ title, link, published }, i) => (
          <ListItem
            key={`${String(i)} ${link ?? title}`}
            title={title}
            text={published === null ? 'No date' : date(published)}
          />
        ))}
      </List>
    </div>
  );
}

/** Location and kind of a feed; can be tested before it is saved. */
export function NewsFeedForm({
  feed,
  onClose,
}: {
  /** undefined: a new one. */ feed: NewsFeed | undefined;
  onClose: () => void;
}) {
  const toast = useToast();
  const add = useAddNewsFeed();
  const put = useChangeNewsFeed();
  const test = useTestNewsFeed();
  const form = useForm({
    start: newsFeedFields(feed),
    draft: `news-feed:${feed?.id ?? ''}`,
    read: (values) => readNewsFeed(values, feed?.enabled ?? true),
    send: (body) =>
      feed ? put.mutateAsync({ params: { feedId: feed.id }, body }) : add.mutateAsync({ body }),
    sent() {
      toast.success('Feed saved');
      leave();
    },
    failure: 'The feed could not be saved.',
  });

  function leave() {
    form.reset();
    onClose();
  }
  function tryFeed() {
    const read = readNewsFeed(form.values, feed?.enabled ?? true);
    if ('body' in read) test.mutate({ body: read.body });
    else form.showProblems(read.problems);
  }
  return (
    <FormStack label="News feed" onSubmit={form.submit}>
      <Field label="Name" size="middle" help="Displayed with each entry" {...form.field('name')} />
      <Field label="URL" size="middle" help="Starts with https:// or http://" {...form.field('url')} />
      <SelectField<string> label="Content" {...form.field('kind')} options={kindOptions} />
      <Tested test={test} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={leave}>Cancel</Button>
        <Button loading={test.isPending} onClick={tryFeed}>
          Test feed
        </Button>
        <Button submit kind="primary" loading={form.busy}>
          Save feed
        </Button>
      </Actions>
    </FormStack>
  );
}
