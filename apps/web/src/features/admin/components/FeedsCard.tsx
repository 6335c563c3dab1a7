import { type DirectoryFeed, feedSettings, texts, isBuiltIn } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useFeeds, usePutFeed, useRemoveFeed, useStartJob } from '../api/directory.ts';
import { importerLabels } from '../model/feed-form.ts';
import { FeedForm } from './FeedForm.tsx';

function aboutText({ importer, location, license, rank }: DirectoryFeed): string {
  const where = isBuiltIn(importer) ? 'included with Hopscope' : (location ?? 'no location');
  return [
    importerLabels[importer],
    where,
    license === null ? 'license unknown' : `license ${license}`,
    `rank ${rank}`,
  ].join(' · ');
}

function FeedItem({
  feed,
  onEdit,
  onRemove,
}: {
  feed: DirectoryFeed;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const toast = useToast();
  const put = usePutFeed();
  const start = useStartJob();
  const { id, shipped } = feed;
  return (
    <ListItem
      title={
        <>
          {feed.name}
          {!shipped && <Tag>Your own</Tag>}
          {!feed.enabled && <Tag dashed>Off</Tag>}
        </>
      }
      text={aboutText(feed)}
      actions={
        <>
          <CheckBox
            label={`Turn ${feed.name} on`}
            bare
            checked={feed.enabled}
            disabled={put.isPending}
            onChange={(enabled) =>
              put.mutate(
                { params: { id }, body: { ...feedSettings.parse(feed), enabled } },
                { onError: (thrown) => toast.error(failureMessage(thrown, 'The list could not be saved.')) },
              )
            }
          />
          <Button
            size="small"
            label={`Update ${feed.name} only`}
            loading={start.isPending}
            onClick={() =>
              start.mutate(
                { body: { feeds: [id] } },
                { onError: (thrown) => toast.error(failureMessage(thrown, texts.jobTriggerFailed)) },
              )
            }
          >
            Update
          </Button>
          <Button size="small" label={`Edit ${feed.name}`} onClick={onEdit}>
            Edit
          </Button>
          {!shipped && (
            <Button size="small" label={`Remove ${feed.name}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </>
      }
    />
  );
}

function RemoveDialog({ feed, onClose }: { feed: DirectoryFeed; onClose: () => void }) {
  const toast = useToast();
  const remove = useRemoveFeed();
  return (
    <ConfirmDialog
      title={`Remove ${feed.name}?`}
      open
      danger
      confirmText="Remove"
      busy={remove.isPending}
      failure={remove.error ? failureMessage(remove.error, 'The list could not be removed.') : undefined}
      onConfirm={() =>
        remove.mutate(
          { params: { id: feed.id } },
          {
            onSuccess() {
              toast.success('List removed');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      The list is no longer read. Its data stays in the directory.
    </ConfirmDialog>
  );
}

/** Lists that update the directory. */
export function FeedsCard() {
  const query = useFeeds();
  const [editing, setEditing] = useState<DirectoryFeed | 'new'>();
  const [removing, setRemoving] = useState<DirectoryFeed>();
  return (
    <LoadedCard
      title="Lists"
      query={query}
      failure="The lists could not be loaded"
      extra={
        <Button size="small" onClick={() => setEditing('new')}>
          Add a list
        </Button>
      }
    >
      {({ data, folder }) => (
        <>
          <List label="Lists">
            {data.map((feed) => (
              <FeedItem
                key={feed.id}
                feed={feed}
                onEdit={() => setEditing(feed)}
                onRemove={() => setRemoving(feed)}
              />
            ))}
          </List>
          <Dialog
            title={editing === 'new' ? 'Add a list' : (editing?.name ?? '')}
            width={600}
            open={editing !== undefined}
            onClose={() => setEditing(undefined)}
          >
            {editing && (
              <FeedForm
                feed={editing === 'new' ? undefined : editing}
                folder={folder}
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
