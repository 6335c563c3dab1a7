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
import { useOutbox, useRetryMail, useOutboxMail } from '../api/requests.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { CodeText } from '../../../ui/text/CodeText.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';

/** One mail; its text is stored until it is delivered. */
function MailView({ mail }: { mail: OutboxMailView }) {
  const { data, error, refetch } = useOutboxMail(mail.id);
  if (error) {
    return (
      <ErrorState
        title="The email could not be loaded"
        message={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <RowTableSkeleton rows={6} kind="facts" />;
  return (
    <>
      <DescriptionList
        facts={[
          ['To', data.to],
          ['Kind', data.template.replaceAll('_', ' ')],
          ['Attempts', String(data.attempts)],
        ]}
      />
      {data.text === null ? (
        <Text tone={2} size={13}>
          The text is deleted after delivery or expiration.
        </Text>
      ) : (
        <CodeText>{data.text}</CodeText>
      )}
    </>
  );
}

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
