import { type NewsFeed, newsFeedSettings } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangeNewsFeed, useNewsFeeds, useRemoveNewsFeed, useRunNewsFeed } from '../api/news-feeds.ts';
import { newsFeedText } from '../model/news-feed-form.ts';
import { NewsFeedForm } from './NewsFeedForm.tsx';

function FeedItem({ feed, onEdit, onRemove }: { feed: NewsFeed; onEdit: () => void; onRemove: () => void }) {
  const toast = useToast();
  const { dateTime } = useFormats();
  const put = useChangeNewsFeed();
  const run = useRunNewsFeed();
  const params = { feedId: feed.id };
  const turn = feed.enabled ? 'off' : 'on';
  return (
    <ListItem
      title={
        <>
          {feed.name}
          {!feed.enabled && <Tag dashed>Off</Tag>}
        </>
      }
      text={newsFeedText(feed, dateTime)}
      actions={
        <>
          <Button
            size="small"
            label={`Fetch ${feed.name} now`}
            loading={run.isPending}
            onClick={() =>
              run.mutate(
                { params, body: {} },
                {
                  onSuccess: ({ data }) =>
                    data.lastError === null
                      ? toast.success(`${data.name}: ${String(data.lastReport?.added ?? 0)} new`)
                      : toast.error(`${data.name}: ${data.lastError}`),
                  onError: (thrown) => toast.error(failureMessage(thrown, 'The feed could not be fetched.')),
                },
              )
            }
          >
            Fetch
          </Button>
          <Button
            size="small"
            label={`Turn ${feed.name} ${turn}`}
            loading={put.isPending}
            onClick={() =>
              put.mutate(
                { params, body: { ...newsFeedSettings.parse(feed), enabled: !feed.enabled } },
                { onError: (thrown) => toast.error(failureMessage(thrown, 'The feed could not be saved.')) },
              )
            }
          >
            Turn {turn}
          </Button>
          <Button size="small" label={`Edit ${feed.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="small" label={`Remove ${feed.name}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    />
  );
}

function RemoveDialog({ feed, onClose }: { feed: NewsFeed; onClose: () => void }) {
  const toast = useToast();
  const remove = useRemoveNewsFeed();
  return (
    <ConfirmDialog
      title={`Remove ${feed.name}?`}
      open
      danger
      confirmText="Remove"
      busy={remove.isPending}
      failure={remove.error ? failureMessage(remove.error, 'The feed could not be removed.') : undefined}
      onConfirm={() =>
        remove.mutate(
          { params: { feedId: feed.id } },
          {
            onSuccess() {
              toast.success('Feed removed');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      Its articles and posts are deleted too.
    </ConfirmDialog>
  );
}

/** Feeds of news and posts that are searched for addresses, owners, and entities. */
export function NewsFeedsCard() {
  const query = useNewsFeeds();
  const [editing, setEditing] = useState<NewsFeed | 'new'>();
  const [removing, setRemoving] = useState<NewsFeed>();
  const add = (
    <Button size="small" onClick={() => setEditing('new')}>
      Add a feed
    </Button>
  );
  return (
    <LoadedCard title="News feeds" query={query} failure="The feeds could not be loaded" extra={add}>
      {(feeds) => (
        <>
          {feeds.length === 0 ? (
            <EmptyState title="No feeds">
              Add news or social media feeds to see mentions of addresses, their owners, and their entities.
            </EmptyState>
          ) : (
            <List label="News feeds">
              {feeds.map((feed) => (
                <FeedItem
                  key={feed.id}
                  feed={feed}
                  onEdit={() => setEditing(feed)}
                  onRemove={() => setRemoving(feed)}
                />
              ))}
            </List>
          )}
          <Dialog
            title={editing === 'new' ? 'Add a feed' : (editing?.name ?? '')}
            width={600}
            open={editing !== undefined}
            onClose={() => setEditing(undefined)}
          >
            {editing && (
              <NewsFeedForm
                feed={editing === 'new' ? undefined : editing}
                onClose={() => setEditing(undefined)}
              />
            )}
          </Dialog>
          {removing && <RemoveDialog feed={removing} onClose={() => setRemoving(undefined)} />}
        </>
      )}
    </LoadedCard>
  );
}
