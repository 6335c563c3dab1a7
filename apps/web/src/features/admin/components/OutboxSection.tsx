import type { OutboxMailView } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { Tag, type TagTone } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { adminPageSize } from '../api/plans.ts';
import { useOutbox, useRetryMail } from '../api/requests.ts';
import { MailView } from './MailView.tsx';

const statuses: Record<OutboxMailView['status'], { name: string; tone: TagTone }> = {
  queued: { name: 'Queued', tone: 'blue' },
  sent: { name: 'Delivered', tone: 'green' },
  stored: { name: 'Deliver manually', tone: 'orange' },
  failed: { name: 'Failed', tone: 'red' },
};

/** Mails that the installation sends; without a mail server, the operator passes them on. */
export function OutboxSection({ page }: { page: number }) {
  const toast = useToast();
  const { dateTime } = useFormats();
  const query = useOutbox(page);
  const [shown, setShown] = useState<OutboxMailView>();
  const retry = useRetryMail();
  const about = ({ to, createdAt, lastError }: OutboxMailView) =>
    `To ${to}, ${dateTime(createdAt)}${lastError === null ? '' : `. ${lastError}`}`;

  return (
    <LoadedCard title="Email outbox" query={query} failure="Failed to load the outbox">
      {({ mails, total }) => (
        <>
          <PagedList
            label="Messages"
            noun="message"
            page={page}
            pageSize={adminPageSize}
            total={total}
            empty={{ title: 'No messages', text: 'Nothing has been sent yet.' }}
          >
            {mails.map((mail) => (
              <ListItem
                key={mail.id}
                title={
                  <>
                    {mail.subject}
                    <Tag tone={statuses[mail.status].tone}>{statuses[mail.status].name}</Tag>
                  </>
                }
                text={about(mail)}
                actions={
                  <>
                    {mail.status === 'failed' && (
                      <Button
                        size="small"
                        loading={retry.isPending && retry.variables.params.id === mail.id}
                        label={`Send again to ${mail.to}`}
                        onClick={() =>
                          retry.mutate(
                            { params: { id: mail.id } },
                            {
                              onSuccess: () => toast.success('The email was queued again'),
                              onError: (thrown) =>
                                toast.error(failureMessage(thrown, 'The email could not be sent.')),
                            },
                          )
                        }
                      >
                        Send again
                      </Button>
                    )}
                    <Button
                      size="small"
                      label={`Open ${mail.subject} to ${mail.to}`}
                      onClick={() => setShown(mail)}
                    >
                      Open
                    </Button>
                  </>
                }
              />
            ))}
          </PagedList>
          <Dialog
            title={shown?.subject}
            width={640}
            open={shown !== undefined}
            onClose={() => setShown(undefined)}
          >
            {shown && <MailView mail={shown} />}
          </Dialog>
        </>
      )}
    </LoadedCard>
  );
}
