import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useEndOtherSessions, useEndSession, useSessions } from '../api/security.ts';

const shownAtFirst = 5;

/** Sessions of the person, the current one and the latest first. */
export function SessionsCard() {
  const toast = useToast();
  const { dateTime, counted, count } = useFormats();
  const [all, setAll] = useState(false);
  const query = useSessions();
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const failed = (thrown: unknown) => toast.error(failureMessage(thrown, 'The session could not be ended.'));

  return (
    <LoadedCard
      title="Sessions"
      query={query}
      failure="Failed to load sessions"
      extra={
        <Row gap={12}>
          <LearnMore about="sessions" />
          {(query.data?.length ?? 0) > 1 && (
            <Button
              size="small"
              loading={endOthers.isPending}
              onClick={() =>
                endOthers.mutate(
                  {},
                  {
                    onSuccess: ({ data }) => toast.success(`${counted(data.ended, 'session')} ended`),
                    onError: failed,
                  },
                )
              }
            >
              End all other sessions
            </Button>
          )}
        </Row>
      }
    >
      {(sessions) => (
        <>
          <List label="Sessions">
            {(all ? sessions : sessions.slice(0, shownAtFirst)).map((session) => (
              <ListItem
                key={session.id}
                icon={<Monitor size={18} strokeWidth={1.6} aria-hidden="true" />}
                title={
                  <>
                    {session.device}
                    {session.current && <Tag tone="green">This session</Tag>}
                    {session.secondFactor && <Tag>Second factor</Tag>}
                  </>
                }
                text={`${session.ip}, signed in ${dateTime(session.createdAt)}, last seen ${dateTime(session.lastSeenAt)}`}
                actions={
                  !session.current && (
                    <Button
                      size="small"
                      loading={end.isPending && end.variables.params.id === session.id}
                      label={`End this session: ${session.device}, ${session.ip}`}
                      onClick={() =>
                        end.mutate(
                          { params: { id: session.id } },
                          { onSuccess: () => toast.success('Session ended'), onError: failed },
                        )
                      }
                    >
                      End this session
                    </Button>
                  )
                }
              />
            ))}
          </List>
          {sessions.length > shownAtFirst && (
            <TableFoot>
              <TextButton expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : `Show all ${count(sessions.length)}`}
              </TextButton>
            </TableFoot>
          )}
        </>
      )}
    </LoadedCard>
  );
}
