import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Prose } from '../../../ui/text/Prose.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { adminPageSize } from '../api/plans.ts';
import { useCloseContactRequest, useContactRequests } from '../api/requests.ts';

/** People who requested an offer. */
export function ContactRequestsSection({ page }: { page: number }) {
  const toast = useToast();
  const { dateTime } = useFormats();
  const query = useContactRequests(page);
  const close = useCloseContactRequest();

  return (
    <LoadedCard title="Contact requests" query={query} failure="Failed to load contact requests">
      {({ data, total }) => (
        <PagedList
          label="Contact requests"
          noun="request"
          page={page}
          pageSize={adminPageSize}
          total={total}
          empty={{
            title: 'No contact requests',
            text: 'Requests from the Contact Sales dialog appear here.',
          }}
        >
          {data.map((request) => (
            <ListItem
              key={request.id}
              title={
                <>
                  {request.company}
                  <Tag>{request.companySize} people</Tag>
                  {request.closedAt === null ? <Tag tone="orange">Open</Tag> : <Tag tone="gray">Closed</Tag>}
                </>
              }
              text={
                <Stack gap={4}>
                  <span>
                    <a href={`mailto:${request.email}`}>{request.email}</a>, {dateTime(request.createdAt)}
                  </span>
                  <Prose>{request.message}</Prose>
                </Stack>
              }
              actions={
                request.closedAt === null && (
                  <Button
                    size="small"
                    loading={close.isPending && close.variables.params.requestId === request.id}
                    label={`Close request from ${request.company}`}
                    onClick={() =>
                      close.mutate(
                        { params: { requestId: request.id } },
                        {
                          onSuccess: () => toast.success('Request closed'),
                          onError: (thrown) =>
                            toast.error(failureMessage(thrown, 'The request could not be closed.')),
                        },
                      )
                    }
                  >
                    Close
                  </Button>
                )
              }
            />
          ))}
        </PagedList>
      )}
    </LoadedCard>
  );
}
