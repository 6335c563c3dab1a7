import type { NewsFeed } from '@hopscope/contract';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import type { FormProblems } from '../../../lib/form-problems.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAddNewsFeed, useChangeNewsFeed, useTestNewsFeed } from '../api/news-feeds.ts';
import {
  kindOptions,
  newsFeedFields,
  type NewsFeedFields,
  readNewsFeed,
  testText,
} from '../model/news-feed-form.ts';

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
  const { form, change, reset } = useDraft<NewsFeedFields>(
    `news-feed:${feed?.id ?? ''}`,
    newsFeedFields(feed),
  );
  const [problems, setProblems] = useState<FormProblems<keyof NewsFeedFields & string>>();
  const add = useAddNewsFeed();
  const put = useChangeNewsFeed();
  const test = useTestNewsFeed();
  const saving = add.isPending || put.isPending;
  const failed = add.error ?? put.error;

  function leave() {
    reset();
    onClose();
  }
  function withBody(
    use: (body: Extract<ReturnType<typeof readNewsFeed>, { body: unknown }>['body']) => void,
  ) {
    const read = readNewsFeed(form, feed?.enabled ?? true);
    setProblems('problems' in read ? read.problems : undefined);
    if ('body' in read) use(read.body);
  }
  function submit() {
    if (saving) return;
    withBody((body) => {
      const onSuccess = () => {
        toast.success('Feed saved');
        leave();
      };
      if (feed) put.mutate({ params: { feedId: feed.id }, body }, { onSuccess });
      else add.mutate({ body }, { onSuccess });
    });
  }
  return (
    <FormStack label="News feed" onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        size="middle"
        help="Displayed with each entry"
        error={problems?.name}
        value={form.name}
        onChange={(value) => change('name', value)}
      />
      <Field
        label="URL"
        name="url"
        size="middle"
        help="Starts with https:// or http://"
        error={problems?.url}
        value={form.url}
        onChange={(value) => change('url', value)}
      />
      <SelectField<string>
        label="Content"
        error={problems?.kind}
        value={form.kind}
        options={kindOptions}
        onChange={(value) => change('kind', value)}
      />
      <Tested test={test} />
      <FormFailure text={failed ? formFailure(failed, 'The feed could not be saved.') : undefined} />
      <Actions>
        <Button onClick={leave}>Cancel</Button>
        <Button loading={test.isPending} onClick={() => withBody((body) => test.mutate({ body }))}>
          Test feed
        </Button>
        <Button submit kind="primary" loading={saving}>
          Save feed
        </Button>
      </Actions>
    </FormStack>
  );
}
