import type { OutboxMailView } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { CodeText } from '../../../ui/text/CodeText.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useOutboxMail } from '../api/requests.ts';

/** One mail; its text is stored until it is delivered. */
export function MailView({ mail }: { mail: OutboxMailView }) {
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
