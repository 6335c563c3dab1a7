import type { AlertMailChoice } from '@hopscope/contract';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { RadioList } from '../../../ui/form/RadioList.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAlertMail, useSetAlertMail } from '../api/delivery.ts';

const choices: readonly { value: AlertMailChoice; name: string; text: string }[] = [
  { value: 'off', name: 'No emails', text: 'Alerts appear only on this page.' },
  { value: 'critical', name: 'High severity only', text: 'Within minutes. Other alerts are not sent.' },
  { value: 'hourly', name: 'Every hour', text: 'A summary, if there were alerts.' },
  { value: 'daily', name: 'Every day', text: 'A summary at 06:00 UTC.' },
];

/** Whether the person receives mails about the organization's alerts. */
export function MailPreference({ organizationId }: { organizationId: string }) {
  const toast = useToast();
  const { data, error, refetch } = useAlertMail(organizationId);
  const set = useSetAlertMail(organizationId);
  if (!data) {
    return error ? (
      <LoadFailure title="Your choice could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <RowTableSkeleton rows={3} kind="facts" />
    );
  }
  const chosen = set.isPending ? set.variables.body.frequency : data.frequency;
  return (
    <RadioList
      legend="Email notifications"
      value={chosen}
      options={choices}
      onChange={(frequency) =>
        set.mutate(
          { body: { frequency } },
          {
            onSuccess: () => toast.success('Saved'),
            onError: (thrown) => toast.error(failureMessage(thrown, 'Your choice could not be saved')),
          },
        )
      }
    />
  );
}
